import type { Goal } from '../goal/goal.ts';
import type { Person } from '../people/person.ts';
import { limits } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { seenText } from '../seen-text.ts';
import type { Instant } from '../time.ts';
import { plusMs, second } from '../time.ts';
import type { AllowedBy, Answer, Blocks, Expects, Gate } from './gate.ts';

/** Refuses what is not one concrete question with answers that differ. */
export function refuseVague(question: string, expects: Expects, blocks: Blocks): void {
  const reason = vagueQuestion(question) ?? vagueOptions(expects) ?? blocksNothing(blocks);
  if (reason !== undefined) throw new Refusal('vague-gate', reason.detail, reason.fix);
}

type Vague = { readonly detail: string; readonly fix: string };

function vagueQuestion(question: string): Vague | undefined {
  const seen = charsOf(seenText(question));
  if (seen < limits.questionMin) {
    return {
      detail: `The question has ${seen} characters; at least ${limits.questionMin} are needed.`,
      fix: 'Say what is to be decided.',
    };
  }
  if (!/[?？]$/u.test(question)) {
    return { detail: `The question does not end in a question mark: "${question}".`, fix: 'Ask one question that ends in ? or ？.' };
  }
  if (isSeveralSentences(question)) {
    return { detail: `The question is more than one sentence: "${question}".`, fix: 'Ask one sentence; put the rest into context.' };
  }
  return undefined;
}

/** Full stops that end no sentence: of addresses, of `e.g.` and the like, and of what usually comes before a name. */
const notSentences = /https?:\/\/\S+|\b(?:\p{L}\.){2,}|\b(?:vs|cf|approx|incl|dr|mr|mrs|ms|st)\./giu;

const closing = '"\'”’“»」』）)\\]';

/** A mark that ends a sentence and has more than closing quotes behind it: a new sentence after a full stop starts with a capital. */
const nextSentence = new RegExp(
  `[.!][${closing}]*\\s+\\p{Lu}|\\?[${closing}]+\\s+\\p{Lu}|\\?\\s*[^\\s?!${closing}]|[。！？]\\s*[^\\s？！?!${closing}]`,
  'u',
);

function isSeveralSentences(question: string): boolean {
  return /[\r\n]/.test(question) || nextSentence.test(question.replaceAll(notSentences, '…'));
}

function vagueOptions(expects: Expects): Vague | undefined {
  if (expects.kind === 'text') return undefined;
  const { options } = expects;
  if (options.length < limits.optionsMin) {
    return {
      detail: `A choice needs ${limits.optionsMin}-${limits.optionsMax} options; ${options.length} came.`,
      fix: 'Offer what could really be done.',
    };
  }
  const twice = repeated(options.map((option) => option.key)) ?? repeated(options.map((option) => seenText(option.label).toLowerCase()));
  if (twice !== undefined) return { detail: `Two options are called "${twice}".`, fix: 'Give each option its own key and label.' };
  if (options.filter((option) => option.recommended).length > 1) {
    return { detail: 'More than one option is recommended.', fix: 'Recommend one option, or none.' };
  }
  if (!options.some((option) => option.lets === 'go')) {
    return { detail: 'No option lets go, so no answer could ever free the work.', fix: 'Offer at least one option with lets: "go".' };
  }
  return undefined;
}

function blocksNothing(blocks: Blocks): Vague | undefined {
  if (blocks.lanes.length + blocks.todos.length + blocks.scopes.length > 0) return undefined;
  return { detail: 'The gate blocks nothing.', fix: 'Name the lanes, todos or scopes that wait for the answer in blocks.' };
}

function repeated(texts: readonly string[]): string | undefined {
  return texts.find((text, index) => texts.indexOf(text) !== index);
}

/** What answering needs to know of who may answer. Loaded in the transaction of the answer. */
export type Authority = {
  readonly owners: readonly Person['id'][];
  /** The owner of the asking agent, when the gate forbids that they answer it. */
  readonly barred: Person['id'] | null;
};

