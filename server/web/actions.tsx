import type { Child } from 'hono/jsx';
import type { Answered } from '../../src/gate/answer-gate.ts';
import { answerGate } from '../../src/gate/answer-gate.ts';
import { revokeAnswer } from '../../src/gate/revoke-answer.ts';
import { leaveNote } from '../../src/goal/leave-note.ts';
import { limits } from '../../src/limits.ts';
import type { RefusalCode } from '../../src/refusal.ts';
import { statuses } from '../http/problem.ts';
import { respondJson } from '../http/respond.ts';
import type { Fault } from './answer-form.tsx';
import type { Form } from './form.ts';
import { readForm } from './form.ts';
import type { GateFacts } from './gate-facts.ts';
import { answerWords, gateFacts } from './gate-facts.ts';
import { respondGate } from './gate.tsx';
import { seeOther } from './headers.ts';
import { Dock } from './queue.tsx';
import type { Visit } from './visit.ts';
import { act, given, wantsJson } from './visit.ts';
import { clockTime, onSurface, visible } from './words.ts';

/**
 * `POST /gates/:gate/answer`. The verb decides; here it is only asked what the form lacks: a choice, or the code that confirms what
 * cannot be undone.
 */
export async function answerAction(visit: Visit): Promise<Response> {
  const form = await readForm(visit.context.req);
  const facts = await gateFacts(visit, visit.context.req.param('gate') ?? '');
  const fault = facts.gate.state === 'open' && facts.mine && String(facts.gate.revision) === form.revision ? lackOf(form, facts) : null;
  if (fault !== null) {
    if (wantsJson(visit)) return respondJson(422, { result: 'lacks', field: fault.field, say: fault.text });
    return respondGate(visit, facts.gate.code, { status: 422, returned: { form, fault } });
  }
  const answer = facts.gate.expects.kind === 'choice' ? { option: form.option } : { value: form.value ?? '' };
  const fields = { gate: facts.gate.code, revision: Number(form.revision), ...answer, comment: given(form, 'comment') };
  const reply = await act(visit, answerGate, fields, form.key ?? '');
  if (reply.result !== 'counted') return lost(visit, facts, reply.result, lostWords(facts, reply), form);
  const done = await gateFacts(visit, facts.gate.code);
  if (done.gate.answer?.at !== reply.gate.answer?.at) return lost(visit, done, 'question-changed', resentWords(done), form);
  if (wantsJson(visit)) {
    const say = `${facts.gate.code} answered: ${visible(answerWords(reply.gate, reply.gate.answer ?? {}))}.`;
    return respondJson(200, { result: reply.result, say, dock: String(<Dock done={done} />) });
  }
  return seeOther(form.from === 'inbox' ? `/inbox?done=${facts.gate.code}` : `/gates/${facts.gate.code}`);
}

/** `POST /gates/:gate/undo`: takes the visitor's own answer back. */
export async function undoAction(visit: Visit): Promise<Response> {
  const form = await readForm(visit.context.req);
  const facts = await gateFacts(visit, visit.context.req.param('gate') ?? '');
  const reply = await act(visit, revokeAnswer, { gate: facts.gate.code }, form.key ?? '');
  switch (reply.result) {
    case 'revoked': {
      const say = `The answer to ${facts.gate.code} is taken back: it is open again.`;
      if (wantsJson(visit)) return respondJson(200, { result: reply.result, say, dock: String(<Dock done={undefined} />) });
      return seeOther(form.from === 'inbox' ? `/inbox?g=${facts.gate.code}` : `/gates/${facts.gate.code}`);
    }
    case 'already-delivered':
      return lost(visit, facts, reply.result, 'Too late: an agent has the answer. You can ask for a correction.');
    case 'not-decided':
      return lost(visit, facts, reply.result, `${facts.gate.code} has no answer to take back.`);
    case 'not-yours':
      return lost(visit, facts, reply.result, `Only who answered can take it back: ${namesOf(reply.who)}.`);
  }
}

