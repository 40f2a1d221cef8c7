import { z } from 'zod';
import { proof } from '../evidence/evidence.ts';
import { idOf, key, ref, slug } from '../ids.ts';
import { laterField, laterValues } from '../later.ts';
import { limits } from '../limits.ts';
import { seenText } from '../seen-text.ts';
import { instant } from '../time.ts';
import type { Expects } from './gate.ts';
import { lets } from './gate.ts';

const shown = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => seenText(text) !== '', { error: 'expected something that can be seen' });

const optionInput = z.strictObject({
  key: slug,
  label: shown(limits.optionLabelMax),
  effect: shown(limits.effectMax),
  lets,
  recommended: z.boolean().default(false),
});

/** One object with every kind's fields, so that a field of the wrong kind is named rather than a union that does not fit. */
const answerInput = z
  .strictObject({
    kind: laterValues(['choice', 'text'], ['number', 'many', 'form']),
    options: z.array(optionInput).max(limits.optionsMax).optional(),
    max: z.number().int().min(1).max(limits.answerTextMax).optional(),
    lets: lets.optional(),
    min: laterField(),
    unit: laterField(),
    fields: laterField(),
  })
  .transform(({ kind, options, max, lets: declared }, context): Expects => {
    if (kind === 'text') {
      if (options !== undefined) context.addIssue({ code: 'custom', path: ['options'], message: 'a text answer has no options' });
      return { kind, max: max ?? limits.answerTextMax, lets: declared ?? 'go' };
    }
    if (max !== undefined) context.addIssue({ code: 'custom', path: ['max'], message: 'a choice has no max' });
    return { kind, options: options ?? [] };
  });

export const blocksInput = z.strictObject({
  lanes: z.array(slug).max(limits.blockedPerGateMax).default([]),
  todos: z.array(idOf('todo')).max(limits.blockedPerGateMax).default([]),
  scopes: z.array(key).max(limits.blockedPerGateMax).default([]),
});

const answerersInput = z.strictObject({
  people: z.array(ref).max(limits.ownersMax).default([]),
  roles: z.array(slug).max(limits.rolesMax).default([]),
});

const evidenceInput = z
  .array(z.union([z.string().regex(/^ev_[0-9a-f]{64}$/, 'expected an evidence id (ev_…)'), proof]))
  .max(limits.evidencePerGateMax);

/** What can be changed by a revision, each as it is asked. */
export const revisableFields = {
  question: z.string().trim().min(1).max(limits.questionMax),
  context: z.string().max(limits.contextMax),
  answer: answerInput,
  blocks: blocksInput,
  risk: z.enum(['reversible', 'irreversible']),
  answerers: answerersInput,
  deadline: instant,
  evidence: evidenceInput,
};

/** Fields of the contract that come later, and the one value of them that is served now. */
export const laterGateFields = {
  urgent_because: laterField(),
  quorum: z
    .strictObject({
      n: z
        .number()
        .int()
        .refine((n) => n === 1, { params: { code: 'not-available' } }),
      roles: laterField(),
    })
    .optional(),
  clock: laterValues(['wall'], ['working']).optional(),
  on_timeout: z
    .strictObject({ do: laterValues(['hold'], ['escalate', 'default', 'stop-lane']), option: laterField(), to: laterField() })
    .optional(),
};

/** A question, as an agent asks it: alone or in a commit. */
export const gateInput = z.strictObject({
  key: z.string().min(1).max(limits.gateKeyMax),
  ...revisableFields,
  context: revisableFields.context.optional(),
  answerers: revisableFields.answerers.optional(),
  deadline: revisableFields.deadline.optional(),
  evidence: revisableFields.evidence.default([]),
  no_self_answer: z.boolean().default(false),
  ...laterGateFields,
});

export type GateInput = z.infer<typeof gateInput>;
