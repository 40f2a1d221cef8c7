import { house } from '../../src/ids.ts';
import type { CommitWatch } from '../commit-watch.ts';
import { streamLimits } from '../http/event-stream.ts';
import type { Timers } from '../timers.ts';
import type { GateNews, LiveFeed } from './live-feed.ts';

/** `beatMs`: how often a page hears that we live. `waitingMax`: more gates than this, and it is told to read the queue again. */
export const liveLimits = { beatMs: 20_000, waitingMax: 100, retryMs: 2_000 } as const;

export type LiveStream = {
  readonly feed: LiveFeed;
  readonly missed: readonly GateNews[] | 'resync';
  readonly timers: Timers;
  readonly stopping: AbortSignal;
  readonly commits: CommitWatch;
  /** Whether the session still holds. Asked anew after each change in the house, and with each beat. */
  readonly stands: () => Promise<boolean>;
  readonly whenGone: (call: () => void) => () => void;
  readonly onFault: (error: unknown) => void;
  readonly onStalled: () => void;
  readonly onEnd: () => void;
};

/**
 * News of gates as server-sent events. Per reader only the newest of each gate waits, so a reader that takes nothing costs no more
 * than `waitingMax` of them, and is let go after a while. Beats are events, not comments: a page cannot see comments.
 */
export function liveStream(options: LiveStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const waiting = queueOf(options);
  let ended = false;
  let cancelStall = () => {};
  const end = () => {
    if (ended) return;
    ended = true;
    cancelStall();
    waiting.close();
    cancelGone();
    options.onEnd();
  };
  const cancelGone = options.whenGone(end);
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(`retry: ${liveLimits.retryMs}\nevent: beat\ndata:\n\n`));
      },
      async pull(controller) {
        cancelStall();
        const chunk = await waiting.next().catch(options.onFault);
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

function queueOf({ feed, missed, timers, stopping, commits, stands }: LiveStream) {
  const waiting = new Map<string, GateNews>();
  let resync = missed === 'resync';
  let doubted = false;
  let closed = false;
  let wake = () => {};
  const hear = (news: GateNews) => {
    waiting.delete(news.code);
    waiting.set(news.code, news);
    if (waiting.size > liveLimits.waitingMax) {
      waiting.clear();
      resync = true;
    }
    wake();
  };
  const doubt = () => {
    doubted = true;
    wake();
  };
  const leave = feed.join({ hear, stop: () => wake() });
  const cancelDoubt = commits.onCommit(house, doubt);
  if (missed !== 'resync') for (const news of missed) hear(news);

  async function next(): Promise<string | undefined> {
    while (!closed && !stopping.aborted) {
      if (doubted) {
        doubted = false;
        if (!(await stands())) return undefined;
      }
      if (resync || waiting.size > 0) return taken();
      if (await silence()) return (await stands()) ? 'event: beat\ndata:\n\n' : undefined;
    }
    return undefined;
  }

  function taken(): string {
    const news = [...waiting.values()];
    waiting.clear();
    const again = resync ? 'event: resync\ndata:\n\n' : '';
    resync = false;
    return again + news.map(({ id, ...told }) => `id: ${id}\nevent: gate\ndata: ${JSON.stringify(told)}\n\n`).join('');
  }

  /** True when nothing came for the length of a beat. */
  function silence(): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = timers.after(liveLimits.beatMs, () => resolve(true));
      wake = () => {
        cancel();
        resolve(false);
      };
    });
  }

  return {
    next,
    close: () => {
      closed = true;
      leave();
      cancelDoubt();
      wake();
    },
  };
}
