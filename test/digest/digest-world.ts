import { createHealth } from '../../bots/health.ts';
import { putPost } from '../../bots/put-post.ts';
import type { PutContext } from '../../bots/put-post.ts';
import { createShown } from '../../bots/shown.ts';
import { createTokenCodec } from '../../bots/token.ts';
import { createTroubles } from '../../bots/troubles.ts';
import type { Engine } from '../../db/engine/engine.ts';
import type { Block, Digest, Line } from '../../src/digest/digest.ts';
import type { Route } from '../../src/post/route.ts';
import type { ScheduleView } from '../../src/schedule/schedule-view.ts';
import { fakePlatform } from '../bots/fake-platform.ts';
import { openGoalWorld } from '../support/goal-world.ts';
import type { Fields, GoalWorld } from '../support/goal-world.ts';
import { service } from '../support/world.ts';

export type ShownDigest = Digest & {
  readonly delivered: boolean;
  readonly check: { readonly holds: boolean; readonly content: string; readonly numbers: readonly { readonly same: boolean }[] };
};

export type Run = (Digest & { readonly sent: true }) | { readonly sent: false; readonly why: string };

export type DigestWorld = Awaited<ReturnType<typeof openDigestWorld>>;

/** A goal world with a route for digests on a platform in memory, and a schedule at nine in Berlin every day. */
export async function openDigestWorld(fields: Fields = {}, now?: string) {
  const world = await openGoalWorld({}, now);
  const platform = fakePlatform();
  const route = await world.run<Route>('add-route', world.operator, {
    goal: 'ship',
    platform: 'terminal',
    address: 'here',
    purposes: ['digests'],
  });
  const add = (more: Fields = {}) => addSchedule(world, { audience: { route: route.id }, ...more });
  const schedule = await add(fields);
  return {
    ...world,
    platform,
    route,
    schedule,
    addSchedule: add,
    /** Fires what is due, as the loop does. Gives what each slot did. */
    fire: () => fireDue(world.engine, world.clock.now),
    /** Puts what is due, as the reconciler does. */
    deliver: () => putDue(world.engine, platform, world.clock.now),
    runNow: (id: string = schedule.id) => world.run<Run>('run-schedule', world.operator, { schedule: id }),
    show: (id: string) => world.look<ShownDigest>('show-digest', world.operator, { digest: id }),
    list: async () =>
      (await world.look<{ items: readonly { id: string; headings: readonly unknown[] }[] }>('list-digests', world.operator, { limit: 200 }))
        .items,
    shownSchedule: (id: string = schedule.id) => world.look<ScheduleView>('show-schedule', world.operator, { schedule: id }),
    /** The newest digest, whole. */
    newest: async () => {
      const { items } = await world.look<{ items: readonly { id: string }[] }>('list-digests', world.operator, {});
      return world.look<ShownDigest>('show-digest', world.operator, { digest: items[0]?.id });
    },
  };
}

/** A digest that was written and has arrived. */
export async function sent(world: DigestWorld): Promise<Run & { sent: true }> {
  const run = await world.runNow();
  if (!run.sent) throw new Error(`nothing was sent: ${run.why}`);
  await world.deliver();
  return run;
}

export function addSchedule(world: GoalWorld, fields: Fields): Promise<ScheduleView> {
  return world.run('add-schedule', world.operator, { goal: 'ship', cron: '0 9 * * *', time_zone: 'Europe/Berlin', ...fields });
}

export async function fireDue(engine: Engine, now: () => ReturnType<GoalWorld['clock']['now']>): Promise<readonly string[]> {
  const results: string[] = [];
  for (const { id } of await engine.reads.dueSchedules(now(), 50)) {
    const { reply } = await engine.execute('fire-slot', service, { schedule: id });
    results.push((reply as { result: string }).result);
  }
  return results;
}

export async function putDue(
  engine: Engine,
  platform: ReturnType<typeof fakePlatform>,
  now: () => ReturnType<GoalWorld['clock']['now']>,
): Promise<void> {
  const context: PutContext = {
    posts: engine.posts,
    reads: engine.reads,
    platforms: new Map([['terminal', platform.platform]]),
    clock: { now },
    shown: createShown(engine.reads),
    health: createHealth(['terminal']),
    tokens: createTokenCodec({ current: 'a secret of the tests', previous: null }),
    troubles: createTroubles({ rows: engine.operations, reads: engine.reads, tell: () => {}, wake: () => {} }),
  };
  for (const post of await engine.posts.due(now(), 1_000)) await putPost(context, post);
}

export function blockOf(digest: Pick<Digest, 'blocks'>, kind: Block['kind'], heading?: string): readonly Line[] {
  return digest.blocks.find((block) => block.kind === kind && (heading === undefined || block.heading === heading))?.lines ?? [];
}

export const textsOf = (lines: readonly Line[]) => lines.map(({ number, text }) => (number === null ? text : `${number.value} ${text}`));
