import { findGoal } from '../goal/find-goal.ts';
import type { Goal } from '../goal/goal.ts';
import type { Actor } from '../actor.ts';
import type { GateId } from '../ids.ts';
import type { Reads } from '../ports.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { Gate, OpenGate } from './gate.ts';

/** The gate that an id or code (`g12`) names, for an actor who may be in its goal. */
export async function findGate(look: { readonly reads: Reads; readonly actor: Actor }, ref: string): Promise<{ gate: Gate; goal: Goal }> {
  const gate = await look.reads.gate(ref);
  if (gate === undefined) throw notFound('gate', ref, 'in this installation');
  return { gate, goal: await findGoal(look, gate.goal) };
}

/** The gates with these ids, in the order in which they were asked. */
export async function gatesInOrder(reads: Reads, ids: readonly GateId[]): Promise<readonly Gate[]> {
  const gates: Gate[] = [];
  for (const id of new Set(ids)) {
    const gate = await reads.gate(id);
    if (gate !== undefined) gates.push(gate);
  }
  return gates.sort((a, b) => a.number - b.number);
}

/** For those who change a question: only while it is open. */
export function refuseSettled(gate: Gate): asserts gate is OpenGate {
  if (gate.state === 'open') return;
  if (gate.state === 'answered') {
    throw new Refusal('already-decided', `Gate ${gate.code} is answered.`, 'Read the answer; ask a new gate if there is a new question.');
  }
  throw new Refusal('gate-closed', `Gate ${gate.code} is ${gate.state}.`, 'Ask a new gate.');
}
