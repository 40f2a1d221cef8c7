import type { Agent } from '../people/agent.ts';
import type { Reads } from '../ports.ts';
import { isLapsed } from '../lease/rules.ts';
import type { Goal } from '../goal/goal.ts';
import type { Instant } from '../time.ts';
import type { Todo } from '../todo/todo.ts';
import { pickWork } from '../turn/pick-work.ts';
import type { OpenTurn } from '../turn/turn.ts';
import type { Difference } from './difference.ts';
import type { Block, Line } from './digest.ts';
import { stateLine } from './lines.ts';

/** What an agent of the goal does, or could take up now. */
export type Prospect = { readonly agent: Agent; readonly turn: OpenTurn | undefined; readonly todo: Todo | undefined };

/** What each agent of a goal does or could do now. Agents with the same capabilities could take the same. */
export async function prospectsOf(reads: Reads, goal: Goal, now: Instant): Promise<readonly Prospect[]> {
  const turns = new Map((await reads.openTurns(goal.id)).filter((turn) => !isLapsed(turn, now)).map((turn) => [turn.agent, turn]));
  const picked = new Map<string, Todo | undefined>();
  const prospects: Prospect[] = [];
  for (const agent of (await reads.agentsOf(goal.id)).filter(({ state }) => state === 'active')) {
    const turn = turns.get(agent.id);
    const alike = JSON.stringify([...agent.capabilities].sort());
    if (turn === undefined && goal.state === 'active' && !picked.has(alike)) {
      picked.set(alike, (await pickWork(reads, goal, agent, undefined, now)).todo);
    }
    prospects.push({ agent, turn, todo: turn === undefined ? picked.get(alike) : undefined });
  }
  return prospects;
}

const shownMax = 10;

export async function next(difference: Difference, prospects: readonly Prospect[]): Promise<readonly Block[]> {
  const { reads, to } = difference;
  const lines: Line[] = [];
  const coming = new Set<string>();
  for (const { agent, turn, todo } of prospects) {
    if (turn !== undefined) {
      const held = turn.todo === null ? undefined : await reads.todo(turn.todo);
      const work = held === undefined ? 'changes the plan' : `works on "${held.title}"`;
      lines.push(stateLine({ from: 0, to }, `agent ${agent.slug} ${work}`, { since: turn.started_at, shows: shownTodo(held) }));
    } else if (todo !== undefined && !coming.has(todo.id)) {
      coming.add(todo.id);
      lines.push(
        stateLine({ from: todo.seq - 1, to }, `"${todo.title}" in ${todo.lane} can be taken up (${todo.priority})`, {
          shows: shownTodo(todo),
        }),
      );
    }
  }
  return lines.length === 0 ? [] : [{ kind: 'next', heading: 'Next', lane: null, lines: lines.slice(0, shownMax) }];
}

function shownTodo(todo: Todo | undefined): Line['shows'] {
  return todo === undefined ? [] : [{ kind: 'todo', id: todo.id }];
}
