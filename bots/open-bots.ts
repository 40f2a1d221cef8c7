import type { Clock, Execute, Reads } from '../src/ports.ts';
import type { Posts } from '../src/post/post.ts';
import type { Identify, Prompts } from './desk.ts';
import type { PlatformHealth } from './health.ts';
import { createHealth } from './health.ts';
import type { Absences, Journal } from './inbox.ts';
import { createInbox } from './inbox.ts';
import type { Inbox, Platform } from './port.ts';
import type { Timers } from './reconciler.ts';
import { startReconciler } from './reconciler.ts';
import { createShown } from './shown.ts';
import type { Secrets } from './token.ts';
import { createTokenCodec } from './token.ts';
import type { TroubleRows, TroublesContext } from './troubles.ts';
import { createTroubles } from './troubles.ts';

/** A platform, and who is behind an account of it. */
export type Connected = { readonly platform: Platform; readonly identify: Identify };

export type BotsContext = {
  readonly execute: Execute;
  readonly reads: Reads;
  readonly posts: Posts;
  readonly journal: Journal;
  readonly routes: TroubleRows;
  readonly chats: Prompts & Absences;
  /** Sign the tokens behind buttons. */
  readonly secrets: Secrets;
  /** Where people open this installation, when that is known. */
  readonly publicUrl?: string | undefined;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly report: (failure: unknown) => void;
  /** Tells the operator that a route broke, or works again. */
  readonly tellTrouble: TroublesContext['tell'];
};

export type Bots = {
  /** Something was committed: due posts are looked for. */
  wake(): void;
  health(): readonly PlatformHealth[];
  /** Receives no more, then ends the sends that are under way. */
  stop(): Promise<void>;
};

/** Also calls `mended` whenever a trouble of the whole platform is over. */
function whenMended(status: Inbox['status'], mended: () => Promise<void>): Inbox['status'] {
  let inTrouble = false;
  return (told) => {
    status(told);
    if (inTrouble && told.trouble === null) void mended();
    inTrouble = told.trouble !== null;
  };
}

/** Starts every connected platform and keeps their posts true. One that does not start is reported and stops no other. */
export async function openBots(context: BotsContext, connected: readonly Connected[]): Promise<Bots> {
  const { execute, reads, clock, timers, report, publicUrl } = context;
  const shown = createShown(reads);
  const tokens = createTokenCodec(context.secrets);
  const health = createHealth(connected.map(({ platform }) => platform.traits.platform));
  const desk = { execute, reads, clock, shown, tokens, prompts: context.chats, publicUrl };
  let wake = () => {};
  const troubles = createTroubles({ rows: context.routes, reads, tell: context.tellTrouble, wake: () => wake() });

  async function connect({ platform, identify }: Connected): Promise<void> {
    const { platform: name, commandPrefix } = platform.traits;
    const typed = (command: string) => commandPrefix + command;
    const tryAgain = () => troubles.tryAgain(name).catch(report);
    const beside = { journal: context.journal, health, absences: context.chats, timers, wake: () => wake(), tryAgain, report };
    const inbox = createInbox({ desk: { ...desk, typed }, ...beside }, platform, identify);
    platform.listen({ ...inbox, status: whenMended(inbox.status, tryAgain) });
    await platform.start().catch((failure: unknown) => {
      health.failed(name, 'it did not start');
      report(failure);
    });
    // Whoever starts the service again may have mended what was broken: its token, an invitation.
    await tryAgain();
  }

  await Promise.all(connected.map(connect));
  const platforms = new Map(connected.map(({ platform }) => [platform.traits.platform, platform] as const));
  const reconciler = startReconciler({
    posts: context.posts,
    reads,
    clock,
    timers,
    report,
    platforms,
    shown,
    health,
    tokens,
    publicUrl,
    troubles,
  });
  wake = reconciler.wake;

  return {
    wake: reconciler.wake,
    health: health.read,
    async stop() {
      await Promise.all(connected.map(({ platform }) => platform.stop()));
      await reconciler.stop();
    },
  };
}
