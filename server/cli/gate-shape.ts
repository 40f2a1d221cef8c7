import { z } from 'zod';

const option = z.looseObject({
  key: z.string(),
  label: z.string(),
  effect: z.string(),
  lets: z.string(),
  recommended: z.boolean().optional(),
});

/** What the commands read of a gate. Everything else of the reply is kept for `--json`. */
export const gateShape = z.looseObject({
  id: z.string(),
  code: z.string(),
  revision: z.number(),
  state: z.string(),
  question: z.string(),
  context: z.string().nullish(),
  risk: z.string(),
  overdue: z.boolean().optional(),
  held: z.boolean().optional(),
  due_at: z.string().nullish(),
  asked_at: z.string(),
  expects: z.looseObject({ kind: z.string(), options: z.array(option).optional() }),
  blocks: z.looseObject({ lanes: z.array(z.string()), todos: z.array(z.unknown()), scopes: z.array(z.string()) }),
  answer: z
    .looseObject({
      option: z.string().optional(),
      value: z.string().optional(),
      by: z.looseObject({ name: z.string().optional() }),
      at: z.string(),
      deliver_at: z.string(),
      delivered_at: z.string().nullish(),
      used_in: z.string().nullish(),
    })
    .optional(),
});

export type GateShape = z.infer<typeof gateShape>;

/** The state of a gate in a few words: `open, overdue`, `answered yes by Mira Holm, held until …`. */
export function stateInWords(gate: GateShape): string {
  if (gate.answer === undefined) return gate.overdue === true ? `${gate.state}, overdue` : gate.state;
  const given = gate.answer.option ?? JSON.stringify(gate.answer.value ?? '');
  const then = gate.answer.used_in ? `, used in ${gate.answer.used_in}` : gate.answer.delivered_at ? ', delivered' : heldInWords(gate);
  return `${gate.state} ${given} by ${gate.answer.by.name ?? 'somebody'}${then}`;
}

function heldInWords(gate: GateShape): string {
  return gate.held === true && gate.answer !== undefined ? `, can be taken back until ${gate.answer.deliver_at}` : '';
}
