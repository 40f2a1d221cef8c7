import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { GateId, GoalId, TurnId } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import type { TurnEvent, uses } from '../turn/turn.ts';
import { instantText, plusMs } from '../time.ts';
import type { Instant } from '../time.ts';

export const lets = z.enum(['go', 'stop']);

export const option = z.object({
  key: z.string(),
  label: z.string(),
  effect: z.string(),
  lets,
  recommended: z.boolean(),
});

export type Option = z.infer<typeof option>;

/** What kind of answer the gate takes. A text answer lets go unless `lets` says stop. */
export const expects = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), options: z.array(option) }),
  z.object({ kind: z.literal('text'), max: z.number().int(), lets }),
]);

export type Expects = z.infer<typeof expects>;

/** What waits for the gate. A named todo carries the revision that the gate was asked about. */
export const blocks = z.object({
  lanes: z.array(z.string()),
  todos: z.array(z.object({ id: idOf('todo'), revision: z.number().int() })),
  scopes: z.array(z.string()),
});

export type Blocks = z.infer<typeof blocks>;

export const answerers = z.object({ people: z.array(idOf('person')), roles: z.array(z.string()) });

/** Why this person could answer: they own the goal, were named, or held a role by a grant. */
export const allowedBy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('owner') }),
  z.object({ kind: z.literal('named') }),
  z.object({ kind: z.literal('role'), role: z.string(), grant: idOf('grant') }),
]);

export type AllowedBy = z.infer<typeof allowedBy>;

/** The one decision of a gate. Lanes see it from `deliver_at`; until `delivered_at` its person can take it back. */
export const answer = z.object({
  option: z.string().optional(),
  value: z.string().optional(),
  lets,
  by: z.object({ person: idOf('person'), name: z.string() }),
  allowed_by: allowedBy,
  at: instantText,
  deliver_at: instantText,
  where: z.object({ surface: z.string(), link: z.string().optional() }),
  comment: z.string().optional(),
  revision: z.number().int(),
  delivered_at: instantText.optional(),
  delivered_in: idOf('turn').optional(),
  used_in: idOf('turn').optional(),
  use: z.enum(['used', 'not-needed', 'later']).optional(),
  how: z.string().optional(),
});

export type Answer = z.infer<typeof answer>;

/** Fields whose change makes a new revision: what an answer is bound to. */
export const raisingFields = ['question', 'expects', 'blocks', 'risk', 'evidence'] as const;

const asked = {
  id: idOf('gate'),
  code: z.string(),
  number: z.number().int(),
  goal: idOf('goal'),
  key: z.string(),
  content_hash: z.string(),
  revision: z.number().int(),
  revisions: z.array(z.object({ revision: z.number().int(), changed: z.array(z.string()), at: instantText })),
  question: z.string(),
  context: z.string().nullable(),
  expects,
  blocks,
  risk: z.enum(['reversible', 'irreversible']),
  answerers: answerers.nullable(),
  no_self_answer: z.boolean(),
  evidence: z.array(z.string()),
  asked_by: z.string(),
  asker: idOf('agent').nullable(),
  asked_in: idOf('turn').nullable(),
  asked_at: instantText,
  due_at: instantText.nullable(),
  /** Set once, when `due_at` passed while the gate was open. An overdue gate stays open and frees nothing. */
  overdue: z.boolean(),
  changed_at: instantText,
  changed_seq: z.number().int(),
};

/** A question that only a person may answer. */
export const gate = z.discriminatedUnion('state', [
  z.object({ ...asked, state: z.literal('open') }),
  z.object({ ...asked, state: z.literal('answered'), answer }),
  z.object({ ...asked, state: z.literal('withdrawn'), why: z.string(), closed_at: instantText, closed_by: z.string() }),
  z.object({
    ...asked,
    state: z.literal('superseded'),
    by: idOf('gate'),
    by_code: z.string(),
    /** The successor covers at least the same blocks, so its go ends them. Otherwise nothing does. */
    covered: z.boolean(),
    closed_at: instantText,
    closed_by: z.string(),
  }),
]);

export type Gate = z.infer<typeof gate>;
export type OpenGate = Extract<Gate, { state: 'open' }>;
export type AnsweredGate = Extract<Gate, { state: 'answered' }>;

type Asked = Pick<
  Gate,
  | 'code'
  | 'number'
  | 'key'
  | 'content_hash'
  | 'question'
  | 'context'
  | 'expects'
  | 'blocks'
  | 'risk'
  | 'answerers'
  | 'no_self_answer'
  | 'evidence'
  | 'asker'
  | 'asked_in'
  | 'due_at'
>;

type Revisable = Pick<Gate, 'question' | 'context' | 'expects' | 'blocks' | 'risk' | 'answerers' | 'evidence' | 'due_at'>;

type Of = { readonly goal: GoalId; readonly gate: GateId };

