import { z } from 'zod';
import { prepareEvidence } from '../evidence/prepare-evidence.ts';
import { goalStream, ref } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { defineVerb, placeOf } from '../verb.ts';
import { withoutUndefined } from '../without-undefined.ts';
import type { GateEvent, OpenGate } from './gate.ts';
import { evolveGate, raisingFields } from './gate.ts';
import { findGate, refuseSettled } from './find-gate.ts';
import { laterGateFields, revisableFields } from './gate-input.ts';
import { gateView, viewGate } from './gate-view.ts';
import { answerersOf, blocksOf, refuseNobody, refusePast, refuseSoftRisk } from './prepare-gate.ts';
import { coversBlocks, refuseVague } from './rules.ts';

type Changes = Extract<GateEvent, { type: 'gate-revised' }>['changes'];

/**
 * Changes the question. The revision rises with question, answer, blocks, risk and evidence, so that no press on the old
 * card counts; not with context, deadline or answerers. What is blocked can only grow. Saying the same again changes nothing.
 */
export const reviseGate = defineVerb({
  name: 'revise-gate',
  summary: 'Change an open question. Answers to the old one no longer count.',
  callers: ['agent', 'operator'],
  input: z.strictObject({
    gate: ref,
    ...z.object(revisableFields).partial().shape,
    deadline: revisableFields.deadline.nullable().optional(),
    ...laterGateFields,
  }),
  output: gateView,
  run: async (tx, input) => {
    const { gate, goal } = await findGate(tx, input.gate);
    refuseSettled(gate);
    if (input.deadline) refusePast(input.deadline, tx.now);
    const evidence = input.evidence && (await prepareEvidence(tx, goal, input.evidence, { turn: null, todo: null, attached: true }));
    const changes = different(gate, {
      ...withoutUndefined({
        question: input.question,
        context: input.context,
        expects: input.answer,
        risk: input.risk,
        due_at: input.deadline,
      }),
      ...(input.blocks && { blocks: await blocksOf(tx.reads, goal, input.blocks) }),
      ...(input.answerers && { answerers: await answerersOf(tx.reads, input.answerers) }),
      ...(evidence && { evidence: [...evidence.ids] }),
    });
    const raised = raisingFields.some((field) => changes[field] !== undefined);
    const event: GateEvent = { type: 'gate-revised', goal: goal.id, gate: gate.id, changes, raised };
    const after = Object.keys(changes).length === 0 ? gate : evolveGate(gate, event, placeOf(tx));
    refuseVague(after.question, after.expects, after.blocks);
    await refuseSoftRisk(tx.reads, goal, after.blocks, after.risk);
    refuseShrunk(gate, after.blocks);
    await refuseNobody(tx, goal, after);
    const view = await viewGate(tx, after);

    if (after === gate) return view;
    for (const added of evidence?.added ?? []) tx.append(goalStream(goal.id), added);
    tx.append(goalStream(goal.id), event);

    return view;
  },
});

function different(gate: OpenGate, changes: Changes): Changes {
  const fields = Object.entries(changes).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(gate[field as keyof Changes]));
  return Object.fromEntries(fields); // the same fields, fewer of them
}

function refuseShrunk(gate: OpenGate, blocks: OpenGate['blocks']): void {
  if (coversBlocks(blocks, gate.blocks)) return;
  throw new Refusal(
    'blocks-shrunk',
    `The revision of gate ${gate.code} would give up something it blocks, and only a person's go may free that.`,
    'Keep every lane, todo and scope in blocks; add to them if need be.',
  );
}
