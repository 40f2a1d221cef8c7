import type { FC } from 'hono/jsx';
import { board } from '../../src/goal/board.ts';
import { listGoals } from '../../src/goal/goal-views.ts';
import { limits } from '../../src/limits.ts';
import { respondPage } from './headers.ts';
import { Page } from './layout.tsx';
import type { BoardColumn } from './board-columns.ts';
import { boardColumns, inOrder } from './board-columns.ts';
import type { Visit } from './visit.ts';
import { lookFrom, see } from './visit.ts';
import { plural, visible } from './words.ts';

/** `GET /goals`. */
export async function goalsPage(visit: Visit): Promise<Response> {
  const { items, next } = await lookFrom(visit, (look) =>
    see(look, listGoals, { limit: limits.pageMax, after: visit.context.req.query('after') }),
  );
  return respondPage(
    200,
    <Page visit={visit} title="Goals" place="goals">
      <h1>Goals</h1>
      {items.length === 0 ? <p class="empty">No goals yet. An operator makes one: gatebell goal new.</p> : null}
      <ul class="list">
        {items.map((goal) => (
          <li data-nav="row">
            <a href={`/goals/${goal.slug}`} dir="auto">
              {visible(goal.title)}
            </a>{' '}
            <span class="quiet">{`${goal.slug}, ${goal.state}, owners: ${goal.owners.join(', ') || 'nobody'}`}</span>
          </li>
        ))}
      </ul>
      {next === null ? null : (
        <p>
          <a href={`/goals?after=${encodeURIComponent(next)}`}>More goals</a>
        </p>
      )}
    </Page>,
  );
}

/** `GET /goals/:goal`: the columns are derived from state, so nothing is dragged. */
export async function boardPage(visit: Visit): Promise<Response> {
  const shown = await lookFrom(visit, async (look) => {
    const seen = await see(look, board, { goal: visit.context.req.param('goal') ?? '' });
    const agents = new Map<string, string>();
    for (const { agent } of seen.leases) agents.set(agent, (await look.reads.agent(agent))?.slug ?? agent);
    return { ...seen, agents };
  });
  const { goal, as_of } = shown;
  const columns = boardColumns(shown, visit.visitor.person.time_zone);
  return respondPage(
    200,
    <Page visit={visit} title={visible(goal.title)} place="goals">
      <h1 dir="auto">{visible(goal.title)}</h1>
      <p class="quiet">
        {`${goal.slug} is ${goal.state}. Owners: ${goal.owners.join(', ') || 'nobody'}. As of entry `}
        {as_of.seq === 0 ? '0' : <a href={`/goals/${goal.slug}/ledger/${as_of.seq}`}>{String(as_of.seq)}</a>}
        {'. '}
        <a href={`/goals/${goal.slug}/ledger`}>Ledger</a>
      </p>
      <details class="about" open>
        <summary>What it is for</summary>
        <p class="vision" dir="auto">
          {visible(goal.vision)}
        </p>
        {goal.invariants.length === 0 ? null : (
          <>
            <h2>Never to be sacrificed</h2>
            <ul>
              {goal.invariants.map((text) => (
                <li dir="auto">{visible(text)}</li>
              ))}
            </ul>
          </>
        )}
        {goal.acceptance.length === 0 ? null : (
          <>
            <h2>Acceptance</h2>
            <ul>
              {goal.acceptance.map((text) => (
                <li dir="auto">{visible(String(text))}</li>
              ))}
            </ul>
          </>
        )}
      </details>
      <p class="quiet">{lanesWords(shown.lanes)}</p>
      <div class="board">
        {columns.map((column) => (
          <Column column={column} />
        ))}
      </div>
    </Page>,
  );
}

function lanesWords(
  lanes: readonly { readonly slug: string; readonly open_todos: number; readonly blocked_by: readonly string[] }[],
): string {
  if (lanes.length === 0) return 'No lanes yet.';
  return lanes
    .map(
      (lane) =>
        `${lane.slug}: ${plural(lane.open_todos, 'open todo')}${lane.blocked_by.length === 0 ? '' : `, blocked by ${inOrder(lane.blocked_by).join(', ')}`}`,
    )
    .join(' · ');
}

const Column: FC<{ readonly column: BoardColumn }> = ({ column: { title, cards, none } }) => (
  <details class="column" data-nav="column" open>
    <summary>
      <h2>{`${title} (${cards.length})`}</h2>
    </summary>
    {cards.length === 0 ? <p class="quiet">{none}</p> : null}
    <ul>
      {cards.map((card) => (
        <li class="todo" data-nav="row" tabindex={card.href === null ? 0 : undefined}>
          {card.href === null ? (
            <span dir="auto">{visible(card.title)}</span>
          ) : (
            <a href={card.href} dir="auto">
              {visible(card.title)}
            </a>
          )}
          <span class="meta" dir="auto">
            {visible(card.told)}
          </span>
        </li>
      ))}
    </ul>
  </details>
);
