import type { GateId } from '../src/ids.ts';
import type { Reads } from '../src/ports.ts';
import type { Route } from '../src/post/route.ts';
import type { Asker } from './desk.ts';

const rememberedMax = 1_000;

/** Where something was shown: on a route, or to one account alone. */
export type Seen = Pick<Asker, 'platform' | 'routes'> & { readonly press: Pick<Asker['press'], 'account'> };

/**
 * Which revision of a gate was last shown to somebody: what a typed answer is bound to. The post rows know what stands on a route,
 * also after a restart; what was put a moment ago, or shown to one account alone, is remembered here.
 */
export type Shown = {
  remember(route: Route['id'], gate: GateId, revision: number): void;
  rememberPrivately(asker: Seen, gate: GateId, revision: number): void;
  /** The newest revision shown to this account, or where it asks; null when none was. */
  lastTo(asker: Seen, gate: GateId): Promise<number | null>;
};

export function createShown(reads: Pick<Reads, 'postsOfGate'>): Shown {
  const remembered = new Map<string, number>();

  function remember(where: string, gate: GateId, revision: number): void {
    const key = `${gate}@${where}`;
    remembered.delete(key);
    remembered.set(key, revision);
    const [oldest] = remembered.keys();
    if (remembered.size > rememberedMax && oldest !== undefined) remembered.delete(oldest);
  }

  return {
    remember,
    rememberPrivately: (asker, gate, revision) => remember(eyesOf(asker), gate, revision),
    async lastTo(asker, gate) {
      const routes: readonly string[] = asker.routes.map(({ id }) => id);
      const posts = (await reads.postsOfGate(gate)).filter((post) => post.message !== null && routes.includes(post.route));
      const recent = [eyesOf(asker), ...routes].map((where) => remembered.get(`${gate}@${where}`) ?? 0);
      const newest = Math.max(0, ...posts.map(({ revision }) => revision), ...recent);
      return newest === 0 ? null : newest;
    },
  };
}

function eyesOf({ platform, press }: Seen): string {
  return `${platform}:${press.account}`;
}
