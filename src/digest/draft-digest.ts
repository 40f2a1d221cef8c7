import type { Goal } from '../goal/goal.ts';
import type { Reads } from '../ports.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { recipientOf } from '../schedule/schedule.ts';
import { never } from '../time.ts';
import type { Instant } from '../time.ts';
import type { Tx } from '../verb.ts';
import { compose, tellsNews } from './compose.ts';
import type { Reader } from './difference.ts';
import { readDifference } from './difference.ts';
import type { Block, Digest, DigestEvent } from './digest.ts';
import { stateLine } from './lines.ts';

/** The digest that is due, ready to be appended, or why there is none to send. Reads only. */
export type Draft =
  | { readonly result: 'sent' | 'short'; readonly event: DigestEvent; readonly why: null }
  | { readonly result: 'silent'; readonly event: null; readonly why: string };

type Due = { readonly goal: Goal; readonly schedule: Schedule; readonly reader: Reader; readonly slot: Instant | null };

/** The difference since the last digest that this reader got; what was written and never delivered is told again. */
export async function draftDigest(tx: Tx, { goal, schedule, reader, slot }: Due): Promise<Draft> {
  const recipient = recipientOf(schedule.audience);
  const previous = await tx.reads.newestDigest(schedule.id, recipient);
  const sending = previous === undefined ? 'delivered' : await sendingOf(tx.reads, previous);
  const told = previous?.to_seq ?? schedule.from_seq;
  const from = previous !== undefined && sending !== 'delivered' ? previous.from_seq : told;
  const difference = await readDifference({
    reads: tx.reads,
    now: tx.now,
    goal,
    reader,
    earlier: { schedule: schedule.id, recipient },
    from,
  });
  const composed = await compose(difference);
  const signature = tx.digest(composed.state);

  let { blocks } = composed;
  let result: 'sent' | 'short' = 'sent';
  if (previous?.signature === signature && !tellsNews(composed, told)) {
    if (sending === 'on-its-way') return silent(`Digest ${previous.id} says the same and is still on its way.`);
    if (sending === 'delivered') {
      if (schedule.when_unchanged === 'silent') return silent(`Nothing changed since digest ${previous.id} of ${previous.at}.`);
      [blocks, result] = [[nothing(difference.to, blocks, previous)], 'short'];
    }
  }
  if (blocks.length === 0) blocks = [nothing(difference.to, blocks, undefined)];
  const event: DigestEvent = {
    type: 'digest-written',
    goal: goal.id,
    digest: tx.newId('digest'),
    schedule: schedule.id,
    slot,
    audience: schedule.audience,
    recipient,
    from_seq: from,
    to_seq: difference.to,
    blocks: [...blocks],
    signature,
    hash: tx.digest(blocks),
    includes: sending === 'delivered' ? null : (previous?.id ?? null),
  };
  return { result, event, why: null };
}

type Sending = 'delivered' | 'on-its-way' | 'given-up';

async function sendingOf(reads: Reads, { id }: Digest): Promise<Sending> {
  const posts = await reads.postsOfDigest(id);
  if (posts.some(({ put }) => put > 0)) return 'delivered';
  return posts.some(({ due_at }) => due_at !== never) ? 'on-its-way' : 'given-up';
}

/** One line instead of all, with the number of gates that still wait. */
function nothing(to: number, blocks: readonly Block[], previous: Digest | undefined): Block {
  const waiting = blocks.find(({ kind }) => kind === 'needs-you')?.lines.find(({ number }) => number !== null);
  const since = previous === undefined ? {} : { since: previous.at };
  const line = stateLine({ from: previous?.to_seq ?? 0, to }, previous === undefined ? 'Nothing to tell yet' : 'Nothing changed', since);
  return { kind: 'unchanged', heading: 'Unchanged', lane: null, lines: waiting === undefined ? [line] : [line, waiting] };
}

function silent(why: string): Draft {
  return { result: 'silent', event: null, why };
}
