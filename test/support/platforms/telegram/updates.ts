import type { Json } from '../json.ts';
import { limits } from './limits.ts';
import type { State } from './state.ts';

export type Waiting = { readonly id: number; readonly update: Json; readonly untilMs: number; handedOut: boolean };

/** The updates that wait to be fetched or posted. */
export type Updates = {
  /** Waits unless the bot does not want its kind; gives the number of the update, or null. */
  readonly push: (kind: string, body: unknown, ageMs?: number) => number | null;
  /** The last update comes once more, under its number, whatever was confirmed since. */
  readonly again: () => number;
  /** What waits from this number on, oldest first; what is below is confirmed. */
  readonly fetch: (offset: number, limit: number) => readonly Json[];
  /** What waits and did not grow too old. */
  readonly waiting: () => readonly Waiting[];
  readonly remove: (waiting: Waiting) => void;
  readonly drop: () => void;
  /** Which kinds are wanted, from now on and until it is said anew; none named: all but the rare ones. */
  readonly allow: (kinds: readonly string[]) => void;
  readonly allowed: () => readonly string[] | null;
  /** Called whenever something waits anew. */
  readonly onNew: (call: () => void) => () => void;
  /** A poller that went away has fetched nothing. */
  readonly takeBack: () => void;
};

const onlyWhenNamed = new Set(['chat_member', 'message_reaction', 'message_reaction_count']);

export function createUpdates({ clock }: State, copies: () => number): Updates {
  // Ascending, and above those of an earlier opening.
  let lastId = Math.floor(clock.nowMs() / 1_000) % 1_000_000_000;
  let queue: Waiting[] = [];
  let repeated: Waiting[] = [];
  let last: Waiting | null = null;
  let named: readonly string[] | null = null;
  const listeners = new Set<() => void>();

  const fresh = (waiting: Waiting) => waiting.untilMs > clock.nowMs();
  const tell = () => {
    for (const call of [...listeners]) call();
  };
  const repeat = (waiting: Waiting) => void repeated.push({ ...waiting, handedOut: false });
  const all = () => [...repeated, ...queue].filter(fresh);

  return {
    push(kind, body, ageMs = 0) {
      if (named === null ? onlyWhenNamed.has(kind) : !named.includes(kind)) return null;
      lastId += 1;
      const keptMs = (kind === 'callback_query' ? limits.pressMs : limits.updateMs) - ageMs;
      last = { id: lastId, update: { update_id: lastId, [kind]: body }, untilMs: clock.nowMs() + keptMs, handedOut: false };
      queue.push(last);
      for (let copy = 1; copy < copies(); copy += 1) repeat(last);
      tell();
      return lastId;
    },
    again() {
      if (last === null) throw new Error('nothing was sent yet');
      repeat(last);
      tell();
      return last.id;
    },
    fetch(offset, limit) {
      // A negative one counts from the end, and forgets what is before.
      const from = offset < 0 ? (queue.at(offset)?.id ?? queue[0]?.id ?? 0) : offset;
      queue = queue.filter((waiting) => fresh(waiting) && waiting.id >= from);
      repeated = repeated.filter((waiting) => fresh(waiting) && !waiting.handedOut);
      const given = all().slice(0, limit);
      for (const waiting of given) waiting.handedOut = true;
      return given.map(({ update }) => update);
    },
    waiting: all,
    remove(waiting) {
      queue = queue.filter((kept) => kept !== waiting);
      repeated = repeated.filter((kept) => kept !== waiting);
    },
    drop() {
      queue = [];
      repeated = [];
    },
    allow(kinds) {
      named = kinds.length === 0 ? null : kinds;
    },
    allowed: () => named,
    onNew(call) {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    takeBack() {
      for (const waiting of [...queue, ...repeated]) waiting.handedOut = false;
    },
  };
}
