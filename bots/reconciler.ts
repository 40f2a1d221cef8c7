import type { Post, Posts } from '../src/post/post.ts';
import type { RouteId } from '../src/ids.ts';
import { minute, msBetween, plusMs, second } from '../src/time.ts';
import type { Instant } from '../src/time.ts';
import type { Outcome, PutContext } from './put-post.ts';
import { mayStandThere, putPost } from './put-post.ts';

/** Calls once when `ms` have passed; the function it gives back cancels that. */
export type Timers = { readonly after: (ms: number, call: () => void) => () => void };

export type ReconcilerContext = Omit<PutContext, 'posts'> & {
  readonly posts: Posts;
  readonly timers: Timers;
  /** Told of what went wrong apart from a platform's own failures. */
  readonly report: (failure: unknown) => void;
};

/** Keeps every post on its way to what is wanted, for as long as it runs. */
export type Reconciler = {
  /** Something was committed: look for due posts. */
  wake(): void;
  /** Begins nothing more; resolves when the calls that are under way have ended. */
  stop(): Promise<void>;
};

const lookMax = 1_000;
const retryMs = second;
const sleepMaxMs = minute;

/** Each route is served by itself, one post after another, so a route that fails or hangs holds no other. */
export function startReconciler(context: ReconcilerContext): Reconciler {
  const busy = new Map<RouteId, Promise<void>>();
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let stopped = false;
  let cancelAlarm = () => {};

  function wake(): void {
    if (stopped) return;
    lookAgain = true;
    looking ??= lookWhileNeeded().finally(() => {
      looking = null;
    });
  }

  async function lookWhileNeeded(): Promise<void> {
    while (lookAgain && !stopped) {
      lookAgain = false;
      const sleepMs = await look().catch((failure: unknown) => {
        context.report(failure);
        return retryMs;
      });
      cancelAlarm();
      if (!stopped) cancelAlarm = context.timers.after(sleepMs, wake);
    }
  }

  async function look(): Promise<number> {
    const now = context.clock.now();
    for (const [route, posts] of byRoute(await context.posts.due(now, lookMax))) {
      if (!busy.has(route) && !stopped) serve(route, posts);
    }
    return sleepMs(now, await context.posts.nextDueAt(now));
  }

  function serve(route: RouteId, posts: readonly Post[]): void {
    const serving = serveRoute(context, posts, () => stopped)
      .then(
        () => wake,
        (failure: unknown) => {
          context.report(failure);
          return () => context.timers.after(retryMs, wake);
        },
      )
      .then((next) => {
        busy.delete(route);
        next();
      });
    busy.set(route, serving);
  }

  wake();
  return {
    wake,
    async stop() {
      stopped = true;
      cancelAlarm();
      await looking;
      await Promise.all(busy.values());
    },
  };
}

/** One route's due posts in order. When the route takes nothing for now, the rest waits as long without a call. */
async function serveRoute(context: ReconcilerContext, posts: readonly Post[], isStopped: () => boolean): Promise<void> {
  let waits: { readonly until: Instant; readonly reason: string } | null = null;
  for (const post of posts) {
    if (isStopped()) return;
    if (waits !== null && post.state !== 'sending' && !mayStandThere(post)) {
      await context.posts.mark(post, { state: 'failed', reason: waits.reason, due_at: waits.until });
      continue;
    }
    const outcome = await putPost(context, post).catch((failure: unknown) => postponed(context, post, failure));
    if (outcome.result === 'route-waits') waits = outcome;
  }
}

/** A post that cannot be drawn is reported and tried later, so that it holds up no other. */
async function postponed(context: ReconcilerContext, post: Post, failure: unknown): Promise<Outcome> {
  context.report(failure);
  const due_at = plusMs(context.clock.now(), minute);
  await context.posts.mark(post, { state: 'failed', reason: 'it could not be drawn or recorded', due_at });
  return { result: 'done' };
}

function byRoute(posts: readonly Post[]): ReadonlyMap<RouteId, readonly Post[]> {
  const routes = new Map<RouteId, Post[]>();
  for (const post of posts) routes.set(post.route, [...(routes.get(post.route) ?? []), post]);
  return routes;
}

function sleepMs(now: Instant, next: Instant | undefined): number {
  return next === undefined ? sleepMaxMs : Math.min(Math.max(msBetween(now, next), 0), sleepMaxMs);
}
