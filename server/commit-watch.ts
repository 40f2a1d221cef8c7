import type { Stream } from '../src/ids.ts';
import type { Kernel } from './kernel.ts';

/** Wakes those who wait for the next commit in a stream. One listener of the engine for all of them. */
export type CommitWatch = {
  /** Calls at each commit in the stream; the function it gives back ends that. */
  readonly onCommit: (stream: Stream, wake: () => void) => () => void;
};

export function watchCommits(kernel: Pick<Kernel, 'onCommitted'>): CommitWatch {
  const waiting = new Map<Stream, Set<() => void>>();
  kernel.onCommitted(({ streams }) => {
    for (const stream of streams) for (const wake of [...(waiting.get(stream) ?? [])]) wake();
  });
  return {
    onCommit(stream, wake) {
      const wakes = waiting.get(stream) ?? new Set();
      waiting.set(stream, wakes.add(wake));
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0 && waiting.get(stream) === wakes) waiting.delete(stream);
      };
    },
  };
}