/** `POST /gates/:gate/correction`: a note to the agents of the goal, about an answer that they have already. */
export async function correctionAction(visit: Visit): Promise<Response> {
  const form = await readForm(visit.context.req);
  const facts = await gateFacts(visit, visit.context.req.param('gate') ?? '');
  const text = given(form, 'text');
  if (text !== undefined)
    await act(visit, leaveNote, { goal: facts.goal.slug, text: `Correction of ${facts.gate.code}: ${text}` }, form.key ?? '');
  return seeOther(`/gates/${facts.gate.code}${text === undefined ? '' : '?told=1'}`);
}

function lackOf(form: Form, { gate, irreversible }: Pick<GateFacts, 'gate' | 'irreversible'>): Fault | null {
  if (gate.expects.kind === 'choice' && form.option === undefined)
    return { field: 'option', text: 'Choose one of the options first. Nothing was sent.' };
  if (gate.expects.kind === 'text') {
    if (given(form, 'value') === undefined) return { field: 'value', text: 'Write your answer first. Nothing was sent.' };
    const long = tooLong(form.value, gate.expects.max);
    if (long !== undefined) return { field: 'value', text: `The answer ${long}` };
  }
  const long = tooLong(given(form, 'comment'), limits.commentMax);
  if (long !== undefined) return { field: 'comment', text: `The comment ${long}` };
  if (!irreversible || form.confirm?.trim().toLowerCase() === gate.code) return null;
  return { field: 'confirm', text: `This gate is ${gate.code}. Type ${gate.code} to confirm. Nothing was sent.` };
}

/** Counted as the verbs do: an emoji is one character, not two. */
function tooLong(text: string | undefined, max: number): string | undefined {
  const length = Array.from(text ?? '').length;
  return length > max ? `has at most ${max} characters; ${length} came. Nothing was sent.` : undefined;
}

function lost(
  visit: Visit,
  { gate }: Pick<GateFacts, 'gate'>,
  result: RefusalCode,
  words: string,
  form?: Form,
): Promise<Response> | Response {
  if (wantsJson(visit)) return respondJson(statuses[result], { result, say: words });
  const banner: Child = (
    <p class="told-lost" role="alert">
      {words}
    </p>
  );
  return respondGate(visit, gate.code, {
    status: statuses[result],
    banner,
    ...(form === undefined ? {} : { returned: { form, fault: null } }),
  });
}

function lostWords({ gate, now, timeZone }: Omit<GateFacts, 'diffs'>, reply: Exclude<Answered, { result: 'counted' }>): string {
  switch (reply.result) {
    case 'already-decided': {
      const { by, at, where } = reply.answer;
      const said = visible(answerWords(gate, reply.answer));
      return `Already decided: ${visible(by.name)} was first with "${said}" at ${clockTime(at, now, timeZone)} ${onSurface(where.surface)}. Yours was not counted.`;
    }
    case 'question-changed':
      return `The question changed since you saw it (${reply.changed.join(', ')}). Yours was not counted: look again, and answer again.`;
    case 'not-yours':
      return `This gate is not yours to answer. Who can: ${namesOf(reply.who)}.`;
    case 'gate-closed':
      return `The gate is ${reply.state} (${visible(reply.why)}). Yours was not counted.`;
  }
}

/** A form that was sent once more, from a page that is older than what became of its answer. */
function resentWords({ gate }: Pick<GateFacts, 'gate'>): string {
  const now =
    gate.state === 'open'
      ? 'It was taken back since, and the gate is open: look again, and answer again.'
      : `The gate is ${gate.state} now.`;
  return `This answer was counted when it was sent first, and not once more. ${now}`;
}

function namesOf(people: readonly { readonly name: string }[]): string {
  return people.length === 0 ? 'nobody' : people.map(({ name }) => visible(name)).join(', ');
}
