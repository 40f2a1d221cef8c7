import type { Reads } from '../src/ports.ts';
import type { Route } from '../src/post/route.ts';
import type { Trouble } from './port.ts';

/** The routes that are broken, as rows: told once when they break, and gone when something is put there again. */
export type Troubles = {
  broke(route: Route, trouble: Trouble): Promise<void>;
  works(route: Route): Promise<void>;
  /** Something was mended on this platform: what failed there is tried at once, also what was given up. */
  tryAgain(platform: Route['platform']): Promise<void>;
};

export type TroubleRows = {
  /** False when it is known to be broken. */
  breakRoute(route: Route['id'], trouble: Trouble): Promise<boolean>;
  healRoute(route: Route['id']): Promise<boolean>;
  retryPlatform(platform: Route['platform']): Promise<void>;
};

export type TroublesContext = {
  readonly rows: TroubleRows;
  readonly reads: Pick<Reads, 'routeTroubles'>;
  /** Tells the operator, in the log. */
  readonly tell: (what: { readonly route: Route; readonly trouble: Trouble | null }) => void;
  /** Posts became wanted elsewhere, or due again. */
  readonly wake: () => void;
};

export function createTroubles({ rows, reads, tell, wake }: TroublesContext): Troubles {
  let broken: Promise<Set<string>> | undefined;

  function known(): Promise<Set<string>> {
    broken ??= reads.routeTroubles().then(
      (troubles) => new Set(troubles.map(({ route }) => route)),
      (failure: unknown) => {
        broken = undefined; // asked again the next time
        throw failure;
      },
    );
    return broken;
  }

  return {
    async broke(route, trouble) {
      const ids = await known();
      if (ids.has(route.id)) return;
      const isNew = await rows.breakRoute(route.id, trouble);
      ids.add(route.id);
      if (isNew) tell({ route, trouble });
      wake();
    },
    async works(route) {
      const ids = await known();
      if (!ids.has(route.id)) return;
      const wasBroken = await rows.healRoute(route.id);
      ids.delete(route.id);
      if (wasBroken) tell({ route, trouble: null });
      wake();
    },
    async tryAgain(platform) {
      await rows.retryPlatform(platform);
      wake();
    },
  };
}
