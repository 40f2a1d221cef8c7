import type { Answer, AnsweredGate, Gate, Option } from '../src/gate/gate.ts';
import { heldUntil } from '../src/gate/gate.ts';
import { isOverdue } from '../src/gate/rules.ts';
import type { Instant } from '../src/time.ts';
import { cut } from './text.ts';
import { when } from './when.ts';

/** What stands on a gate's card, in words, for every platform. Each text may come from a stranger: the adapter encodes it. */
export type GateCard = {
  readonly code: string;
  readonly revision: number;
  readonly goal: string;
  readonly question: string;
  readonly context: string | null;
  readonly expects: { readonly kind: 'choice'; readonly options: readonly CardOption[] } | { readonly kind: 'text'; readonly max: number };
  readonly blocks: readonly string[];
  readonly risk: Gate['risk'];
  readonly evidence: readonly CardEvidence[];
  readonly deadline: { readonly at: Instant; readonly text: string } | null;
  readonly askedBy: string;
  readonly answerers: readonly Answerer[];
  readonly state: CardState;
  /** One more sentence for whoever reads it now, or null. */
  readonly hint: string | null;
};

/** A proof in a few words; what it is worth; and since when it stands. */
export type CardEvidence = { readonly text: string; readonly strength: string; readonly at: Instant; readonly atText: string };

/** Who may answer. `account` is theirs on the platform of the card, or null: only it may be mentioned. */
export type Answerer = { readonly name: string; readonly account: string | null };

export type CardOption = Option & { readonly number: number };

export type CardState =
  | { readonly kind: 'open' }
  | { readonly kind: 'overdue'; readonly since: string }
  | { readonly kind: 'held'; readonly answer: string; readonly by: string; readonly at: string; readonly until: string }
  | { readonly kind: 'answered'; readonly answer: string; readonly by: string; readonly at: string }
  | { readonly kind: 'delivered'; readonly answer: string; readonly by: string; readonly at: string; readonly deliveredAt: string }
  | {
      readonly kind: 'used';
      readonly answer: string;
      readonly by: string;
      readonly turn: string;
      readonly use: string;
      readonly how: string;
    }
  | { readonly kind: 'withdrawn'; readonly by: string; readonly why: string; readonly at: string }
  | { readonly kind: 'superseded'; readonly successor: string; readonly at: string };

/** What has to be looked up beside the gate itself to draw its card. */
export type CardFacts = {
  readonly goalSlug: string;
  readonly todoTitles: ReadonlyMap<string, string>;
  readonly answerers: readonly Answerer[];
  readonly evidence: readonly CardEvidence[];
  /** Who asked and who closed, as people read it. */
  readonly askedBy: string;
  readonly closedBy: string;
  /** Asked as irreversible, or made so by what the goal lists since. */
  readonly irreversible: boolean;
  readonly hint: string | null;
  readonly timeZone: string;
};

/** Draws the card of a gate as it stands at `now`. Pending and settled cards are one body with another state. */
export function drawCard(gate: Gate, facts: CardFacts, now: Instant): GateCard {
  return {
    code: gate.code,
    revision: gate.revision,
    goal: facts.goalSlug,
    question: gate.question,
    context: gate.context,
    expects:
      gate.expects.kind === 'choice'
        ? { kind: 'choice', options: numbered(gate.expects.options) }
        : { kind: 'text', max: gate.expects.max },
    blocks: blocked(gate, facts),
    risk: facts.irreversible ? 'irreversible' : gate.risk,
    evidence: facts.evidence,
    deadline: gate.due_at === null ? null : { at: gate.due_at, text: when(gate.due_at, facts.timeZone) },
    askedBy: facts.askedBy,
    answerers: facts.answerers,
    state: cardState(gate, facts, now),
    hint: facts.hint,
  };
}

/** How much of what somebody wrote stands in the sentence: every platform has room for who and when behind it. */
const wordsMax = 500;

