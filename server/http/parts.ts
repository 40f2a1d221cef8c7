import type { CommitWatch } from '../commit-watch.ts';
import type { FileStore } from '../file-store.ts';
import type { Kernel } from '../kernel.ts';
import type { Metrics } from '../metrics.ts';
import type { PlatformStatus } from '../platform-status.ts';
import type { Timers } from '../timers.ts';
import type { WebParts } from '../web/parts.ts';
import type { Tail } from './tail.ts';

/** What the calls stand on. Made once, by the composition root. */
export type HttpParts = {
  readonly kernel: Kernel;
  readonly timers: Timers;
  readonly tail: Tail;
  readonly commits: CommitWatch;
  readonly files: FileStore;
  readonly metrics: Metrics;
  readonly platforms: () => readonly PlatformStatus[];
  /** Takes what Slack sends over HTTP; null when nothing of it is to come. */
  readonly slack: ((request: Request) => Promise<Response>) | null;
  readonly telegram: ((request: Request) => Promise<Response>) | null;
  readonly web: WebParts;
  /** Aborted when the service stops: streams and long-polls end. */
  readonly stopping: AbortSignal;
  readonly onFault: (error: unknown, call: string) => void;
};
