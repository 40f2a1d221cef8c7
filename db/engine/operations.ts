import type { RouteId } from '../../src/ids.ts';
import { limits } from '../../src/limits.ts';
import type { Post, PostProgress } from '../../src/post/post.ts';
import type { RouteTrouble } from '../../src/post/trouble.ts';
import type { Wake, WakeProgress } from '../../src/schedule/wake.ts';
import type { Instant } from '../../src/time.ts';
import { plusMs } from '../../src/time.ts';
import { routeIn, wantElsewhere } from '../facts/wanted.ts';
import { absenceWrites } from '../queries/absence.ts';
import { commandWrites } from '../queries/command.ts';
import { postWrites } from '../queries/post.ts';
import { pressWrites } from '../queries/press.ts';
import { promptWrites } from '../queries/prompt.ts';
import { routeQueries, routeWrites } from '../queries/route.ts';
import { settingWrites } from '../queries/setting.ts';
import { wakeWrites } from '../queries/wake.ts';
import type { Connection } from './connection.ts';

/** A message that asks one account for a text. */
export type Prompt = {
  readonly platform: string;
  readonly message: string;
  readonly account: string;
  /** The token of the form that a reply to it submits. */
  readonly token: string;
};

/** The small writes beside the ledger. They go through the one writer like everything else. */
export type Operation =
  | { readonly name: 'mark-post'; readonly post: Pick<Post, 'id' | 'version'>; readonly progress: PostProgress }
  | { readonly name: 'mark-wake'; readonly wake: Pick<Wake, 'id' | 'attempts'>; readonly progress: WakeProgress }
  | { readonly name: 'break-route'; readonly route: RouteId; readonly trouble: Pick<RouteTrouble, 'reason' | 'fix'> }
  | { readonly name: 'heal-route'; readonly route: RouteId }
  | { readonly name: 'retry-platform'; readonly platform: string }
  | { readonly name: 'keep-press'; readonly platform: string; readonly id: string; readonly raw: string }
  | { readonly name: 'finish-press' | 'forget-press'; readonly platform: string; readonly id: string }
  | { readonly name: 'keep-absence'; readonly platform: string; readonly since: Instant; readonly until: Instant }
  | ({ readonly name: 'keep-prompt' } & Prompt)
  | { readonly name: 'keep-setting'; readonly setting: string; readonly value: string }
  | { readonly name: 'keep-alive' }
  | { readonly name: 'purge' };

/** Gives how many rows it changed. */
export function runOperation(connection: Connection, operation: Operation, now: Instant): number {
  switch (operation.name) {
    case 'mark-post':
      return markPost(connection, operation.post, operation.progress);
    case 'mark-wake':
      return markWake(connection, operation.wake, operation.progress, now);
    case 'break-route':
      return breakRoute(connection, { route: operation.route, ...operation.trouble, since: now });
    case 'heal-route':
      return healRoute(connection, operation.route, now);
    case 'retry-platform':
      return connection.write(postWrites.retryPlaces, { ...placesOf(operation.platform), now }).changes;
    case 'keep-press': {
      const { platform, raw } = operation;
      return connection.write(pressWrites.keep, { id: pressId(operation), platform, raw, at: now }).changes;
    }
    case 'finish-press':
      return connection.write(pressWrites.done, { id: pressId(operation), at: now }).changes;
    case 'forget-press':
      return connection.write(pressWrites.forget, { id: pressId(operation) }).changes;
    case 'keep-absence':
      return keepAbsence(connection, operation, now);
    case 'keep-prompt': {
      const { platform, message, account, token } = operation;
      return connection.write(promptWrites.keep, { id: `${platform}:${message}`, account, token, expires_at: plusMs(now, limits.promptMs) })
        .changes;
    }
    case 'keep-setting':
      return connection.write(settingWrites.keep, { name: operation.setting, value: operation.value }).changes;
    case 'keep-alive':
      return connection.write(commandWrites.alive, { at: now }).changes;
    case 'purge':
      return (
        connection.write(commandWrites.purge, { before: plusMs(now, -limits.idempotencyKeptMs) }).changes +
        connection.write(pressWrites.purge, { before: plusMs(now, -limits.pressKeptMs) }).changes +
        connection.write(promptWrites.purge, { now }).changes +
        connection.write(wakeWrites.purge, { before: plusMs(now, -limits.wakeKeptMs) }).changes
      );
  }
}

/** Event ids are unique on their platform only. */
function pressId({ platform, id }: { readonly platform: string; readonly id: string }): string {
  return `${platform}:${id}`;
}

function markPost(connection: Connection, post: Pick<Post, 'id' | 'version'>, progress: PostProgress): number {
  const at = { id: post.id, version: post.version };
  switch (progress.state) {
    case 'sending':
      return connection.write(postWrites.sending, { ...at, since: progress.since }).changes;
    case 'sent': {
      const { put, message, revision, refresh_at } = progress;
      return connection.write(postWrites.sent, { ...at, put, message, revision, refresh_at }).changes;
    }
    case 'unknown':
    case 'failed': {
      const { state, reason, due_at, doubts = null, faults = null } = progress;
      return connection.write(postWrites.held, { ...at, state, reason, due_at, doubts, faults }).changes;
    }
  }
}

function markWake(connection: Connection, { id, attempts }: Pick<Wake, 'id' | 'attempts'>, progress: WakeProgress, now: Instant): number {
  const reason = 'reason' in progress ? progress.reason : null;
  const due_at = 'due_at' in progress ? progress.due_at : now;
  return connection.write(wakeWrites.attempted, { id, attempts, state: progress.state, reason, due_at }).changes;
}

/** The first report of a trouble makes what stood there wanted elsewhere; later ones change nothing until it is over. */
function breakRoute(connection: Connection, trouble: RouteTrouble): number {
  const { changes } = connection.write(routeWrites.broken, trouble);
  const broken = changes === 0 ? undefined : routeIn(connection, trouble.route);
  if (broken !== undefined) wantElsewhere(connection, broken, trouble, trouble.since);
  return changes;
}

type Absence = { readonly platform: string; readonly since: Instant; readonly until: Instant };

/** The cards that wait there for an answer are drawn anew, and say so. */
function keepAbsence(connection: Connection, { platform, since, until }: Absence, now: Instant): number {
  connection.write(absenceWrites.keep, { platform, since, until });
  return connection.write(postWrites.openAgain, { ...placesOf(platform), now }).changes;
}

/** The range in which the places of a platform stand: each is `platform:address`. */
function placesOf(platform: string): { readonly from: string; readonly to: string } {
  return { from: `${platform}:`, to: `${platform};` };
}

/** What waited for the route is due at once, and what told of its trouble is drawn anew. */
function healRoute(connection: Connection, route: RouteId, now: Instant): number {
  const [trouble] = connection.rows(routeQueries.trouble, { route });
  if (trouble === undefined) return 0;
  connection.write(routeWrites.healed, { route });
  connection.write(postWrites.retry, { route, now });
  connection.write(postWrites.again, { from: `trouble_${route}_${trouble.since}@`, to: `trouble_${route}_${trouble.since}A`, now });
  return 1;
}
