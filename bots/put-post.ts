import type { Clock, Reads } from '../src/ports.ts';
import type { Post, PostProgress, Posts } from '../src/post/post.ts';
import type { Route } from '../src/post/route.ts';
import { hour, minute, never, plusMs, second } from '../src/time.ts';
import type { Instant } from '../src/time.ts';
import type { Drawn } from './draw.ts';
import { drawPost } from './draw.ts';
import type { Health } from './health.ts';
import type { Platform, Put } from './port.ts';
import type { Shown } from './shown.ts';
import type { TokenCodec } from './token.ts';
import type { Troubles } from './troubles.ts';

/** What is needed to bring one post to what is wanted. */
export type PutContext = {
  readonly posts: Pick<Posts, 'mark'>;
  readonly reads: Reads;
  readonly platforms: ReadonlyMap<Route['platform'], Pick<Platform, 'traits' | 'post' | 'edit'>>;
  readonly clock: Clock;
  readonly shown: Pick<Shown, 'remember'>;
  readonly health: Pick<Health, 'posted' | 'failed'>;
  readonly tokens: Pick<TokenCodec, 'write'>;
  /** Where people open this installation, when that is known. */
  readonly publicUrl?: string | undefined;
  readonly troubles: Troubles;
};

/** `route-waits`: the route takes nothing for now, so its other posts wait as long. */
export type Outcome = { readonly result: 'done' } | { readonly result: 'route-waits'; readonly until: Instant; readonly reason: string };

const done: Outcome = { result: 'done' };
const unsure = 'not known whether it arrived: ';
const unsureAgain = 'not known whether it arrived, also when repeated: ';
/** How often a new message is put whose arrival nobody can be asked about: somebody must see a gate, a notice can be missed. */
const putsMax = { gate: 5, digest: 2, notice: 2, trouble: 2 } as const;
const offlineMs = 5 * minute;
const plainAfterFaults = 2;
const backOff = { retryFirstMs: second, retryMaxMs: 5 * minute, brokenFirstMs: minute, brokenMaxMs: hour } as const;

/**
 * Brings one due post to the newest state of its subject. Recorded as `sending` before the platform is called, so a crash
 * in between leaves a row that says so; the next one to look calls it unknown. A platform that reads back settles that by
 * looking first, as often as needed. Elsewhere a new message that is unknown is put again, each time later and marked as a possible
 * repeat; after some times it stands as failed until something new is wanted. Edits are repeated freely.
 */
export async function putPost(context: PutContext, found: Post): Promise<Outcome> {
  const route = await context.reads.route(found.route);
  const platform = route === undefined ? undefined : context.platforms.get(route.platform);
  const readsBack = platform?.traits.abilities.readsBack ?? false;
  const post = found.state === 'sending' ? await lostSightOf(context, found, readsBack) : found;
  if (post === null || (post.state === 'failed' && post.due_at === never)) return done;

  const now = context.clock.now();
  const since = post.since ?? now;
  const how = { since, repeat: mayStandThere(post), plain: post.faults >= plainAfterFaults };
  const drawn = await drawPost(context, post, how, now);
  if (drawn.ended !== null) return settle(context, post, { state: 'failed', reason: drawn.ended, due_at: never });
  if (platform === undefined) {
    return settle(context, post, { state: 'failed', reason: `${drawn.route.platform} is off`, due_at: plusMs(now, offlineMs) });
  }

  if (!(await context.posts.mark(post, { state: 'sending', since }))) return done;
  const put = await call(platform, post, drawn);
  return record(context, { ...post, version: post.version + 1, attempts: post.attempts + 1 }, drawn, put, readsBack);
}

async function lostSightOf(context: PutContext, post: Post, readsBack: boolean): Promise<Post | null> {
  const progress = doubted(post, 'the service stopped while sending', context.clock.now(), readsBack);
  const marked = await context.posts.mark(post, progress);
  return marked ? { ...post, ...progress, version: post.version + 1 } : null;
}

