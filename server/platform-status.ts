import type { Instant } from '../src/time.ts';

/** How a platform is doing, for `/readyz`. Its trouble never makes the service unready. */
export type PlatformStatus = {
  readonly platform: string;
  readonly ok: boolean;
  readonly failing: string | null;
  readonly last_event_at: Instant | null;
  readonly last_post_at: Instant | null;
};
