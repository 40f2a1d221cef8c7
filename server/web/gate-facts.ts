import type { z } from 'zod';
import type { inbox } from '../../src/attention/inbox.ts';
import type { RankPart } from '../../src/attention/rank.ts';
import { rankParts } from '../../src/attention/rank.ts';
import type { Evidence, File } from '../../src/evidence/evidence.ts';
import { showGate } from '../../src/gate/gate-views.ts';
import { findGate } from '../../src/gate/find-gate.ts';
import { isIrreversible } from '../../src/gate/rules.ts';
import { scopesAtStake } from '../../src/gate/scopes-at-stake.ts';
import type { Goal } from '../../src/goal/goal.ts';
import type { Person } from '../../src/people/person.ts';
import type { Reads } from '../../src/ports.ts';
import type { Instant } from '../../src/time.ts';
import type { Todo } from '../../src/todo/todo.ts';
import type { Look } from '../../src/verb.ts';
import type { Visit } from './visit.ts';
import { lookFrom, see } from './visit.ts';

export type ShownGate = z.infer<typeof showGate.output>;
export type InboxItem = z.infer<typeof inbox.output>['items'][number];

/** Everything that a page says about one gate, read in one snapshot. */
export type GateFacts = {
  readonly gate: ShownGate;
  readonly goal: Pick<Goal, 'slug' | 'title'>;
  /** Asked as irreversible, or made so by what the goal lists since. */
  readonly irreversible: boolean;
  /** The visitor may answer it. */
  readonly mine: boolean;
  /** The visitor gave the answer that stands. */
  readonly answeredByMe: boolean;
  readonly evidence: readonly Evidence[];
  readonly files: ReadonlyMap<string, File>;
  readonly todos: ReadonlyMap<string, Todo>;
  readonly routes: ReadonlyMap<string, string>;
  /** Why it stands where it does in the queue, while it is open. */
  readonly rank: readonly RankPart[];
  readonly askedBy: string;
  readonly closedBy: string;
  /** Texts of the diffs among the evidence, by the proof that shows them. */
  readonly diffs: ReadonlyMap<string, string>;
} & Reader;

/** Who looks, in which zone, and when. */
export type Reader = { readonly now: Instant; readonly timeZone: string; readonly person: Person };

export async function gateFacts(visit: Visit, ref: string): Promise<Omit<GateFacts, 'diffs'>> {
  return lookFrom(visit, (look) => gateFactsIn(look, visit.visitor.person, ref));
}

/** The same, inside a look that reads more. */
export async function gateFactsIn(look: Look, person: Person, ref: string): Promise<Omit<GateFacts, 'diffs'>> {
  const { reads } = look;
  const gate = await see(look, showGate, { gate: ref });
  const found = await findGate(look, ref);
  const evidence = gate.evidence.length === 0 ? [] : await reads.evidenceById(found.goal.id, gate.evidence);
  const todos = await reads.todosById(found.gate.blocks.todos.map(({ id }) => id));
  return {
    gate,
    goal: found.goal,
    irreversible: isIrreversible(found.gate, found.goal, await scopesAtStake(reads, found.gate.blocks)),
    mine: gate.who.some(({ slug }) => slug === person.slug),
    answeredByMe: gate.answer?.by.person === person.id,
    evidence,
    files: await filesOf(reads, evidence),
    todos: new Map(todos.map((todo) => [todo.id, todo])),
    routes: await routesOf(reads, gate),
    rank: rankParts(found.gate, { lanes: gate.blocks.lanes.length, todos: gate.blocks.todos.length }, look.now),
    askedBy: await actorWords(reads, gate.asked_by),
    closedBy: gate.closed_by === undefined ? '' : await actorWords(reads, gate.closed_by),
    now: look.now,
    timeZone: person.time_zone,
    person,
  };
}

/** An actor as people read it: `agent builder`, `Mara Voss`, `the operator`. */
export async function actorWords(reads: Pick<Reads, 'agent' | 'person'>, actor: string): Promise<string> {
  const [kind, id] = [actor.split(':', 1)[0], actor.slice(actor.indexOf(':') + 1)];
  switch (kind) {
    case 'agent':
      return `agent ${(await reads.agent(id))?.slug ?? id}`;
    case 'person':
      return (await reads.person(id))?.name ?? id;
    case 'operator':
      return 'the operator';
    default:
      return kind === 'service' ? 'Gatebell' : actor;
  }
}

/** What was answered, as people read it: the label of the option, or the text. */
export function answerWords(
  gate: Pick<ShownGate, 'expects'>,
  answer: { readonly option?: string | undefined; readonly value?: string | undefined },
): string {
  if (answer.option === undefined) return answer.value ?? '';
  const options = gate.expects.kind === 'choice' ? gate.expects.options : [];
  return options.find((option) => option.key === answer.option)?.label ?? answer.option;
}

async function filesOf(reads: Reads, evidence: readonly Evidence[]): Promise<ReadonlyMap<string, File>> {
  const files = new Map<string, File>();
  for (const { proof } of evidence) {
    const file = proof.kind === 'artifact' ? await reads.file(proof.sha256) : undefined;
    if (file !== undefined) files.set(file.sha256, file);
  }
  return files;
}

async function routesOf(reads: Reads, gate: ShownGate): Promise<ReadonlyMap<string, string>> {
  const named = new Map<string, string>();
  for (const { route: id } of gate.copies) {
    const route = await reads.route(id as Parameters<Reads['route']>[0]); // the view gives ids of routes as texts
    if (route !== undefined) named.set(id, `${route.platform} ${route.address}`);
  }
  return named;
}
