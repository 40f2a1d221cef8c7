import type { TodoId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { Todo } from '../todo/todo.ts';
import type { Difference, Told } from './difference.ts';
import type { Block, Line } from './digest.ts';
import { entryLine, firstLines, numberLine, proofsOf } from './lines.ts';
import { decisionLines } from './decisions.ts';

/** What changed: the goal itself, decisions, then each lane in its order. */
export async function changes(difference: Difference): Promise<readonly Block[]> {
  const { reads, goal } = difference;
  const blocks: Block[] = [];
  const ofGoal = firstLines(difference, difference.entries.flatMap(goalLine).reverse());
  if (ofGoal.length > 0) blocks.push({ kind: 'changes', heading: 'The goal', lane: null, lines: [...ofGoal] });
  const decided = await decisionLines(difference);
  if (decided.length > 0) blocks.push({ kind: 'changes', heading: 'Decisions', lane: null, lines: [...decided] });
  const todos = await todosOf(difference);
  for (const { slug, title } of await reads.lanes(goal.id)) {
    const lines = await laneLines(difference, slug, todos);
    if (lines.length > 0) blocks.push({ kind: 'changes', heading: `${title} (${slug})`, lane: slug, lines });
  }
  const nowhere = await laneLines(difference, null, todos);
  if (nowhere.length > 0) blocks.push({ kind: 'changes', heading: 'Plans', lane: null, lines: nowhere });
  return blocks;
}

function goalLine({ entry, event }: Told): readonly Line[] {
  if (event.type !== 'goal-changed') return [];
  const { state } = event.changes;
  const others = Object.keys(event.changes).filter((field) => field !== 'state');
  return [
    ...(state === undefined ? [] : [entryLine(entry, `is ${state} now`)]),
    ...(others.length === 0 ? [] : [entryLine(entry, `changed: ${others.join(', ')}`)]),
  ];
}

type Todos = ReadonlyMap<string, Todo>;

async function todosOf({ reads, entries }: Difference): Promise<Todos> {
  const ids = entries.flatMap(({ event }): TodoId[] => ('todo' in event && event.todo !== null ? [event.todo] : []));
  const todos = ids.length === 0 ? [] : await reads.todosById([...new Set(ids)]);
  return new Map(todos.map((todo) => [todo.id, todo]));
}

/** How much landed in a lane, then the newest of it. A turn that changed nothing is only counted. */
async function laneLines(difference: Difference, lane: string | null, todos: Todos): Promise<Line[]> {
  const here = difference.entries.filter(({ event }) => laneOf(event, todos) === lane);
  const told = here.filter(({ event }) => event.type !== 'turn-committed' || event.outcome !== 'no_change');
  if (told.length === 0) return [];
  const lines: Line[] = [];
  for (const one of told.slice(-limits.digestLinesPerBlockMax - 1).reverse()) lines.push(await changeLine(difference, one, todos));
  return [...(lane === null ? [] : counts(difference, lane, here)), ...firstLines(difference, lines)];
}

function counts(difference: Difference, lane: string, here: readonly Told[]): readonly Line[] {
  const outcomes = here.flatMap(({ event }) => (event.type === 'turn-committed' ? [event.outcome] : []));
  const completed = outcomes.filter((outcome) => outcome === 'completed').length;
  const landed = numberLine(difference, outcomes.length, outcomes.length === 1 ? 'turn landed' : 'turns landed', {
    query: 'turns-landed',
    lane,
  });
  const done = { query: 'turns-landed', lane, outcome: 'completed' } as const;
  return [
    ...(outcomes.length === 0 ? [] : [landed]),
    ...(completed === 0 ? [] : [numberLine(difference, completed, completed === 1 ? 'todo completed' : 'todos completed', done)]),
  ];
}

async function changeLine(difference: Difference, { entry, event }: Told, todos: Todos): Promise<Line> {
  const id = 'todo' in event ? event.todo : null;
  const work = id === null ? 'the plan' : `"${todos.get(id)?.title ?? id}"`;
  const shows: Line['shows'] = id === null ? [] : [{ kind: 'todo', id }];
  switch (event.type) {
    case 'turn-committed': {
      const evidence = await proofsOf(difference, event.evidence, entry.actor);
      const proofs = evidence.map((proof) => ({ kind: 'evidence' as const, id: proof.id }));
      return entryLine(entry, `${landedWords[event.outcome]} ${work}: ${event.summary}`, { evidence, shows: [...shows, ...proofs] });
    }
    case 'todo-dropped':
      return entryLine(entry, `dropped ${work}: ${event.why}`, { shows });
    case 'lease-lapsed': {
      const agent = (await difference.reads.agent(event.agent))?.slug ?? event.agent;
      return entryLine(entry, `agent ${agent} fell silent and lost its lease on ${work}`, { shows });
    }
    default:
      throw new Error(`entry ${entry.id} is ${event.type}, which belongs to no lane`);
  }
}

const landedWords = {
  progress: 'went on with',
  completed: 'completed',
  no_change: 'changed nothing of',
  blocked: 'is blocked at',
  failed: 'failed at',
} as const;

/** The lane of what happened to work; undefined for what happened to gates or the goal. */
function laneOf(event: Told['event'], todos: Todos): string | null | undefined {
  switch (event.type) {
    case 'turn-committed':
      return event.lane;
    case 'lease-lapsed':
    case 'todo-dropped':
      return event.todo === null ? null : (todos.get(event.todo)?.lane ?? null);
    default:
      return undefined;
  }
}
