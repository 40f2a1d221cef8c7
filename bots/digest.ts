import type { Block, Digest, Line } from '../src/digest/digest.ts';
import type { Goal } from '../src/goal/goal.ts';
import type { Instant } from '../src/time.ts';
import { hour, minute, msBetween } from '../src/time.ts';
import type { GateCard } from './card.ts';
import type { Buttons } from './port.ts';
import { when } from './when.ts';

/** A digest in words, for every platform. Each text may come from a stranger: the adapter encodes it. */
export type DigestPost = {
  readonly title: string;
  /** The most important first. A platform that cannot show all shows the first of them, whole. */
  readonly blocks: readonly DigestBlock[];
  /** Nothing in it waits for anybody, so nobody need be notified. */
  readonly silent: boolean;
  /** Up to which entry it was checked, and where the whole of it is. */
  readonly footer: string;
  /** Where the whole of it can be seen: an address, or a command. */
  readonly whole: string;
};

/** What is never torn apart. A gate in it is drawn as it stands now, with what can be pressed. */
export type DigestBlock = {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly link: { readonly text: string; readonly url: string } | null;
  readonly gate: { readonly card: GateCard; readonly buttons: Buttons } | null;
};

/** What a digest names that is drawn as it stands now, and how its readers see it. */
export type DigestFacts = {
  readonly goal: Pick<Goal, 'slug'>;
  readonly timeZone: string;
  /** Where people open this installation, or null when that is not known. */
  readonly publicUrl: string | null;
  /** The gates that it asks about, by id. */
  readonly gates: ReadonlyMap<string, NonNullable<DigestBlock['gate']>>;
};

export function drawDigest(digest: Digest, facts: DigestFacts): DigestPost {
  const { goal, timeZone, publicUrl } = facts;
  const whole = publicUrl === null ? `gatebell digest show ${digest.id}` : `${publicUrl}/digests/${digest.id}`;
  return {
    title: `Digest of ${goal.slug}, ${when(digest.slot ?? digest.at, timeZone)}`,
    blocks: digest.blocks.flatMap((block) => drawBlock(block, digest.at, facts)),
    silent: !digest.blocks.some(({ kind }) => kind === 'needs-you' || kind === 'corrections'),
    footer: `Checked at seq ${digest.to_seq}; tells what came after seq ${digest.from_seq}.`,
    whole,
  };
}

function drawBlock(block: Block, at: Instant, facts: DigestFacts): readonly DigestBlock[] {
  const written = (line: Line) => lineWords(line, at, facts.timeZone);
  if (block.kind !== 'needs-you') {
    return [{ heading: block.heading, lines: block.lines.map(written), link: ledgerLink(block, facts), gate: null }];
  }
  const gateOf = ({ shows }: Line) => shows.flatMap(({ id }) => facts.gates.get(id) ?? [])[0] ?? null;
  const plain = block.lines.filter((line) => gateOf(line) === null);
  const asked = block.lines.filter((line) => gateOf(line) !== null);
  return [
    { heading: block.heading, lines: plain.map(written), link: null, gate: null },
    ...asked.map((line) => ({ heading: '', lines: [written({ ...line, text: '' })], link: null, gate: gateOf(line) })),
  ];
}

/** A line as it is read: the number and the text, since when and on whom it waits, what proves it, and its receipt. */
export function lineWords({ number, text, since, on, evidence, receipt }: Line, at: Instant, timeZone: string): string {
  const said = [number === null ? '' : String(number.value), text].filter((part) => part !== '').join(' ');
  const waits = [...(since === null ? [] : [`since ${when(since, timeZone)}`]), ...(on.length === 0 ? [] : [`on ${on.join(', ')}`])];
  const proofs = evidence.map((proof) => {
    const stale = proof.stale_because === null ? '' : `, stale: ${proof.stale_because}`;
    return `[${proof.strength}, ${age(proof.made_at, at)} old${stale}: ${proof.text}]`;
  });
  const parts = [
    [said, ...waits].filter((part) => part !== '').join(', '),
    ...proofs,
    ...(receipt === null ? [] : [`(seq ${receipt.seq})`]),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function ledgerLink({ lines }: Block, { publicUrl, goal }: DigestFacts): DigestBlock['link'] {
  const first = lines.find(({ receipt }) => receipt !== null)?.receipt;
  if (publicUrl === null || first === undefined || first === null) return null;
  return { text: 'Receipts', url: `${publicUrl}/goals/${goal.slug}/ledger/${first.seq}` };
}

function age(from: Instant, to: Instant): string {
  const ms = Math.max(0, msBetween(from, to));
  if (ms < 2 * hour) return `${Math.floor(ms / minute)} min`;
  return ms < 48 * hour ? `${Math.floor(ms / hour)} h` : `${Math.floor(ms / (24 * hour))} days`;
}
