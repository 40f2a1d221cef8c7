import type { Answered } from '../src/gate/answer-gate.ts';
import { answerGate } from '../src/gate/answer-gate.ts';
import type { Gate } from '../src/gate/gate.ts';
import { revokeAnswer } from '../src/gate/revoke-answer.ts';
import { answerText } from './card.ts';
import { cardOf } from './card-facts.ts';
import { chooseAnswer } from './choice.ts';
import type { Asker, Desk } from './desk.ts';
import { act } from './desk.ts';
import type { Private } from './port.ts';
import { when } from './when.ts';

/** Answers a gate with a person's words, bound to the revision that they were last shown. */
export async function answerByWords(desk: Desk, asker: Asker, gate: Gate, words: string): Promise<Private> {
  const revision = await desk.shown.lastOn(asker.route.id, gate.id);
  if (gate.state === 'open' && revision === null) {
    return withCard(desk, asker, gate, `You have not seen ${gate.code} here yet, so nothing was counted. Look, and answer again:`);
  }
  if (gate.state === 'open' && revision !== gate.revision) return questionChanged(desk, asker, gate);
  const choice = chooseAnswer(gate.expects, words);
  if (choice.kind === 'unclear' && gate.state === 'open') return alone(`${choice.why} Nothing was counted.`);
  const { kind: _, ...given } = choice.kind === 'unclear' ? { kind: choice.kind } : choice;
  const reply = await act(desk, asker, answerGate, { gate: gate.id, revision: revision ?? gate.revision, ...given });
  return answerOutcome(desk, asker, gate, reply);
}

/** Takes an answer back, when no agent has it yet. */
export async function undoAnswer(desk: Desk, asker: Asker, gate: Gate): Promise<Private> {
  const revoked = await act(desk, asker, revokeAnswer, { gate: gate.id });
  switch (revoked.result) {
    case 'revoked':
      return alone(`The answer to ${gate.code} is taken back: it is open again.`);
    case 'already-delivered':
      return alone(`It is too late: an agent has the answer to ${gate.code} already. Leave a note, or have a new gate asked.`);
    case 'not-decided':
      return alone(`${gate.code} has no answer to take back.`);
    case 'not-yours':
      return alone(`Only who answered ${gate.code} can take it back: ${namesOf(revoked.who)}.`);
  }
}

/** Shows a gate privately; from then on an answer given here is bound to what was shown. */
export async function withCard(desk: Desk, asker: Asker, gate: Gate, line: string): Promise<Private> {
  const card = await cardOf(desk.reads, gate, asker.person.time_zone, desk.clock.now());
  desk.shown.remember(asker.route.id, gate.id, gate.revision);
  return { lines: [line], card };
}

export function alone(...lines: readonly string[]): Private {
  return { lines, card: null };
}

async function answerOutcome(desk: Desk, asker: Asker, gate: Gate, reply: Answered): Promise<Private> {
  switch (reply.result) {
    case 'counted': {
      const until = when(reply.deliver_at, asker.person.time_zone);
      return alone(`Counted for ${gate.code}. You can take it back until ${until}: undo ${gate.code}`);
    }
    case 'already-decided': {
      const { by, at } = reply.answer;
      const said = answerText(gate, reply.answer);
      return alone(
        `${gate.code} is already decided: "${said}" by ${by.name} at ${when(at, asker.person.time_zone)}. Yours was not counted.`,
      );
    }
    case 'question-changed':
      return questionChanged(desk, asker, gate);
    case 'not-yours':
      return alone(`${gate.code} is not yours to answer. Who can: ${namesOf(reply.who)}.`);
    case 'gate-closed':
      return alone(`${gate.code} is ${reply.state} (${reply.why}): nothing can be answered there.`);
  }
}

async function questionChanged(desk: Desk, asker: Asker, gate: Gate): Promise<Private> {
  const now = (await desk.reads.gate(gate.id)) ?? gate;
  return withCard(desk, asker, now, `The question of ${gate.code} changed since you saw it, so nothing was counted. Look again:`);
}

function namesOf(people: readonly { readonly name: string }[]): string {
  return people.length === 0 ? 'nobody' : people.map(({ name }) => name).join(', ');
}
