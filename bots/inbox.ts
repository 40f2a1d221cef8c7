import type { Reads } from '../src/ports.ts';
import type { Instant } from '../src/time.ts';
import { moveRoutes } from '../src/post/move-routes.ts';
import { epochMs, instantOf } from '../src/time.ts';
import type { Desk, Identify } from './desk.ts';
import type { Health } from './health.ts';
import { hearPress } from './inbound.ts';
import type { Inbox, Platform } from './port.ts';
import type { Timers } from './reconciler.ts';

/** What came from platforms, as it came: kept before it is acknowledged, so that nothing acknowledged is lost. */
export type Journal = {
  /** False when it is there already. */
  keep(platform: string, id: string, raw: string): Promise<boolean>;
  /** Keeps that it came, and no more what it was. */
  finish(platform: string, id: string): Promise<void>;
  /** Forgets what was not acknowledged, so that it may come again. */
  forget(platform: string, id: string): Promise<void>;
  /** Oldest first, each with when it was kept. */
  unfinished(platform: string): Promise<readonly { readonly id: string; readonly raw: string; readonly at: Instant }[]>;
};

/** When what was pressed on a platform was lost. */
export type Absences = { keepAbsence(platform: string, since: Instant, until: Instant): Promise<void> };

export type InboxContext = {
  readonly desk: Desk;
  readonly journal: Journal;
  readonly health: Pick<Health, 'heard' | 'connected'>;
  readonly absences: Absences;
  readonly timers: Timers;
  readonly wake: () => void;
  /** What waits on this platform for a broken route is tried at once. */
  readonly tryAgain: () => void;
  readonly report: (failure: unknown) => void;
};

const keepMs = 500;
const openCardsMax = 200;

/** Where one platform brings what it receives. */
export function createInbox(context: InboxContext, platform: Platform, identify: Identify): Inbox {
  const { desk, journal, health, report } = context;
  const { platform: name } = platform.traits;
  const keepings = new Map<string, Promise<void>>();

  /**
   * What comes again while it is still being kept waits until that has ended: else it would be called known, acknowledged, and
   * then forgotten with the one before it.
   */
  function keepInTurn(id: string, raw: string): Promise<boolean> {
    let isLate = false;
    const keeping = (keepings.get(id) ?? Promise.resolve()).then(() => {
      if (isLate) throw new Error('it was given up before its turn came');
      return journal.keep(name, id, raw);
    });
    const kept = withinMs(keepMs, keeping, context.timers).catch((failure: unknown) => {
      isLate = true;
      throw failure;
    });
    // What is on disk too late was not acknowledged, so it must neither be heard later nor stand in the way when it comes again.
    const ended: Promise<void> = kept
      .then(
        () => {},
        () => keeping.then((isNew) => (isNew ? journal.forget(name, id).catch(report) : undefined)),
      )
      .catch(() => {})
      .finally(() => {
        if (keepings.get(id) === ended) keepings.delete(id);
      });
    keepings.set(id, ended);
    return kept;
  }

  return {
    async keep(id, raw) {
      health.heard(name, desk.clock.now());
      return (await keepInTurn(id, raw)) ? 'new' : 'known';
    },
    async hear(press) {
      health.heard(name, desk.clock.now());
      const heard = await hearPress(desk, platform, identify, press, report);
      if (press.id !== null && heard === 'heard') await journal.finish(name, press.id).catch(report);
    },
    unfinished: async () => (await journal.unfinished(name)).map(({ id, raw, at }) => ({ id, raw, keptAtMs: epochMs(at) })),
    done: (id) => journal.finish(name, id),
    openCards: () => openCards(desk.reads, desk.clock.now(), name),
    async away(sinceMs, untilMs) {
      await context.absences.keepAbsence(name, instantOf(sinceMs), instantOf(untilMs)).catch(report);
      context.wake();
    },
    async moved(from, to) {
      await desk.execute(moveRoutes.name, { kind: 'service' }, { platform: name, from, to }).catch(report);
    },
    mended: context.tryAgain,
    status: (status) => health.connected(name, status),
  };
}

async function openCards(reads: Reads, now: ReturnType<Desk['clock']['now']>, platform: string): Promise<readonly string[]> {
  const messages: string[] = [];
  for (const gate of await reads.gatesInQuestion(now, openCardsMax)) {
    if (gate.state !== 'open') continue;
    for (const post of await reads.postsOfGate(gate.id)) {
      const isHere = (await reads.route(post.route))?.platform === platform;
      if (isHere && post.message !== null) messages.push(post.message);
    }
  }
  return messages;
}

function withinMs<T>(ms: number, work: Promise<T>, timers: Timers): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(ms, () => reject(new Error(`it was not kept within ${ms} ms`)));
    work.then(resolve, reject).finally(cancel);
  });
}
