import type { GateId, RouteId } from '../src/ids.ts';
import type { Reads } from '../src/ports.ts';
import { parsePlaced } from './placed.ts';

const rememberedMax = 1_000;

/**
 * Which revision of a gate was last shown on a route: what a typed answer is bound to. The post rows know it across a
 * restart; what was shown beside them (privately, or a moment ago) is remembered here.
 */
export type Shown = {
  remember(route: RouteId, gate: GateId, revision: number): void;
  /** The newest revision shown there, or null when none was. */
  lastOn(route: RouteId, gate: GateId): Promise<number | null>;
};

export function createShown(reads: Pick<Reads, 'postsOfGate'>): Shown {
  const remembered = new Map<string, number>();
  return {
    remember(route, gate, revision) {
      const key = `${gate}@${route}`;
      remembered.delete(key);
      remembered.set(key, revision);
      const [oldest] = remembered.keys();
      if (remembered.size > rememberedMax && oldest !== undefined) remembered.delete(oldest);
    },
    async lastOn(route, gate) {
      const posts = await reads.postsOfGate(gate);
      const message = posts.find((post) => post.route === route)?.message ?? null;
      const put = message === null ? 0 : parsePlaced(message).revision;
      const newest = Math.max(put, remembered.get(`${gate}@${route}`) ?? 0);
      return newest === 0 ? null : newest;
    },
  };
}
