import type { Route } from '../src/post/route.ts';
import type { Instant } from '../src/time.ts';

type Name = Route['platform'];

/** How a platform does. `failing` is the reason of the last post when it did not arrive. */
export type PlatformHealth = {
  readonly platform: Name;
  readonly lastPostAt: Instant | null;
  readonly lastEventAt: Instant | null;
  readonly failing: string | null;
};

export type Health = {
  posted(platform: Name, at: Instant): void;
  failed(platform: Name, reason: string): void;
  heard(platform: Name, at: Instant): void;
  read(): readonly PlatformHealth[];
};

export function createHealth(platforms: readonly Name[]): Health {
  const states = new Map<Name, PlatformHealth>(
    platforms.map((platform) => [platform, { platform, lastPostAt: null, lastEventAt: null, failing: null }]),
  );

  function change(platform: Name, changes: Partial<PlatformHealth>): void {
    const before = states.get(platform);
    if (before !== undefined) states.set(platform, { ...before, ...changes });
  }

  return {
    posted: (platform, at) => change(platform, { lastPostAt: at, failing: null }),
    failed: (platform, reason) => change(platform, { failing: reason }),
    heard: (platform, at) => change(platform, { lastEventAt: at }),
    read: () => [...states.values()],
  };
}