/** The one rule of authority, for every surface: at this moment, on immutable ids. An empty list means nobody. */
export function allowedToAnswer(gate: Gate, person: Person, { owners, barred }: Authority): AllowedBy | undefined {
  if (person.state !== 'active' || person.id === barred) return undefined;
  if (gate.answerers === null) return owners.includes(person.id) ? { kind: 'owner' } : undefined;
  if (gate.answerers.people.includes(person.id)) return { kind: 'named' };
  const held = person.roles.find(({ role }) => gate.answerers?.roles.includes(role));
  return held === undefined ? undefined : { kind: 'role', role: held.role, grant: held.grant };
}

export type Given = {
  readonly revision: number;
  readonly option?: string | undefined;
  readonly value?: string | undefined;
  readonly hold_s?: number | undefined;
};

export type Choice = Pick<Answer, 'option' | 'value' | 'lets'>;

/** How an answer meets the gate: the first valid one counts, and only for the revision that its author saw. */
export type Meeting =
  | { readonly result: 'counted'; readonly choice: Choice; readonly deliver_at: Instant }
  | { readonly result: 'already-decided' }
  | { readonly result: 'question-changed' }
  | { readonly result: 'gate-closed' };

export type Answering = { readonly person: Person; readonly irreversible: boolean; readonly now: Instant };

export function meetAnswer(gate: Gate, given: Given, answering: Answering): Meeting {
  if (gate.state === 'withdrawn' || gate.state === 'superseded') return { result: 'gate-closed' };
  if (gate.state === 'answered') return { result: 'already-decided' };
  if (gate.revision !== given.revision) return { result: 'question-changed' };
  return { result: 'counted', choice: chosen(gate, given), deliver_at: plusMs(answering.now, holdMs(answering, given.hold_s)) };
}

/** An answer is held so that a slip can be taken back: as long as its person says, irreversible ones at least 30 s. */
function holdMs({ person, irreversible }: Answering, hold_s: number | undefined): number {
  const wished = (hold_s ?? person.hold_s) * second;
  return irreversible ? Math.max(wished, limits.holdIrreversibleMinMs) : wished;
}

/** Asked as irreversible, or with a scope at stake that the goal lists as such, be it since the gate was asked. */
export function isIrreversible(gate: Gate, goal: Pick<Goal, 'irreversible_scopes'>, atStake: readonly string[]): boolean {
  return gate.risk === 'irreversible' || atStake.some((scope) => goal.irreversible_scopes.includes(scope));
}

function chosen(gate: Gate, given: Given): Choice {
  const { expects, code } = gate;
  if (expects.kind === 'choice') {
    const option = expects.options.find((offered) => offered.key === given.option);
    if (option !== undefined && given.value === undefined) return { option: option.key, lets: option.lets };
    const keys = expects.options.map((offered) => offered.key).join(', ');
    const came = given.option === undefined ? 'no option came' : `"${given.option}" is not one of them`;
    throw new Refusal(
      'bad-input',
      `Gate ${code} offers ${keys}; ${given.value === undefined ? came : 'a value came'}.`,
      'Answer with the key of one of them.',
    );
  }
  const text = given.value?.trim() ?? '';
  const chars = charsOf(text);
  if (seenText(text) !== '' && chars <= expects.max && given.option === undefined) return { value: text, lets: expects.lets };
  const came = given.option === undefined ? `${chars} came` : 'an option came';
  throw new Refusal('bad-input', `Gate ${code} takes a text of 1-${expects.max} characters as value; ${came}.`, 'Answer with value.');
}

/** Code points, as the schemas of the verbs count. */
function charsOf(text: string): number {
  return Array.from(text).length;
}

/** A gate never gives up what it blocks: a revision or a covering successor blocks at least the same. */
export function coversBlocks(wider: Blocks, narrower: Blocks): boolean {
  const todos = new Set(wider.todos.map((todo) => todo.id));
  return (
    narrower.lanes.every((lane) => wider.lanes.includes(lane)) &&
    narrower.scopes.every((scope) => wider.scopes.includes(scope)) &&
    narrower.todos.every((todo) => todos.has(todo.id))
  );
}

export function isOverdue(gate: Gate, now: Instant): boolean {
  return gate.state === 'open' && gate.due_at !== null && gate.due_at <= now;
}
