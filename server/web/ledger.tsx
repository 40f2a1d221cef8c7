import type { FC } from 'hono/jsx';
import { findGoal } from '../../src/goal/find-goal.ts';
import { listGoals } from '../../src/goal/goal-views.ts';
import { goalStream } from '../../src/ids.ts';
import type { GateId } from '../../src/ids.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import { ledger } from '../../src/ledger/ledger-view.ts';
import { limits } from '../../src/limits.ts';
import { notFound } from '../../src/refusal.ts';
import type { Instant } from '../../src/time.ts';
import type { Look } from '../../src/verb.ts';
import { entryMeanings } from '../http/entry-meanings.ts';
import { actorWords } from './gate-facts.ts';
import { respondPage } from './headers.ts';
import { Page } from './layout.tsx';
import { Plain } from './markdown.tsx';
import type { Visit } from './visit.ts';
import { lookFrom, see } from './visit.ts';
import { clockTime, visible } from './words.ts';

type Told = Entry & { readonly who: string; readonly gateCode: string | undefined };

/** `GET /ledger`: one ledger for each goal. */
export async function ledgersPage(visit: Visit): Promise<Response> {
  const { items, next } = await lookFrom(visit, (look) =>
    see(look, listGoals, { limit: limits.pageMax, after: visit.context.req.query('after') }),
  );
  return respondPage(
    200,
    <Page visit={visit} title="Ledger" place="ledger">
      <h1>Ledger</h1>
      {items.length === 0 ? <p class="empty">Nothing has happened yet.</p> : null}
      <ul class="list">
        {items.map((goal) => (
          <li data-nav="row">
            <a href={`/goals/${goal.slug}/ledger`} dir="auto">
              {visible(goal.title)}
            </a>
          </li>
        ))}
      </ul>
      {next === null ? null : (
        <p>
          <a href={`/ledger?after=${encodeURIComponent(next)}`}>More ledgers</a>
        </p>
      )}
    </Page>,
  );
}

/** `GET /goals/:goal/ledger`: the entries in order. `?gate` leaves those of one gate of the page. */
export async function ledgerPage(visit: Visit): Promise<Response> {
  const { context } = visit;
  const after = positionOf(context.req.query('after'));
  const code = context.req.query('gate');
  const shown = await lookFrom(visit, async (look) => {
    const goal = await findGoal(look, context.req.param('goal') ?? '');
    const gate = code === undefined ? undefined : await look.reads.gate(code);
    const pages = await entriesFrom(look, goal.slug, after, gate?.id);
    return { goal, ...pages, now: look.now, items: await told(look, pages.items) };
  });
  const { goal, items, next, head } = shown;
  return respondPage(
    200,
    <Page visit={visit} title={`Ledger of ${visible(goal.title)}`} place="ledger">
      <h1 dir="auto">{`Ledger of ${visible(goal.title)}`}</h1>
      <p class="quiet">
        {`Head: entry ${head.seq}, ${head.hash.slice(0, 16)}. Each entry is chained to the one before.`}{' '}
        <a href={`/goals/${goal.slug}`}>Board</a>
      </p>
      {code === undefined ? null : (
        <p>
          Entries of <bdi class="code">{visible(code)}</bdi> alone. <a href={`/goals/${goal.slug}/ledger`}>All entries</a>
        </p>
      )}
      {items.length === 0 ? (
        <p class="empty">{after === 0 && code === undefined ? 'Nothing has happened yet.' : 'There are no entries here.'}</p>
      ) : null}
      {items.length === 0 ? null : <Entries items={items} slug={goal.slug} now={shown.now} timeZone={visit.visitor.person.time_zone} />}
      {next === null ? null : (
        <p>
          <a
            href={`/goals/${goal.slug}/ledger?${new URLSearchParams({ after: String(next), ...(code === undefined ? {} : { gate: code }) })}`}
          >
            Later entries
          </a>
        </p>
      )}
    </Page>,
  );
}

const storyPagesMax = 10;

/** A page of entries; for one gate, what of it stands in the next pages, so that its story is not cut into empty pages. */
async function entriesFrom(look: Look, goal: string, after: number, gate: GateId | undefined) {
  const first = await see(look, ledger, { goal, after, limit: limits.pageMax });
  if (gate === undefined) return first;
  const items = first.items.filter((entry) => entry.data.gate === gate);
  let { next } = first;
  for (let page = 1; next !== null && page < storyPagesMax; page += 1) {
    const more = await see(look, ledger, { goal, after: next, limit: limits.pageMax });
    items.push(...more.items.filter((entry) => entry.data.gate === gate));
    next = more.next;
  }
  return { ...first, items, next };
}

