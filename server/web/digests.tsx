import type { FC } from 'hono/jsx';
import type { z } from 'zod';
import { listDigests, showDigest } from '../../src/digest/digest-views.ts';
import type { Block, Line } from '../../src/digest/digest.ts';
import { limits } from '../../src/limits.ts';
import type { Instant } from '../../src/time.ts';
import { msBetween } from '../../src/time.ts';
import type { Look } from '../../src/verb.ts';
import { respondPage } from './headers.ts';
import { Page } from './layout.tsx';
import type { Visit } from './visit.ts';
import { lookFrom, see } from './visit.ts';
import { clockTime, plural, spoken, visible } from './words.ts';

type Head = z.infer<typeof listDigests.output>['items'][number];
type Shown = z.infer<typeof showDigest.output>;
type Checked = Shown['check']['numbers'][number];

/** `GET /digests`: the digests as they were sent, newest first. */
export async function digestsPage(visit: Visit): Promise<Response> {
  const { context, visitor } = visit;
  const { items, next, now } = await lookFrom(visit, async (look) => ({
    ...(await see(look, listDigests, { limit: limits.pageDefault, after: context.req.query('after'), goal: context.req.query('goal') })),
    now: look.now,
  }));
  return respondPage(
    200,
    <Page visit={visit} title="Digests" place="digests">
      <h1>Digests</h1>
      {items.length === 0 ? <p class="empty">No digest has been due yet. A schedule makes them: gatebell schedule add.</p> : null}
      <ul class="list">
        {items.map((digest) => (
          <Row digest={digest} at={(when) => clockTime(when, now, visitor.person.time_zone)} />
        ))}
      </ul>
      {next === null ? null : (
        <p>
          <a href={`/digests?${new URLSearchParams({ after: next })}`}>Earlier digests</a>
        </p>
      )}
    </Page>,
  );
}

const Row: FC<{ readonly digest: Head; readonly at: (when: Instant) => string }> = ({ digest, at }) => (
  <li data-nav="row">
    <a href={`/digests/${digest.id}`}>{`${digest.goal_slug}, ${at(digest.at)}`}</a>{' '}
    <span class="quiet">
      {digest.headings.map(({ heading, lines }) => `${visible(heading)} (${lines})`).join(' · ')}
      {digest.delivered ? '' : digest.included_in === null ? ' · not delivered yet' : ' · told in a later one'}
    </span>
  </li>
);

/** `GET /digests/:digest`: one digest as it was sent; beside each number what its question gives now. */
export async function digestPage(visit: Visit): Promise<Response> {
  const { context, visitor } = visit;
  const input = showDigest.input.parse({ digest: (context.req.param('digest') ?? '').slice(0, 80) });
  const { digest, codes, now } = await lookFrom(visit, async (look) => {
    const digest = await see(look, showDigest, input);
    return { digest, codes: await codesOf(look, digest), now: look.now };
  });
  const reader = { now, timeZone: visitor.person.time_zone };
  const counted = countedOf(digest);
  return respondPage(
    200,
    <Page visit={visit} title={`Digest of ${digest.goal_slug}`} place="digests">
      <h1>{`Digest of ${digest.goal_slug}`}</h1>
      <p class="quiet">
        {`${clockTime(digest.at, now, reader.timeZone)}, entries ${digest.from_seq + 1} to ${digest.to_seq}. Checked at `}
        <a href={`/goals/${digest.goal_slug}/ledger/${digest.seq}`}>{`entry ${digest.seq}`}</a>
        {`. ${digest.delivered ? 'Delivered.' : 'Not delivered yet.'}`}
      </p>
      <Check check={digest.check} />
      {digest.includes === null ? null : (
        <p>
          It tells what <a href={`/digests/${digest.includes}`}>the one before</a> would have told: that was never delivered.
        </p>
      )}
      {digest.included_in === null ? null : (
        <p>
          It is told in <a href={`/digests/${digest.included_in}`}>a later one</a>.
        </p>
      )}
      {digest.blocks.map((block) => (
        <BlockPart block={block} digest={digest} codes={codes} counted={counted} reader={reader} />
      ))}
    </Page>,
  );
}

