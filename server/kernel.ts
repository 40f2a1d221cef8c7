import type { Clock, Committed, Execute, Reads } from '../src/ports.ts';

/**
 * What the HTTP side needs of the engine. `reads` see committed rows only and write nothing.
 * `onCommitted` calls after each group commit and gives back the function that ends it.
 */
export type Kernel = {
  readonly execute: Execute;
  readonly reads: Reads;
  /** All reads of `work` see one and the same commit. `work` awaits nothing but its reads. */
  readonly snapshot: <T>(work: (reads: Reads) => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  /** The token with this SHA-256, to say who calls. */
  readonly tokenByHash: Reads['tokenByHash'];
  readonly onCommitted: (listener: (committed: Committed) => void) => () => void;
};