const Entries: FC<{ readonly items: readonly Told[]; readonly slug: string; readonly now: Instant; readonly timeZone: string }> = ({
  items,
  slug,
  now,
  timeZone,
}) => (
  <section class="scroll" tabindex={0} aria-label="Entries">
    <table class="ledger">
      <thead>
        <tr>
          <th scope="col">Seq</th>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Receipt</th>
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <tr id={`seq-${entry.seq}`} data-nav="row" tabindex={-1}>
            <td>{String(entry.seq)}</td>
            <td>{clockTime(entry.at as Instant, now, timeZone)}</td>
            <td dir="auto">{visible(entry.who)}</td>
            <td>
              {meaningOf(entry)} <About entry={entry} />
            </td>
            <td>
              <a href={`/goals/${slug}/ledger/${entry.seq}`}>
                <code>{entry.hash.slice(0, 8)}</code>
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const About: FC<{ readonly entry: Told }> = ({ entry: { gateCode } }) =>
  gateCode === undefined ? null : (
    <a href={`/gates/${gateCode}`}>
      <bdi class="code">{gateCode}</bdi>
    </a>
  );

/** `GET /goals/:goal/ledger/:seq`: one receipt, at an address that stays. */
export async function receiptPage(visit: Visit): Promise<Response> {
  const { context, visitor } = visit;
  const seq = positionOf(context.req.param('seq'));
  const { goal, entry, now } = await lookFrom(visit, async (look) => {
    const goal = await findGoal(look, context.req.param('goal') ?? '');
    const [found] = seq === 0 ? [] : await look.reads.entries(goalStream(goal.id), seq - 1, 1);
    if (found?.seq !== seq) throw notFound('entry', String(seq), `in the ledger of ${goal.slug}`);
    const [entry] = await told(look, [found]);
    return { goal, entry: entry ?? { ...found, who: found.actor, gateCode: undefined }, now: look.now };
  });
  const rows = [
    ['Receipt', entry.id],
    ['Entry', `${entry.seq} of ${goal.slug}, position ${entry.position}`],
    ['When', `${entry.at} (${clockTime(entry.at as Instant, now, visitor.person.time_zone)})`],
    ['Who', `${visible(entry.who)} (${entry.actor})`],
    ['Type', entry.type],
    ['Command', entry.command],
    ['Hash', entry.hash],
    ['Chained to', entry.previous === '' ? 'nothing: it is the first' : entry.previous],
  ] as const;
  return respondPage(
    200,
    <Page visit={visit} title={`Entry ${seq} of ${visible(goal.title)}`} place="ledger">
      <h1>{`Entry ${seq} of ${goal.slug}`}</h1>
      <p>
        {meaningOf(entry)} <About entry={entry} />
      </p>
      <dl class="receipt">
        {rows.map(([name, text]) => (
          <div>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h2>What was written</h2>
      <Plain text={JSON.stringify(entry.data, null, 2)} label="As JSON" />
      <p>
        {seq > 1 ? <a href={`/goals/${goal.slug}/ledger/${seq - 1}`}>The entry before</a> : null}{' '}
        <a href={`/goals/${goal.slug}/ledger?after=${Math.max(0, seq - 20)}#seq-${seq}`}>In the ledger</a>
      </p>
    </Page>,
  );
}

async function told(look: Look, entries: readonly Entry[]): Promise<readonly Told[]> {
  const [names, codes] = [new Map<string, string>(), new Map<string, string>()];
  for (const { actor, data } of entries) {
    if (!names.has(actor)) names.set(actor, await actorWords(look.reads, actor));
    if (typeof data.gate === 'string' && !codes.has(data.gate)) codes.set(data.gate, (await look.reads.gate(data.gate))?.code ?? data.gate);
  }
  return entries.map((entry) => ({ ...entry, who: names.get(entry.actor) ?? entry.actor, gateCode: codes.get(String(entry.data.gate)) }));
}

function meaningOf({ type }: Entry): string {
  const meanings: Readonly<Record<string, string>> = entryMeanings;
  return meanings[type] ?? type;
}

function positionOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
