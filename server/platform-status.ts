import type { Instant } from '../src/time.ts';

/** How a platform is doing, for `/readyz`. Its trouble never makes the service unready. */
export type PlatformStatus = {
  readonly platform: string;
  readonly ok: boolean;
  readonly failing: string | null;
  readonly last_event_at: Instant | null;
  readonly last_post_at: Instant | null;
  /** Open connections; null where there are none to keep. */
  readonly sockets: number | null;
  /** What keeps all of it from working, and what to do. */
  readonly trouble: { readonly reason: string; readonly fix: string } | null;
};
