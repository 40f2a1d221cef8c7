import { authorityOf, whoCanAnswer } from '../src/gate/authority.ts';
import type { Gate } from '../src/gate/gate.ts';
import { isIrreversible } from '../src/gate/rules.ts';
import { scopesAtStake } from '../src/gate/scopes-at-stake.ts';
import type { Proof } from '../src/evidence/evidence.ts';
import type { Goal } from '../src/goal/goal.ts';
import type { Person } from '../src/people/person.ts';
import type { Reads } from '../src/ports.ts';
import type { Instant } from '../src/time.ts';
import type { Route } from '../src/post/route.ts';
import type { Answerer, CardEvidence, CardFacts, GateCard } from './card.ts';
import { drawCard } from './card.ts';
import { when } from './when.ts';

const namesMax = 10;

/** Who looks at a card: the zone of the one person who does, or null when many do, and on which platform. */
export type Reader = { readonly timeZone: string | null; readonly platform: Route['platform'] };

/** Looks up what a card names and draws it. Times are in the reader's zone, or in the goal's when many read it. */
export async function cardOf(reads: Reads, gate: Gate, reader: Reader, now: Instant): Promise<GateCard> {
  const [goal] = await reads.goalsById([gate.goal]);
  if (goal === undefined) throw new Error(`gate ${gate.code} belongs to ${gate.goal}, which is not there`);
  const todos = await reads.todosById(gate.blocks.todos.map((todo) => todo.id));
  const timeZone = reader.timeZone ?? goal.time_zone;
  const facts: CardFacts = {
    goalSlug: goal.slug,
    todoTitles: new Map(todos.map((todo) => [todo.id, todo.title])),
    answerers: await answerersOf(reads, gate, goal, reader.platform),
    evidence: await evidenceOf(reads, gate, timeZone),
    askedBy: await actorWords(reads, gate.asked_by),
    closedBy: 'closed_by' in gate ? await actorWords(reads, gate.closed_by) : '',
    irreversible: isIrreversible(gate, goal, await scopesAtStake(reads, gate.blocks)),
    hint: await absenceHint(reads, gate, reader.platform, timeZone),
    timeZone,
  };
  return drawCard(gate, facts, now);
}

/** Who pressed while the platform was out of reach thinks that they answered. A question that is newer was not pressed then. */
async function absenceHint(reads: Reads, gate: Gate, platform: Route['platform'], timeZone: string): Promise<string | null> {
  if (gate.state !== 'open') return null;
  const absence = await reads.absence(platform);
  const asked = gate.revisions.at(-1)?.at ?? gate.asked_at;
  if (absence === undefined || asked > absence.until) return null;
  const [since, until] = [when(absence.since, timeZone), when(absence.until, timeZone)];
  return `What was pressed here from ${since} to ${until} was lost. If you answered then, answer again.`;
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
      return actor;
  }
}

async function answerersOf(reads: Reads, gate: Gate, goal: Goal, platform: Route['platform']): Promise<readonly Answerer[]> {
  const people = await whoCanAnswer(reads, gate, await authorityOf(reads, gate, goal));
  const shown = people.slice(0, namesMax);
  const identities = shown.length === 0 ? [] : await reads.identitiesOf(shown.map(({ id }) => id));
  const accountOf = (person: Person) => identities.find((of) => of.person === person.id && of.platform === platform)?.account ?? null;
  const answerers = shown.map((person) => ({ name: person.name, account: accountOf(person) }));
  return people.length > namesMax ? [...answerers, { name: `${people.length - namesMax} more`, account: null }] : answerers;
}

async function evidenceOf(reads: Reads, gate: Gate, timeZone: string): Promise<readonly CardEvidence[]> {
  const kept = gate.evidence.length === 0 ? [] : await reads.evidenceById(gate.goal, gate.evidence);
  return kept.map(({ proof, made_at }) => ({ ...proofWords(proof), at: made_at, atText: when(made_at, timeZone) }));
}

/** A proof in a few words, and what stands behind it: a record of a run, something seen, or somebody's word. */
function proofWords(proof: Proof): Pick<CardEvidence, 'text' | 'strength'> {
  switch (proof.kind) {
    case 'command':
      return { text: `${proof.argv.join(' ')}: exit code ${proof.exit_code}`, strength: 'recorded' };
    case 'tests':
      return { text: `${proof.tool}: ${proof.passed} passed, ${proof.failed} failed, ${proof.skipped} skipped`, strength: 'recorded' };
    case 'change':
      return { text: `${proof.repo} at ${proof.commit}${proof.url === undefined ? '' : `, ${proof.url}`}`, strength: 'recorded' };
    case 'artifact':
      return { text: `${proof.name} (${proof.media_type})`, strength: 'recorded' };
    case 'metric':
      return { text: `${proof.name}: ${proof.value} ${proof.unit}, ${proof.better} is better`, strength: 'recorded' };
    case 'observation':
      return { text: `${proof.url}: ${proof.text}`, strength: 'observed' };
    case 'statement':
      return { text: proof.text, strength: 'only stated' };
  }
}
