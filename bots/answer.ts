import type { Answered } from '../src/gate/answer-gate.ts';
import { answerGate } from '../src/gate/answer-gate.ts';
import { authorityOf, whoCanAnswer } from '../src/gate/authority.ts';
import type { Gate } from '../src/gate/gate.ts';
import { allowedToAnswer } from '../src/gate/rules.ts';
import { revokeAnswer } from '../src/gate/revoke-answer.ts';
import { epochMs } from '../src/time.ts';
import { buttonsOf } from './buttons.ts';
import { answerText } from './card.ts';
import { cardOf } from './card-facts.ts';
import type { Exactness } from './choice.ts';
import { chooseAnswer } from './choice.ts';
import type { Asker, Desk } from './desk.ts';
import { act } from './desk.ts';
import type { Private } from './port.ts';
import { noButtons } from './port.ts';
import { cut } from './text.ts';
import { when } from './when.ts';

/** How much of an answer is repeated to who came second: the card says more of it, and who decided stands behind it. */
const saidMax = 300;

/** An answer as a verb takes it. */
type Given = { readonly option?: string; readonly value?: string };

/** Answers a gate with a person's words, bound to the revision that they were last shown. */
export async function answerByWords(desk: Desk, asker: Asker, gate: Gate, words: string, exactness: Exactness): Promise<Private> {
  const revision = await desk.shown.lastTo(asker, gate.id);
  if (gate.state === 'open' && revision === null) {
    return withCard(desk, asker, gate, `You have not seen ${gate.code} here yet, so nothing was counted. Look, and answer again:`);
  }
  if (gate.state === 'open' && (revision !== gate.revision || saidBefore(gate, asker))) return questionChanged(desk, asker, gate);
  const choice = chooseAnswer(gate.expects, words, exactness);
  if (choice.kind === 'unclear' && gate.state === 'open') return alone(`${choice.why} Nothing was counted.`);
  const { kind: _, ...given } = choice.kind === 'unclear' ? { kind: choice.kind } : choice;
  return give(desk, asker, gate, revision ?? gate.revision, given);
}

/**
 * Words that come late, after an outage, were said to the question that stood there then. No question stood there before the
 * first revision, so there the platform's clock, which is not ours, is not asked.
 */
function saidBefore({ revision, revisions }: Gate, { press: { saidAtMs } }: Asker): boolean {
  const since = revisions.find((made) => made.revision === revision);
  return revision > 1 && saidAtMs !== undefined && since !== undefined && saidAtMs < epochMs(since.at);
}

/** Answers a gate with what was pressed or filled in on a card that showed this revision. */
export async function answerByPress(desk: Desk, asker: Asker, gate: Gate, revision: number, given: Given): Promise<Private> {
  if (gate.state === 'open' && revision !== gate.revision) return questionChanged(desk, asker, gate);
  return give(desk, asker, gate, revision, given);
}

/** The form of a gate that takes a text, for somebody who may answer it. Submitting it is checked again, as an answer. */
export async function openForm(desk: Desk, asker: Asker, gate: Gate, revision: number, token: string): Promise<Private> {
  if (gate.state !== 'open') return give(desk, asker, gate, revision, {});
  if (revision !== gate.revision) return questionChanged(desk, asker, gate);
  if (gate.expects.kind !== 'text') return alone(outdated(desk));
  const [goal] = await desk.reads.goalsById([gate.goal]);
  if (goal === undefined) throw new Error(`gate ${gate.code} belongs to ${gate.goal}, which is not there`);
  const authority = await authorityOf(desk.reads, gate, goal);
  if (allowedToAnswer(gate, asker.person, authority) === undefined) return notYours(gate, await whoCanAnswer(desk.reads, gate, authority));
  const form = { token, code: gate.code, question: gate.question, max: gate.expects.max };
  return { ...alone(`Fill in the form to answer ${gate.code}.`), form };
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

/** Shows a gate privately; from then on an answer typed here is bound to what was shown. */
export async function withCard(desk: Desk, asker: Asker, gate: Gate, line: string): Promise<Private> {
  const now = desk.clock.now();
  const card = await cardOf(desk.reads, gate, { timeZone: asker.person.time_zone, platform: asker.platform }, now);
  const route = asker.routes.find(({ goal }) => goal === null || goal === gate.goal);
  desk.shown.rememberPrivately(asker, gate.id, gate.revision);
  const buttons = route === undefined ? noButtons : buttonsOf(desk.tokens, gate, route.id, now);
  return { lines: [line], card: { card, buttons }, form: null };
}

export function alone(...lines: readonly string[]): Private {
  return { lines, card: null, form: null };
}

/** What is told of a button that this installation did not write, or that fits nothing any more. */
export function outdated({ typed }: Pick<Desk, 'typed'>): string {
  return `That button is outdated or was not made by this Gatebell, so nothing was done. Type ${typed('gates')} for those that wait for you.`;
}

async function give(desk: Desk, asker: Asker, gate: Gate, revision: number, given: Given): Promise<Private> {
  const reply = await act(desk, asker, answerGate, { gate: gate.id, revision, ...given });
  return answerOutcome(desk, asker, gate, reply);
}

async function answerOutcome(desk: Desk, asker: Asker, gate: Gate, reply: Answered): Promise<Private> {
  switch (reply.result) {
    case 'counted': {
      const until = when(reply.deliver_at, asker.person.time_zone);
      return alone(`Counted for ${gate.code}. You can take it back until ${until}: ${desk.typed(`undo ${gate.code}`)}`);
    }
    case 'already-decided': {
      const { by, at } = reply.answer;
      const said = cut(answerText(gate, reply.answer), saidMax);
      return alone(
        `${gate.code} is already decided: "${said}" by ${by.name} at ${when(at, asker.person.time_zone)}. Yours was not counted.`,
      );
    }
    case 'question-changed':
      return questionChanged(desk, asker, gate);
    case 'not-yours':
      return notYours(gate, reply.who);
    case 'gate-closed':
      return alone(`${gate.code} is ${reply.state} (${reply.why}): nothing can be answered there.`);
  }
}

async function questionChanged(desk: Desk, asker: Asker, gate: Gate): Promise<Private> {
  const now = (await desk.reads.gate(gate.id)) ?? gate;
  return withCard(desk, asker, now, `The question of ${gate.code} changed since you saw it, so nothing was counted. Look again:`);
}

function notYours(gate: Gate, who: readonly { readonly name: string }[]): Private {
  return alone(`${gate.code} is not yours to answer. Who can: ${namesOf(who)}.`);
}

function namesOf(people: readonly { readonly name: string }[]): string {
  return people.length === 0 ? 'nobody' : people.map(({ name }) => name).join(', ');
}
