import { z } from 'zod';
import { proof } from '../evidence/evidence.ts';
import { gateInput } from '../gate/gate-input.ts';
import { idOf, ref } from '../ids.ts';
import { laterField } from '../later.ts';
import { limits } from '../limits.ts';
import { todoFields, todoInput } from '../todo/todo-input.ts';
import { outcomes, uses } from './turn.ts';

const words = (max: number) => z.string().min(1).max(max);

/** What an agent may change of a todo: never its lane, scopes, capabilities, resources or acceptance; needs can only grow. */
export const todoUpdate = z.strictObject({
  id: idOf('todo'),
  title: todoFields.title.optional(),
  detail: todoFields.detail.optional(),
  priority: todoFields.priority.optional(),
  wait: todoFields.wait.nullable().optional(),
  needs: todoFields.needs.optional(),
});

export type TodoUpdate = z.infer<typeof todoUpdate>;

const todoDrop = z.union([
  idOf('todo').transform((id) => ({ id, why: 'dropped by its agent' })),
  z.strictObject({ id: idOf('todo'), why: words(limits.whyMax) }),
]);

const changes = limits.todoChangesPerCommitMax;

export const commitInput = z.strictObject({
  turn: idOf('turn'),
  fence: z.number().int(),
  outcome: z.enum(outcomes),
  summary: words(limits.summaryMax),
  evidence: z.array(proof).max(limits.evidencePerCommitMax).default([]),
  used_answers: z
    .array(z.strictObject({ gate: ref, use: z.enum(uses), how: words(limits.whyMax) }))
    .max(limits.blockedPerGateMax)
    .default([]),
  todos: z
    .strictObject({
      add: z.array(todoInput).max(changes).default([]),
      update: z.array(todoUpdate).max(changes).default([]),
      drop: z.array(todoDrop).max(changes).default([]),
    })
    .refine(({ add, update, drop }) => add.length + update.length + drop.length <= changes, {
      error: `expected at most ${changes} todo changes in all`,
    })
    .default({ add: [], update: [], drop: [] }),
  ask: z
    .array(gateInput.extend({ goal: ref.optional() }))
    .max(limits.gatesPerCommitMax)
    .default([]),
  vision: z.union([z.literal('kept'), z.strictObject({ changed: words(limits.visionMax), why: words(limits.whyMax) })]).default('kept'),
  replan: z.strictObject({ change: words(limits.whyMax), why: words(limits.whyMax) }).optional(),
  handoff: z.strictObject({ to: ref.optional(), text: words(limits.handoffMax) }).optional(),
  spend: z
    .strictObject({
      minutes: z.number().min(0).max(limits.spendMinutesMax).optional(),
      tokens: z.number().int().min(0).max(limits.spendTokensMax).optional(),
      usd: z.number().min(0).max(limits.spendUsdMax).optional(),
    })
    .optional(),
  accepts: laterField(),
});

export type CommitInput = z.infer<typeof commitInput>;
