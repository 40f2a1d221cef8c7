import type { Gate } from '../../src/gate/gate.ts';
import type { Kernel } from '../kernel.ts';
import type { Tail } from '../http/tail.ts';
import { onSurface, visible } from './words.ts';

/** What became of one gate, for pages that show it: facts, never HTML. `id` is the position of the entry that told it. */
export type GateNews = {
  readonly id: number;
  readonly code: string;
  readonly rev: number;
  readonly state: Gate['state'];
  /** Who answered, and with what; null when nobody did. */
  readonly by: { readonly id: string; readonly name: string; readonly where: string } | null;
  readonly label: string | null;
  readonly at: string;
};

/** One open page: told what happens, and woken when the service stops. */
export type Reader = { readonly hear: (news: GateNews) => void; readonly stop: () => void };

/** Follows the entries once for all open pages: a gate that moved is read once, however many look. */
export type LiveFeed = {
  /** Calls with what happens from now on; the function it gives back ends that. */
  readonly join: (reader: Reader) => () => void;
  /** What happened after a position, or undefined when that is too long ago to be told one by one. */
  readonly since: (position: number) => Promise<readonly GateNews[] | undefined>;
};

const behindMax = 500;
const labelMax = 80;

type Parts = {
  readonly kernel: Pick<Kernel, 'reads' | 'onCommitted'>;
  readonly tail: Tail;
  readonly stopping: AbortSignal;
  readonly onFault: (error: unknown, where: string) => void;
};

export function openLiveFeed({ kernel, tail, stopping, onFault }: Parts): LiveFeed {
  const readers = new Set<Reader>();
  let position = tail.newest();
  let following = false;

  async function follow(): Promise<void> {
    while (readers.size > 0) {
      const entries = await tail.page(position);
      if (entries.length === 0) return;
      position = entries.at(-1)?.position ?? position;
      const news = await newsOf(kernel, entries);
      for (const { hear } of readers) for (const one of news) hear(one);
    }
  }

  stopping.addEventListener('abort', () => {
    for (const { stop } of readers) stop();
  });
  kernel.onCommitted(() => {
    if (readers.size === 0) position = tail.newest();
    if (readers.size === 0 || following) return;
    following = true;
    void follow()
      .catch((error: unknown) => onFault(error, 'live'))
      .finally(() => {
        following = false;
      });
  });

  return {
    join(reader) {
      if (readers.size === 0) position = tail.newest();
      readers.add(reader);
      return () => readers.delete(reader);
    },
    async since(after) {
      if (after > tail.newest() || tail.newest() - after > behindMax) return undefined;
      const news: GateNews[] = [];
      for (let at = after; at < tail.newest(); ) {
        const entries = await tail.page(at);
        if (entries.length === 0) break;
        at = entries.at(-1)?.position ?? at;
        news.push(...(await newsOf(kernel, entries)));
      }
      return news;
    },
  };
}

type Entries = Awaited<ReturnType<Tail['page']>>;

/** The newest state of each gate that these entries move. */
async function newsOf({ reads }: Parts['kernel'], entries: Entries): Promise<readonly GateNews[]> {
  const moved = new Map<string, number>();
  for (const { type, data, position } of entries) {
    if (/^(?:gate|answer)-/.test(type) && typeof data.gate === 'string') moved.set(data.gate, position);
  }
  const news: GateNews[] = [];
  for (const [id, position] of moved) {
    const gate = await reads.gate(id);
    if (gate !== undefined) news.push(newsOfGate(gate, position));
  }
  return news;
}

function newsOfGate(gate: Gate, id: number): GateNews {
  const { code, revision, state, changed_at } = gate;
  if (gate.state !== 'answered') return { id, code, rev: revision, state, by: null, label: null, at: changed_at };
  const { by, where, option, value, at } = gate.answer;
  const options = gate.expects.kind === 'choice' ? gate.expects.options : [];
  const said = Array.from(options.find(({ key }) => key === option)?.label ?? value ?? option ?? '');
  const label = visible(said.slice(0, labelMax).join(''));
  return { id, code, rev: revision, state, by: { id: by.person, name: visible(by.name), where: onSurface(where.surface) }, label, at };
}
