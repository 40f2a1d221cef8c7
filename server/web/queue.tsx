import type { FC } from 'hono/jsx';
import { msBetween } from '../../src/time.ts';
import { inbox } from '../../src/attention/inbox.ts';
import type { Instant } from '../../src/time.ts';
import { Card } from './card.tsx';
import { withDiffs } from './files.ts';
import type { GateFacts, InboxItem } from './gate-facts.ts';
import { answerWords, gateFactsIn } from './gate-facts.ts';
import { respondPage, respondPart } from './headers.ts';
import { Page } from './layout.tsx';
import { lifeWords, Undo } from './outcome.tsx';
import type { Visit } from './visit.ts';
import { lookFrom, see, wantsPart } from './visit.ts';
import { plural, spoken, visible } from './words.ts';

const rowsShown = 100;

/** What narrows the queue. Every field is one of the address, so that a filtered queue has a link. */
type Filter = { readonly q: string; readonly goal: string; readonly risk: string };

type Inbox = {
  readonly now: Instant;
  readonly position: number;
  readonly open: readonly InboxItem[];
  readonly found: readonly InboxItem[];
  readonly held: readonly InboxItem[];
  readonly filter: Filter;
  readonly rows: number;
  readonly anyGate: boolean;
};

/** `GET /inbox`: what waits for the visitor, best first; beside it the card of one gate. `?part=1` gives the queue alone. */
export async function inboxPage(visit: Visit): Promise<Response> {
  const { context, visitor } = visit;
  const { shown, card, done } = await lookFrom(visit, async (look) => {
    const shown = await inboxIn(visit, look);
    const named = shown.open.find(({ code }) => code === context.req.query('g')) ?? shown.found[0];
    const code = wantsPart(visit) ? undefined : named?.code;
    const decided = await decidedCode(shown, context.req.query('done'), async (ref) => (await look.reads.gate(ref)) !== undefined);
    return {
      shown,
      card: code === undefined ? undefined : await gateFactsIn(look, visitor.person, code),
      done: decided === undefined || wantsPart(visit) ? undefined : await gateFactsIn(look, visitor.person, decided),
    };
  });
  if (wantsPart(visit)) return respondPart(<Queue shown={shown} codes={shown.open.map(({ code }) => code).join(' ')} />);
  const facts = card === undefined ? undefined : await withDiffs(visit, card);
  return respondPage(
    200,
    <Page visit={visit} title="Inbox" place="inbox" waiting={shown.open.length} position={shown.position}>
      <h1 class="unseen">Inbox</h1>
      <div class="inbox">
        <div class="queue-side">
          <Filters filter={shown.filter} />
          <p id="arrivals" hidden></p>
          <Queue shown={shown} current={facts?.gate.code} />
          <Dock done={done} />
        </div>
        <div class="pane" id="pane">
          {facts === undefined ? null : <Card facts={facts} from="inbox" />}
        </div>
      </div>
    </Page>,
  );
}

async function inboxIn({ context }: Visit, look: Parameters<Parameters<typeof lookFrom>[1]>[0]): Promise<Inbox> {
  const { as_of, items } = await see(look, inbox, {});
  const filter = { q: context.req.query('q') ?? '', goal: context.req.query('goal') ?? '', risk: context.req.query('risk') ?? '' };
  const open = items.filter(({ state }) => state === 'open');
  const more = Number(context.req.query('rows'));
  const anyGate =
    items.length > 0 || (await look.reads.gates({ goal: undefined, state: undefined }, { after: undefined, limit: 1 })).items.length > 0;
  return {
    now: as_of.now,
    position: as_of.position,
    open,
    found: open.filter((item) => matches(item, filter)),
    held: items.filter(({ state }) => state !== 'open'),
    filter,
    rows: Number.isSafeInteger(more) && more > rowsShown ? more : rowsShown,
    anyGate,
  };
}

/** The decision that stands under the queue: the one that was just made, else the newest that is still held. */
async function decidedCode(
  { held }: Inbox,
  named: string | undefined,
  exists: (ref: string) => Promise<boolean>,
): Promise<string | undefined> {
  if (named !== undefined && /^g\d{1,9}$/.test(named) && (await exists(named))) return named;
  return [...held].sort((a, b) => ((a.answer?.at ?? '') < (b.answer?.at ?? '') ? 1 : -1))[0]?.code;
}

function matches(item: InboxItem, { q, goal, risk }: Filter): boolean {
  const text = `${item.code} ${item.goal_slug} ${item.question} ${item.blocks.lanes.join(' ')}`.toLowerCase();
  return text.includes(q.trim().toLowerCase()) && (goal === '' || item.goal_slug === goal) && (risk === '' || item.risk === risk);
}

