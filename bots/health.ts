import type { Route } from '../src/post/route.ts';
import type { Instant } from '../src/time.ts';
import type { Trouble } from './port.ts';

type Name = Route['platform'];

/** How a platform does. `failing` is the reason of the last post when it did not arrive; `trouble` keeps the whole platform from working. */
export type PlatformHealth = {
  readonly platform: Name;
  readonly lastPostAt: Instant | null;
  readonly lastEventAt: Instant | null;
  readonly failing: string | null;
  readonly sockets: number | null;
  readonly trouble: Trouble | null;
};

export type Health = {
  posted(platform: Name, at: Instant): void;
  failed(platform: Name, reason: string): void;
  heard(platform: Name, at: Instant): void;
  connected(platform: Name, status: Pick<PlatformHealth, 'sockets' | 'trouble'>): void;
  read(): readonly PlatformHealth[];
};

const before = { lastPostAt: null, lastEventAt: null, failing: null, sockets: null, trouble: null };

export function createHealth(platforms: readonly Name[]): Health {
  const states = new Map<Name, PlatformHealth>(platforms.map((platform) => [platform, { platform, ...before }]));

  function change(platform: Name, changes: Partial<PlatformHealth>): void {
    const state = states.get(platform);
    if (state !== undefined) states.set(platform, { ...state, ...changes });
  }

  return {
    posted: (platform, at) => change(platform, { lastPostAt: at, failing: null }),
    failed: (platform, reason) => change(platform, { failing: reason }),
    heard: (platform, at) => change(platform, { lastEventAt: at }),
    connected: (platform, { sockets, trouble }) => change(platform, { sockets, trouble }),
    read: () => [...states.values()],
  };
}
