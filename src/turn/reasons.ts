import { z } from 'zod';

/** The closed list of reasons that a turn decision gives. */
export const reasonCodes = [
  'goal-not-active',
  'agent-suspended',
  'turn-resumed',
  'todo-runnable',
  'beside-a-gate',
  'gate-open',
  'waits-for-time',
  'waits-for-signal',
  'held-by-lease',
  'resource-held',
  'capability-missing',
  'replan-held',
  'gate-without-go',
  'scope-needs-go',
  'need-dropped',
  'nothing-left',
] as const;

export const reason = z.object({ code: z.enum(reasonCodes), text: z.string(), ref: z.string().optional() });

export type Reason = z.infer<typeof reason>;