const Filters: FC<{ readonly filter: Filter }> = ({ filter }) => (
  <form class="filter" method="get" action="/inbox">
    <label for="filter" class="unseen">
      Filter the queue
    </label>
    <input id="filter" name="q" type="search" value={filter.q} placeholder="Filter" maxlength={100} autocomplete="off" />
    <label for="filter-risk" class="unseen">
      Risk
    </label>
    <select id="filter-risk" name="risk">
      {[
        ['', 'any risk'],
        ['reversible', 'reversible'],
        ['irreversible', 'irreversible'],
      ].map(([value, label]) => (
        <option value={value} selected={filter.risk === value}>
          {label}
        </option>
      ))}
    </select>
    {filter.goal === '' ? null : <input type="hidden" name="goal" value={filter.goal} />}
    <button type="submit">Filter</button>
  </form>
);

type Rows = {
  readonly shown: Inbox;
  readonly current?: string | undefined;
  /** Every gate that waits, for a page that asks what became of its rows: not all of them need have a row here. */
  readonly codes?: string;
};

const Queue: FC<Rows> = ({ shown, current, codes }) => {
  const { open, found, filter, rows } = shown;
  return (
    <div id="queue" data-open={String(open.length)} data-codes={codes}>
      {found.length === 0 ? (
        <Empty shown={shown} />
      ) : (
        <>
          <h2 class="unseen">Waiting for you</h2>
          <ol class="rows">
            {found.slice(0, rows).map((item) => (
              <Row item={item} now={shown.now} current={item.code === current} />
            ))}
          </ol>
        </>
      )}
      {found.length > rows ? (
        <p>
          <a href={`/inbox?${new URLSearchParams({ ...filter, rows: String(rows + rowsShown) })}`}>
            {`Show the next ${Math.min(rowsShown, found.length - rows)} of ${found.length}`}
          </a>
        </p>
      ) : null}
    </div>
  );
};

const Row: FC<{ readonly item: InboxItem; readonly now: Instant; readonly current: boolean }> = ({ item, now, current }) => {
  const [first] = item.parts.filter(({ text }) => !/^(?:due|overdue|cannot) /.test(text)).sort((a, b) => b.points - a.points);
  return (
    <li class="row" data-code={item.code} data-rev={String(item.revision)} data-state={item.state} data-risk={item.risk}>
      <a href={`/gates/${item.code}`} aria-current={current ? 'true' : undefined}>
        <span class="q" dir="auto">
          {visible(item.question)}
        </span>
        <span class="meta">
          <bdi class="code">{item.code}</bdi>
          {` ${item.goal_slug}${item.blocks.lanes.length === 0 ? '' : ` / ${item.blocks.lanes.join(', ')}`}`}
          {item.risk === 'irreversible' ? <strong class="danger"> · cannot be undone</strong> : ''}
          {item.due_at === null ? (
            ''
          ) : item.due_at <= now ? (
            <strong class="warn"> · overdue</strong>
          ) : (
            ` · ${spoken(msBetween(now, item.due_at))} left`
          )}
        </span>
        <span class="why">{first?.text ?? ''}</span>
        <span class="told"></span>
      </a>
    </li>
  );
};

const Empty: FC<{ readonly shown: Inbox }> = ({ shown: { open, held, filter, anyGate } }) => {
  const words = [filter.q, filter.goal, filter.risk].filter((text) => text !== '').map(visible);
  if (words.length > 0 && open.length > 0) {
    return (
      <p class="empty">
        No gate matches <em dir="auto">{words.join(', ')}</em>.{' '}
        {`${plural(open.length, 'other')} ${open.length === 1 ? 'waits' : 'wait'}. `}
        <a href="/inbox">Clear the filter</a>
      </p>
    );
  }
  if (!anyGate) return <p class="empty">No agent has asked anything yet.</p>;
  const last = held.at(-1)?.code;
  return (
    <p class="empty">{`Nothing waits for you.${last === undefined ? '' : ` Your answer to ${last} is held and can still be taken back.`}`}</p>
  );
};

/** Your last decision. It stays until the next one replaces it. */
export const Dock: FC<{ readonly done: Omit<GateFacts, 'diffs'> | undefined }> = ({ done }) => (
  <div id="undo" class={done?.gate.answer === undefined ? 'dock none' : 'dock'}>
    {done?.gate.answer === undefined || !done.answeredByMe ? null : (
      <>
        <p>
          <a href={`/gates/${done.gate.code}`}>{done.gate.code}</a> answered:{' '}
          <strong dir="auto">{visible(answerWords(done.gate, done.gate.answer))}</strong>. {lifeWords(done)}
        </p>
        {done.gate.answer.delivered_at === undefined ? (
          <Undo facts={{ ...done, diffs: new Map() }} from="inbox" />
        ) : (
          <p>
            <a href={`/gates/${done.gate.code}`}>Ask for a correction</a>
          </p>
        )}
      </>
    )}
  </div>
);