export type GateEvent =
  | ({ readonly type: 'gate-asked' } & Of & Asked)
  | ({ readonly type: 'gate-revised'; readonly changes: Partial<Revisable>; readonly raised: boolean } & Of)
  | ({ readonly type: 'gate-withdrawn'; readonly why: string } & Of)
  | ({ readonly type: 'gate-superseded'; readonly by: GateId; readonly by_code: string; readonly covered: boolean } & Of)
  | ({ readonly type: 'gate-answered' } & Of & Omit<Answer, 'at' | 'delivered_at' | 'delivered_in' | 'used_in' | 'use' | 'how'>)
  | ({ readonly type: 'answer-revoked' } & Of)
  | ({ readonly type: 'answer-delivered'; readonly turn: TurnId | null } & Of)
  | ({ readonly type: 'answer-used'; readonly turn: TurnId; readonly use: (typeof uses)[number]; readonly how: string } & Of)
  | ({ readonly type: 'gate-overdue' } & Of);

export function evolveGate(
  before: Gate | undefined,
  event: GateEvent | Extract<TurnEvent, { type: 'deadlines-moved' }>,
  place: Place,
): Gate {
  const moved = { changed_at: place.at, changed_seq: place.seq };
  if (event.type === 'gate-asked') {
    const { type: _, gate: id, ...content } = event;
    return {
      id,
      ...content,
      ...moved,
      state: 'open',
      revision: 1,
      revisions: [{ revision: 1, changed: [], at: place.at }],
      asked_by: place.actor,
      asked_at: place.at,
      overdue: false,
    };
  }
  if (before === undefined) throw new Error(`${event.type} came before its gate was asked`);
  switch (event.type) {
    case 'gate-revised':
      return revised(openOnly(before, event.type), event, place);
    case 'gate-withdrawn':
      return { ...openOnly(before, event.type), ...moved, state: 'withdrawn', why: event.why, closed_at: place.at, closed_by: place.actor };
    case 'gate-superseded': {
      const closing = { by: event.by, by_code: event.by_code, covered: event.covered, closed_at: place.at, closed_by: place.actor };
      return { ...withoutAnswer(before), ...moved, ...closing, state: 'superseded' };
    }
    case 'gate-answered': {
      const { type: _, goal: _goal, gate: _gate, ...given } = event;
      return { ...openOnly(before, event.type), ...moved, state: 'answered', answer: { ...given, at: place.at } };
    }
    case 'answer-revoked': {
      const { answer: _, ...rest } = answeredOnly(before, event.type);
      return { ...rest, ...moved, state: 'open' };
    }
    case 'answer-delivered': {
      const answered = answeredOnly(before, event.type);
      const delivered = { delivered_at: place.at, ...(event.turn === null ? {} : { delivered_in: event.turn }) };
      return { ...answered, ...moved, answer: { ...answered.answer, ...delivered } };
    }
    case 'answer-used': {
      const answered = answeredOnly(before, event.type);
      return { ...answered, ...moved, answer: { ...answered.answer, used_in: event.turn, use: event.use, how: event.how } };
    }
    case 'gate-overdue':
      return { ...openOnly(before, event.type), ...moved, overdue: true };
    case 'deadlines-moved':
      return before.due_at === null ? before : { ...before, ...moved, due_at: plusMs(before.due_at, event.by_ms) };
  }
}

/** When the gate's go ends its blocks: the end of the hold of an answer that lets go, or null. Nothing else ever ends them. */
export function goAt(of: Gate): Instant | null {
  return of.state === 'answered' && of.answer.lets === 'go' ? of.answer.deliver_at : null;
}

/** A superseded gate whose successor covers its blocks holds nothing itself: the successor does. */
export function stillBlocks(of: Gate): boolean {
  return !(of.state === 'superseded' && of.covered);
}

/** A commit said what became of the answer. Until one does, each turn that the answer freed is brought it. */
export function isAccountedFor(of: AnsweredGate): boolean {
  const { delivered_at, use } = of.answer;
  return delivered_at !== undefined && use !== undefined && use !== 'later';
}

/** Until when the answer is held back from the lanes, or null when it is not (any more). */
export function heldUntil(of: Gate, now: Instant): Instant | null {
  return of.state === 'answered' && now < of.answer.deliver_at ? of.answer.deliver_at : null;
}

/** An answer that lanes may know: given, and its hold is over. */
export function isEffective(of: Gate, now: Instant): of is AnsweredGate {
  return of.state === 'answered' && of.answer.deliver_at <= now;
}

function revised(before: OpenGate, event: Extract<GateEvent, { type: 'gate-revised' }>, place: Place): OpenGate {
  const revision = before.revision + (event.raised ? 1 : 0);
  const changed = Object.keys(event.changes);
  const overdue =
    before.overdue && (event.changes.due_at === undefined || (event.changes.due_at !== null && event.changes.due_at <= place.at));
  return {
    ...before,
    ...event.changes,
    revision,
    overdue,
    revisions: [...before.revisions, { revision, changed, at: place.at }],
    changed_at: place.at,
    changed_seq: place.seq,
  };
}

function withoutAnswer(before: Gate): Omit<OpenGate, 'state'> {
  if (before.state !== 'answered') return before;
  const { answer: _, ...rest } = before;
  return rest;
}

function openOnly(before: Gate, type: string): OpenGate {
  if (before.state !== 'open') throw new Error(`${type} came to gate ${before.code}, which is ${before.state}`);
  return before;
}

function answeredOnly(before: Gate, type: string): AnsweredGate {
  if (before.state !== 'answered') throw new Error(`${type} came to gate ${before.code}, which is ${before.state}`);
  return before;
}