/** The state of the gate in one sentence. */
export function stateSentence(whole: CardState): string {
  const state = shorterState(whole, wordsMax);
  switch (state.kind) {
    case 'open':
      return 'Open: waits for an answer.';
    case 'overdue':
      return `Open and overdue since ${state.since}: what it blocks stays blocked until somebody answers.`;
    case 'held':
      return `Answered "${state.answer}" by ${state.by} at ${state.at}. Can be taken back until ${state.until}.`;
    case 'answered':
      return `Answered "${state.answer}" by ${state.by} at ${state.at}. The agents see it now.`;
    case 'delivered':
      return `Answered "${state.answer}" by ${state.by} at ${state.at}. Delivered at ${state.deliveredAt}.`;
    case 'used':
      return `Answered "${state.answer}" by ${state.by}. Turn ${state.turn} says: ${state.use}${state.how === '' ? '' : ` (${state.how})`}.`;
    case 'withdrawn':
      return `Withdrawn by ${state.by} at ${state.at}: ${state.why}. It lets nothing go.`;
    case 'superseded':
      return `Superseded by ${state.successor} at ${state.at}.`;
  }
}

/** The state with at most so many UTF-16 units of each text that somebody wrote. */
export function shorterState(state: CardState, charsMax: number): CardState {
  switch (state.kind) {
    case 'held':
    case 'answered':
    case 'delivered':
      return { ...state, answer: cut(state.answer, charsMax) };
    case 'used':
      return { ...state, answer: cut(state.answer, charsMax), how: cut(state.how, charsMax) };
    case 'withdrawn':
      return { ...state, why: cut(state.why, charsMax) };
    case 'open':
    case 'overdue':
    case 'superseded':
      return state;
  }
}

/** What was answered, as people read it: the label of the option, or the text. */
export function answerText(gate: Pick<Gate, 'expects'>, answer: Pick<Answer, 'option' | 'value'>): string {
  if (answer.option === undefined) return answer.value ?? '';
  const options = gate.expects.kind === 'choice' ? gate.expects.options : [];
  return options.find((option) => option.key === answer.option)?.label ?? answer.option;
}

function cardState(gate: Gate, facts: CardFacts, now: Instant): CardState {
  switch (gate.state) {
    case 'open':
      return isOverdue(gate, now) && gate.due_at !== null
        ? { kind: 'overdue', since: when(gate.due_at, facts.timeZone) }
        : { kind: 'open' };
    case 'answered':
      return answeredState(gate, answerText(gate, gate.answer), facts, now);
    case 'withdrawn':
      return { kind: 'withdrawn', by: facts.closedBy, why: gate.why, at: when(gate.closed_at, facts.timeZone) };
    case 'superseded':
      return { kind: 'superseded', successor: gate.by_code, at: when(gate.closed_at, facts.timeZone) };
  }
}

function answeredState(gate: AnsweredGate, text: string, facts: CardFacts, now: Instant): CardState {
  const { answer } = gate;
  const said = { answer: text, by: answer.by.name, at: when(answer.at, facts.timeZone) };
  if (answer.used_in !== undefined) {
    return { kind: 'used', answer: text, by: answer.by.name, turn: answer.used_in, use: answer.use ?? 'used', how: answer.how ?? '' };
  }
  if (answer.delivered_at !== undefined) return { kind: 'delivered', ...said, deliveredAt: when(answer.delivered_at, facts.timeZone) };
  const until = heldUntil(gate, now);
  return until === null ? { kind: 'answered', ...said } : { kind: 'held', ...said, until: when(until, facts.timeZone) };
}

function numbered(options: readonly Option[]): readonly CardOption[] {
  return options.map((option, index) => ({ ...option, number: index + 1 }));
}

function blocked(gate: Gate, facts: CardFacts): readonly string[] {
  return [
    ...gate.blocks.lanes.map((lane) => `lane ${lane}`),
    ...gate.blocks.todos.map(({ id }) => `todo "${facts.todoTitles.get(id) ?? id}"`),
    ...gate.blocks.scopes.map((scope) => `scope ${scope}`),
  ];
}