const Check: FC<{ readonly check: Shown['check'] }> = ({ check }) =>
  check.holds ? (
    <p class="ok">{`It says what its entry says, and ${plural(check.numbers.length, 'number')} counted again ${check.numbers.length === 1 ? 'is' : 'are'} the same.`}</p>
  ) : (
    <p class="fault">
      {check.content === 'differs'
        ? 'This digest does not say what its entry says: it was altered.'
        : 'Counted again, not every number is the same.'}
    </p>
  );

type Reader = { readonly now: Instant; readonly timeZone: string };
type Part = {
  readonly digest: Shown;
  readonly codes: ReadonlyMap<string, string>;
  readonly counted: ReadonlyMap<Line, Checked>;
  readonly reader: Reader;
};

const BlockPart: FC<Part & { readonly block: Block }> = ({ block, ...part }) => (
  <section>
    <h2 dir="auto">{visible(block.heading)}</h2>
    <ul class="list">
      {block.lines.map((line) => (
        <LinePart line={line} {...part} />
      ))}
    </ul>
  </section>
);

const LinePart: FC<Part & { readonly line: Line }> = ({ line, digest, codes, counted: all, reader: { now } }) => {
  const counted = all.get(line);
  const gates = line.shows.flatMap(({ kind, id }) => (kind === 'gate' && codes.has(id) ? [codes.get(id) ?? id] : []));
  return (
    <li data-nav="row">
      <span dir="auto">{`${line.number === null ? '' : `${line.number.value} `}${visible(line.text)}`}</span>
      {counted === undefined ? null : <Counted number={counted} />}
      {line.since === null ? '' : <span class="quiet">{` for ${spoken(msBetween(line.since, now))}`}</span>}
      {line.on.length === 0 ? '' : <span class="quiet" dir="auto">{`, on ${line.on.map(visible).join(', ')}`}</span>}
      {gates.map((code) => (
        <>
          {' '}
          <a href={`/gates/${code}`}>{code}</a>
        </>
      ))}
      {line.receipt === null ? null : (
        <>
          {' '}
          <a href={`/goals/${digest.goal_slug}/ledger/${line.receipt.seq}`}>{`receipt ${line.receipt.id.slice(0, 11)}`}</a>
        </>
      )}
      {line.corrects === null ? null : (
        <>
          {' '}
          <a href={`/digests/${line.corrects}`}>corrects an earlier digest</a>
        </>
      )}
      {line.evidence.map((proof) => (
        <p class="quiet" dir="auto">
          <span class="tag">{proof.strength}</span> {`${visible(proof.text)}, ${spoken(msBetween(proof.made_at, now))} old`}
          {proof.stale_because === null ? '' : <span class="warn">{`, stale: ${visible(proof.stale_because)}`}</span>}
        </p>
      ))}
    </li>
  );
};

const Counted: FC<{ readonly number: Checked }> = ({ number }) => (
  <span class={number.same ? 'quiet' : 'danger'}>{` (${number.query}; counted now: ${number.same ? 'the same' : number.counted})`}</span>
);

/** The check has one number for each line that has one, in their order. */
function countedOf({ blocks, check }: Shown): ReadonlyMap<Line, Checked> {
  const lines = blocks.flatMap((block) => block.lines).filter(({ number }) => number !== null);
  return new Map(lines.flatMap((line, at) => (check.numbers[at] === undefined ? [] : [[line, check.numbers[at]] as const])));
}

async function codesOf(look: Look, { blocks }: Pick<Shown, 'blocks'>): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  for (const { kind, id } of blocks.flatMap(({ lines }) => lines.flatMap(({ shows }) => shows))) {
    const gate = kind === 'gate' && !codes.has(id) ? await look.reads.gate(id) : undefined;
    if (gate !== undefined) codes.set(id, gate.code);
  }
  return codes;
}