/** A new message that was put so often without being seen again is left, unless the platform can be asked. */
function doubted(post: Post, reason: string, dueAt: Instant, readsBack: boolean) {
  const doubts = post.doubts + 1;
  const given = doubts >= putsMax[post.subject.kind] && post.message === null && !readsBack;
  return given
    ? ({ state: 'failed', reason: unsureAgain + reason, due_at: never, doubts } as const)
    : ({ state: 'unknown', reason: unsure + reason, due_at: dueAt, doubts } as const);
}

/** An earlier attempt at it was lost sight of: what is put now says that it may be a repeat. */
export function mayStandThere(post: Post): boolean {
  return post.doubts > 0;
}

async function call(platform: Pick<Platform, 'post' | 'edit'>, post: Post, drawn: Drawn): Promise<Put> {
  if (post.message === null) return platform.post(drawn.route, drawn.outgoing);
  const put = await platform.edit(drawn.route, post.message, drawn.outgoing);
  const gone = put.result === 'failed' && put.as === 'gone';
  return gone ? platform.post(drawn.route, drawn.outgoing) : put;
}

async function record(context: PutContext, post: Post, drawn: Drawn, put: Put, readsBack: boolean): Promise<Outcome> {
  const now = context.clock.now();
  const { platform } = drawn.route;
  if (put.result === 'sent') {
    const { revision, refreshAt } = drawn;
    context.health.posted(platform, now);
    for (const { gate, revision: seen } of drawn.shows) context.shown.remember(post.route, gate, seen);
    const sent = await settle(context, post, { state: 'sent', put: post.wanted, message: put.message, revision, refresh_at: refreshAt });
    await context.troubles.works(drawn.route);
    return sent;
  }
  context.health.failed(platform, put.reason);
  const faults = faultsAfter(post, put);
  if (put.result === 'unknown') {
    return settle(context, post, { ...doubted(post, put.reason, later(now, post, 'retry-later'), readsBack), faults });
  }
  const retryAt = put.as === 'retry-later' && put.retryInMs !== undefined ? plusMs(now, put.retryInMs) : later(now, post, put.as);
  const routeWaits = put.as === 'retry-later' || put.as === 'broken-channel';
  const failed = await settle(context, post, { state: 'failed', reason: put.reason, due_at: retryAt, faults }, routeWaits);
  if (put.as === 'broken-channel') await context.troubles.broke(drawn.route, { reason: put.reason, fix: put.fix });
  return failed;
}

/** How often in a row the platform failed inside at this post, for the same reason. */
function faultsAfter(post: Post, put: Exclude<Put, { result: 'sent' }>): number {
  if (!('ownFault' in put && put.ownFault === true)) return 0;
  return post.reason?.endsWith(put.reason) === true ? post.faults + 1 : 1;
}

async function settle(context: PutContext, post: Post, progress: PostProgress, routeWaits = false): Promise<Outcome> {
  if (!(await context.posts.mark(post, progress))) {
    throw new Error(`post ${post.id} moved on from version ${post.version} while it was being put: two reconcilers run`);
  }
  return routeWaits && progress.state === 'failed' ? { result: 'route-waits', until: progress.due_at, reason: progress.reason } : done;
}

type FailedAs = Extract<Put, { result: 'failed' }>['as'];

function later(now: Instant, post: Post, as: FailedAs): Instant {
  const doublings = Math.min(Math.max(post.attempts - 1, 0), 20);
  switch (as) {
    case 'retry-later':
    case 'gone':
      return plusMs(now, Math.min(backOff.retryFirstMs * 2 ** doublings, backOff.retryMaxMs));
    case 'broken-channel':
      return plusMs(now, Math.min(backOff.brokenFirstMs * 2 ** doublings, backOff.brokenMaxMs));
    case 'rejected':
      return never;
  }
}
