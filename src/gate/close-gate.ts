import { z } from 'zod';
import { goalStream, ref } from '../ids.ts';
import { limits } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { findGate, refuseSettled } from './find-gate.ts';
import type { Gate, GateEvent } from './gate.ts';
import { evolveGate, goAt, heldUntil } from './gate.ts';
import type { GateView } from './gate-view.ts';
import { gateView, viewGate } from './gate-view.ts';
import { coversBlocks } from './rules.ts';

/** Lets nothing go: what the gate blocked stays blocked until a covering successor gets a go. */
export const withdrawGate = defineVerb({
  name: 'withdraw-gate',
  summary: 'Take back an open question. What it blocked stays blocked.',
  callers: ['agent', 'operator'],
  input: z.strictObject({ gate: ref, why: z.string().min(1).max(limits.whyMax) }),
  output: gateView,
  run: async (tx, input) => {
    const { gate } = await findGate(tx, input.gate);
    refuseSettled(gate);
    return close(tx, gate, { type: 'gate-withdrawn', goal: gate.goal, gate: gate.id, why: input.why });
  },
});

/**
 * Puts an open gate in the place of one without a go. If it covers at least the same blocks, its go ends them;
 * otherwise nothing does. A gate that is already answered cannot take over: its person did not know. While an answer is held
 * nothing takes the place of its gate: the person may still take it back, and go or stop is not told.
 */
export const supersedeGate = defineVerb({
  name: 'supersede-gate',
  summary: 'Replace a gate that has no go by another open gate.',
  callers: ['agent', 'operator'],
  input: z.strictObject({ gate: ref, by: ref }),
  output: gateView,
  run: async (tx, input) => {
    const { gate } = await findGate(tx, input.gate);
    const { gate: successor } = await findGate(tx, input.by);
    refuseSettled(successor);
    if (successor.id === gate.id || successor.goal !== gate.goal) {
      throw new Refusal(
        'bad-input',
        `Gate ${successor.code} cannot take the place of ${gate.code}.`,
        'Name another open gate of the same goal in by.',
      );
    }
    if (gate.state === 'superseded')
      throw new Refusal('gate-closed', `Gate ${gate.code} is superseded by ${gate.by_code}.`, 'Supersede that one.');
    if (heldUntil(gate, tx.now) !== null) refuseSettled(gate);
    if (goAt(gate) !== null) throw new Refusal('already-decided', `Gate ${gate.code} was answered with a go.`, 'Go on with the answer.');
    const covered = coversBlocks(successor.blocks, gate.blocks);
    return close(tx, gate, { type: 'gate-superseded', goal: gate.goal, gate: gate.id, by: successor.id, by_code: successor.code, covered });
  },
});

async function close(tx: Tx, gate: Gate, event: GateEvent): Promise<GateView> {
  const after = evolveGate(gate, event, placeOf(tx));
  const view = await viewGate(tx, after);
  tx.append(goalStream(gate.goal), event);
  return view;
}
