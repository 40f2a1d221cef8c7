import type { Reason } from '../../src/turn/reasons.ts';

/** Every reason of a turn's decision, in words, for `/docs`. */
export const reasonMeanings = {
  'goal-not-active': 'The goal is paused, completed or archived.',
  'agent-suspended': 'An operator suspended the agent.',
  'turn-resumed': 'The agent has an open turn here; it goes on under a higher fence.',
  'todo-runnable': 'This todo is free and nothing covers it.',
  'beside-a-gate': 'A higher todo waits for a gate; this one is independent of it.',
  'gate-open': 'A gate that covers the work has no effective answer yet.',
  'waits-for-time': 'A time has to come first.',
  'waits-for-signal': 'A signal has to come first.',
  'held-by-lease': 'Another turn holds the todo.',
  'resource-held': 'Another lease holds a resource that the todo needs.',
  'capability-missing': 'The agent lacks a capability that the todo needs.',
  'replan-held': 'Another agent holds the replan.',
  'gate-without-go': 'A gate was settled without letting go; the plan has to change.',
  'scope-needs-go': 'A guarded scope needs a go that names the todo.',
  'need-dropped': 'A todo that this one needs was dropped.',
  'nothing-left': 'There is nothing left to do here.',
} as const satisfies Record<Reason['code'], string>;
