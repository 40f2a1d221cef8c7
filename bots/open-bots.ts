import type { Clock, Execute, Reads } from '../src/ports.ts';
import type { Posts } from '../src/post/post.ts';
import type { Identify } from './desk.ts';
import type { PlatformHealth } from './health.ts';
import { createHealth } from './health.ts';
import { hearPress } from './inbound.ts';
import type { Platform } from './port.ts';
import type { Timers } from './reconciler.ts';
import { startReconciler } from './reconciler.ts';
import { createShown } from './shown.ts';

/** A platform, and who is behind an account of it. */
export type Connected = { readonly platform: Platform; readonly identify: Identify };

export type BotsContext = {
  readonly execute: Execute;
  readonly reads: Reads;
  readonly posts: Posts;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly report: (failure: unknown) => void;
};

export type Bots = {
  /** Something was committed: due posts are looked for. */
  wake(): void;
  health(): readonly PlatformHealth[];
  /** Receives no more, then ends the sends that are under way. */
  stop(): Promise<void>;
};

/** Starts every connected platform and keeps their posts true. One that does not start is reported and stops no other. */
export async function openBots(context: BotsContext, connected: readonly Connected[]): Promise<Bots> {
  const shown = createShown(context.reads);
  const health = createHealth(connected.map(({ platform }) => platform.traits.platform));
  const desk = { execute: context.execute, reads: context.reads, clock: context.clock, shown };

  for (const { platform, identify } of connected) {
    const { platform: name } = platform.traits;
    platform.listen((press) => {
      health.heard(name, context.clock.now());
      return hearPress(desk, platform, identify, press, context.report);
    });
    await platform.start().catch((failure: unknown) => {
      health.failed(name, 'it did not start');
      context.report(failure);
    });
  }

  const platforms = new Map(connected.map(({ platform }) => [platform.traits.platform, platform] as const));
  const reconciler = startReconciler({ ...context, platforms, shown, health });

  return {
    wake: reconciler.wake,
    health: health.read,
    async stop() {
      await Promise.all(connected.map(({ platform }) => platform.stop()));
      await reconciler.stop();
    },
  };
}
