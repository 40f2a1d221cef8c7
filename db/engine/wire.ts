import type { Committed } from '../../src/ports.ts';
import type { RefusalCode } from '../../src/refusal.ts';
import { Refusal } from '../../src/refusal.ts';
import type { Outcome, Work } from './work.ts';
import type { Written } from './writer.ts';

/** What the main thread sends: work, in the order in which it came, or that no more comes. */
export type ToWriter = { readonly handed: readonly { readonly ticket: number; readonly work: Work }[] } | { readonly close: true };

type SentOutcome =
  | Extract<Outcome, { kind: 'done' }>
  | {
      readonly kind: 'refused';
      readonly code: RefusalCode;
      readonly detail: string;
      readonly fix: string;
      readonly more: Readonly<Record<string, unknown>>;
    };

export type FromWriter =
  | {
      readonly kind: 'written';
      readonly settled: readonly { readonly ticket: number; readonly outcome: SentOutcome }[];
      readonly committed: Committed | undefined;
    }
  | { readonly kind: 'report'; readonly what: string; readonly error: string };

/** An error loses its class between threads, so a refusal travels as its fields. */
export function packed({ settled, committed }: Written<number>): FromWriter {
  return { kind: 'written', settled: settled.map(({ ticket, outcome }) => ({ ticket, outcome: packedOutcome(outcome) })), committed };
}

export function unpacked({ settled, committed }: Extract<FromWriter, { kind: 'written' }>): Written<number> {
  return { settled: settled.map(({ ticket, outcome }) => ({ ticket, outcome: unpackedOutcome(outcome) })), committed };
}

function packedOutcome(outcome: Outcome): SentOutcome {
  if (outcome.kind === 'done') return outcome;
  const { code, detail, fix, more } = outcome.refusal;
  return { kind: 'refused', code, detail, fix, more };
}

function unpackedOutcome(outcome: SentOutcome): Outcome {
  if (outcome.kind === 'done') return outcome;
  return { kind: 'refused', refusal: new Refusal(outcome.code, outcome.detail, outcome.fix, outcome.more) };
}
