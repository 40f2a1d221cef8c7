import type { Entry } from '../../src/ledger/entry.ts';
import type { Timers } from '../timers.ts';
import type { Tail } from './tail.ts';
import type { Viewer } from './viewer.ts';

/** `heartbeatMs`: a comment after this much silence. `stallMs`: how long a chunk may lie unread before the reader is let go. */
export const streamLimits = { heartbeatMs: 15_000, stallMs: 30_000, chunkCharsMax: 65_536, readersMax: 1_000 } as const;

export type EventStream = {
  readonly tail: Tail;
  readonly timers: Timers;
  readonly after: number;
  readonly stopping: AbortSignal;
  /** Who sees what at this moment, or undefined when the credential no longer holds. Asked anew after each change in the house. */
  readonly viewer: () => Promise<Viewer | undefined>;
  /** Calls when nobody can read any more; the function it gives back cancels that. */
  readonly whenGone: (call: () => void) => () => void;
  readonly onFault: (error: unknown) => void;
  readonly onStalled: () => void;
  readonly onEnd: () => void;
};

/**
 * The entries after a position as server-sent events. A chunk is made only when the one before was taken,
 * so a reader costs one chunk whatever it does; one that takes nothing for `stallMs` is let go and resumes by `Last-Event-ID`.
 */
export function eventStream(options: EventStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const reader = entryReader(options);
  let cancelStall = () => {};
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    cancelStall();
    reader.close();
    cancelGone();
    options.onEnd();
  };
  const cancelGone = options.whenGone(end);
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(': entries follow\n\n'));
      },
      async pull(controller) {
        cancelStall();
        const chunk = await reader.next().catch(options.onFault);
        if (ended) return;
        if (chunk === undefined) {
          end();
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(chunk));
        cancelStall = options.timers.after(streamLimits.stallMs, () => {
          end();
          controller.close();
          options.onStalled();
        });
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

function entryReader({ tail, timers, after, stopping, viewer }: EventStream): {
  next: () => Promise<string | undefined>;
  close: () => void;
} {
  const closing = new AbortController();
  const over = AbortSignal.any([stopping, closing.signal]);
  let position = after;
  let sees: Viewer | undefined;
  async function next(): Promise<string | undefined> {
    sees ??= await viewer();
    while (sees !== undefined && !over.aborted) {
      const page = await tail.page(position);
      if (page.length === 0) {
        if (await somethingAfter(tail, timers, position, over)) continue;
        sees = over.aborted ? undefined : await viewer();
        return sees === undefined ? undefined : ': nothing new\n\n';
      }
      if (page.some((entry) => entry.stream === 'house')) sees = await viewer();
      if (sees === undefined) return undefined;
      const chunk = chunkOf(page, sees);
      position = chunk.position;
      if (chunk.text !== '') return chunk.text;
    }
    return undefined;
  }
  return { next, close: () => closing.abort() };
}

/** True when there is an entry after the position; false when the silence lasted `heartbeatMs`, or it is over. */
function somethingAfter(tail: Tail, timers: Timers, position: number, over: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (came: boolean) => {
      cancelNews();
      cancelTimer();
      over.removeEventListener('abort', stop);
      resolve(came);
    };
    const stop = () => settle(false);
    const cancelTimer = timers.after(streamLimits.heartbeatMs, stop);
    const cancelNews = tail.whenAfter(position, () => settle(true));
    over.addEventListener('abort', stop, { once: true });
    if (over.aborted) stop();
  });
}

function chunkOf(page: readonly Entry[], sees: Viewer): { readonly text: string; readonly position: number } {
  let text = '';
  let position = 0;
  for (const entry of page) {
    position = entry.position;
    if (sees(entry)) text += `id: ${entry.position}\nevent: ${entry.type}\ndata: ${JSON.stringify(entry)}\n\n`;
    if (text.length >= streamLimits.chunkCharsMax) break;
  }
  return { text, position };
}
