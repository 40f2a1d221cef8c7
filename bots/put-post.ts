import type { Clock, Reads } from '../src/ports.ts';
import type { Post, PostProgress, Posts } from '../src/post/post.ts';
import type { Route } from '../src/post/route.ts';
import { hour, minute, never, plusMs, second } from '../src/time.ts';
import type { Instant } from '../src/time.ts';
import type { Drawn } from './draw.ts';
import { drawPost } from './draw.ts';
import type { Health } from './health.ts';
import { parsePlaced, placedText } from './placed.ts';
import type { Platform, Put } from './port.ts';
import type { Shown } from './shown.ts';

/** What is needed to bring one post to what is wanted. */
export type PutContext = {
  readonly posts: Pick<Posts, 'mark'>;
  readonly reads: Reads;
  readonly platforms: ReadonlyMap<Route['platform'], Pick<Platform, 'post' | 'edit'>>;
  readonly clock: Clock;
  readonly shown: Pick<Shown, 'remember'>;
  readonly health: Pick<Health, 'posted' | 'failed'>;
};

/** `route-waits`: the route takes nothing for now, so its other posts wait as long. */
export type Outcome = { readonly result: 'done' } | { readonly result: 'route-waits'; readonly until: Instant; readonly reason: string };

const done: Outcome = { result: 'done' };
const unsure = 'not known whether it arrived: ';
const unsureTwice = 'not known whether it arrived, also when repeated: ';
const offlineMs = 5 * minute;
const backOff = { retryFirstMs: second, retryMaxMs: 5 * minute, brokenFirstMs: minute, brokenMaxMs: hour } as const;

/**
 * Brings one due post to the newest state of its subject. Recorded as `sending` before the platform is called, so a crash
 * in between leaves a row that says so; the next one to look calls it unknown. A new message that is unknown is put once
 * more, marked as a possible repeat; after that it stands as failed until something new is wanted. Edits are repeated freely.
 */
export async function putPost(context: PutContext, found: Post): Promise<Outcome> {
  const post = found.state === 'sending' ? await lostSightOf(context, found) : found;
  if (post === null || (post.state === 'failed' && post.due_at === never)) return done;

  const now = context.clock.now();
  const drawn = await drawPost(context.reads, post, mayStandThere(post), now);
  const platform = context.platforms.get(drawn.route.platform);
  if (drawn.route.state === 'closed') return settle(context, post, { state: 'failed', reason: 'the route is closed', due_at: never });
  if (platform === undefined) {
    return settle(context, post, { state: 'failed', reason: `${drawn.route.platform} is off`, due_at: plusMs(now, offlineMs) });
  }

  if (!(await context.posts.mark(post, { state: 'sending' }))) return done;
  const put = await call(platform, post, drawn);
  return record(context, { ...post, version: post.version + 1, attempts: post.attempts + 1 }, drawn, put);
}

async function lostSightOf(context: PutContext, post: Post): Promise<Post | null> {
  const now = context.clock.now();
  const again = isRepeat(post);
  const reason = `${again ? unsureTwice : unsure}the service stopped while sending`;
  const progress: PostProgress = again ? { state: 'failed', reason, due_at: never } : { state: 'unknown', reason, due_at: now };
  const marked = await context.posts.mark(post, progress);
  return marked ? { ...post, state: progress.state, reason, due_at: progress.due_at, version: post.version + 1 } : null;
}

/** A new message went out once more already. An edit may be repeated as often as needed. */
function isRepeat(post: Post): boolean {
  return post.message === null && post.reason !== null && post.reason.startsWith(unsure);
}

/** An earlier attempt at it was lost sight of: what is put now says that it may be a repeat. */
export function mayStandThere(post: Post): boolean {
  return post.reason !== null && (post.reason.startsWith(unsure) || post.reason.startsWith(unsureTwice));
}

async function call(platform: Pick<Platform, 'post' | 'edit'>, post: Post, drawn: Drawn): Promise<Put> {
  if (post.message === null) return platform.post(drawn.route, drawn.outgoing);
  const put = await platform.edit(drawn.route, parsePlaced(post.message).message, drawn.outgoing);
  const gone = put.result === 'failed' && put.as === 'gone';
  return gone ? platform.post(drawn.route, drawn.outgoing) : put;
}

function record(context: PutContext, post: Post, drawn: Drawn, put: Put): Promise<Outcome> {
  const now = context.clock.now();
  const { platform } = drawn.route;
  switch (put.result) {
    case 'sent': {
      context.health.posted(platform, now);
      if (post.subject.kind === 'gate') context.shown.remember(post.route, post.subject.gate, drawn.revision);
      const message = placedText({ message: put.message, revision: drawn.revision });
      return settle(context, post, { state: 'sent', put: post.wanted, message, refresh_at: drawn.refreshAt });
    }
    case 'unknown':
      context.health.failed(platform, put.reason);
      if (isRepeat(post)) return settle(context, post, { state: 'failed', reason: unsureTwice + put.reason, due_at: never });
      return settle(context, post, { state: 'unknown', reason: unsure + put.reason, due_at: later(now, post, 'retry-later') });
    case 'failed': {
      context.health.failed(platform, put.reason);
      const until = put.as === 'retry-later' && put.retryInMs !== undefined ? plusMs(now, put.retryInMs) : later(now, post, put.as);
      return settle(
        context,
        post,
        { state: 'failed', reason: put.reason, due_at: until },
        put.as === 'retry-later' || put.as === 'broken-channel',
      );
    }
  }
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
