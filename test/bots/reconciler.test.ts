import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHealth } from '../../bots/health.ts';
import type { Put } from '../../bots/port.ts';
import type { Timers } from '../../bots/reconciler.ts';
import { startReconciler } from '../../bots/reconciler.ts';
import { createShown } from '../../bots/shown.ts';
import { createTokenCodec } from '../../bots/token.ts';
import type { Troubles } from '../../bots/troubles.ts';
import type { GateId, RouteId } from '../../src/ids.ts';
import type { Post } from '../../src/post/post.ts';
import { never, plusMs } from '../../src/time.ts';
import { aPost, aRoute, anOpenGate, clockAt, noon, readsOf, rowsOf } from './builders.ts';
import type { Rows } from './builders.ts';
import { fakePlatform, terminalTraits } from './fake-platform.ts';
import { fakePosts } from './fake-posts.ts';

const open = 'g3 r1 Open: waits for an answer.';
const tokens = createTokenCodec({ current: 'a secret of this test', previous: null });
const lost: Put = { result: 'unknown', reason: 'the connection broke' };

function setting(differences: Partial<Rows> = {}) {
  const rows = rowsOf({ posts: [aPost()], ...differences });
  const fake = fakePlatform();
  const posts = fakePosts(rows.posts);
  const clock = clockAt(noon);
  const reports: unknown[] = [];
  const alarms: { ms: number; ring: () => void }[] = [];
  const timers: Timers = {
    after(ms, ring) {
      const alarm = { ms, ring };
      alarms.push(alarm);
      return () => alarms.splice(alarms.indexOf(alarm), alarms.includes(alarm) ? 1 : 0);
    },
  };
  const reads = readsOf(rows);
  const health = createHealth(['terminal']);
  const broken: string[] = [];
  const troubles: Troubles = {
    broke: async ({ id }, { fix }) => void broken.push(`${id} broke: ${fix}`),
    works: async () => {},
    tryAgain: async () => {},
  };
  const context = {
    posts,
    reads,
    clock,
    timers,
    health,
    shown: createShown(reads),
    tokens,
    troubles,
    report: (failure: unknown) => reports.push(failure),
  };
  const start = () => startReconciler({ ...context, platforms: new Map([['terminal' as const, fake.platform]]) });
  return { ...context, rows, fake, broken, reports, alarms, start };
}

/** Lets everything run that waits for no time and no outside answer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

async function ring({ alarms, clock }: ReturnType<typeof setting>): Promise<void> {
  const alarm = alarms.shift();
  if (alarm === undefined) throw new Error('no alarm is set');
  clock.set(plusMs(clock.now(), alarm.ms));
  alarm.ring();
  await settled();
}

test('a wanted post is put once, and the row says what stands there', async () => {
  const world = setting();
  const reconciler = world.start();

  await settled();
  reconciler.wake();
  await settled();

  expect(world.fake.calls).toEqual(['post route_1']);
  expect(world.fake.said()).toEqual([open]);
  expect(world.posts.row('gate_3@route_1')).toEqual(aPost({ state: 'sent', put: 1, message: 'm1', revision: 1, version: 3 }));
});

test('several changes are one edit, of the newest state', async () => {
  const world = setting({
    posts: [aPost({ wanted: 4, put: 1, state: 'sent', message: 'm1', revision: 1 })],
    gates: [anOpenGate({ revision: 3 })],
  });
  world.fake.messages.set('m1', { route: aRoute().id, said: open, repeat: false });
  world.start();

  await settled();

  expect(world.fake.calls).toEqual(['edit route_1 m1']);
  expect(world.fake.said()).toEqual(['g3 r3 Open: waits for an answer.']);
  expect(world.posts.row('gate_3@route_1')).toMatchObject({ put: 4, message: 'm1', revision: 3 });
});

test('what becomes wanted while a post is under way is put right after it', async () => {
  const world = setting();
  let arrive = () => {};
  world.fake.answerNext(
    (stands) =>
      new Promise<Put>((resolve) => {
        arrive = () => resolve(stands());
      }),
  );
  const reconciler = world.start();
  await settled();
  world.rows.gates[0] = anOpenGate({ revision: 2 });
  world.posts.want(aPost());
  reconciler.wake();
  await settled();

  arrive();
  await settled();

  expect(world.fake.calls).toEqual(['post route_1', 'edit route_1 m1']);
  expect(world.posts.row('gate_3@route_1')).toMatchObject({ state: 'sent', put: 2, wanted: 2, message: 'm1', revision: 2 });
});

test('a card whose answer is held is drawn again when the hold ends', async () => {
  const { state: _, ...asked } = anOpenGate();
  const answer = {
    option: 'yes',
    lets: 'go' as const,
    by: { person: 'person_mara' as never, name: 'Mara Voss' },
    allowed_by: { kind: 'owner' as const },
    at: noon,
    deliver_at: plusMs(noon, 10_000),
    where: { surface: 'terminal' },
    revision: 1,
  };
  const world = setting({ gates: [{ ...asked, state: 'answered', answer }] });
  world.start();
  await settled();
  const before = world.fake.said();

  await ring(world);

  expect(before[0]).toMatch(/Can be taken back until/);
  expect(world.fake.said()[0]).toMatch(/The agents see it now\.$/);
  expect(world.posts.row('gate_3@route_1').refresh_at).toBeNull();
});

test('a gate that may have arrived is put five times, each time later and marked, and then left as failed', async () => {
  const world = setting();
  for (let put = 0; put < 5; put += 1) {
    world.fake.answerNext((stands) => {
      stands();
      return lost;
    });
  }
  world.start();
  await settled();

  for (let later = 0; later < 6; later += 1) await ring(world);

  expect(world.fake.said()).toEqual([open, ...Array.from({ length: 4 }, () => `${open} (may be a repeat)`)]);
  expect(world.posts.row('gate_3@route_1')).toMatchObject({ state: 'failed', due_at: never });
});

test('a post that failed for now is tried again, later each time, and arrives unmarked', async () => {
  const world = setting();
  world.fake.answerNext(() => ({ result: 'failed', reason: 'too many', as: 'retry-later', retryInMs: 7_000 }));
  world.fake.answerNext(() => ({ result: 'failed', reason: 'server error', as: 'retry-later' }));
  world.start();
  await settled();

  const first = world.alarms[0]?.ms;
  await ring(world);
  const second = world.alarms[0]?.ms;
  await ring(world);

  expect([first, second]).toEqual([7_000, 2_000]);
  expect(world.fake.said()).toEqual([open]);
  expect(world.health.read()[0]).toMatchObject({ failing: null, lastPostAt: plusMs(noon, 9_000) });
});

test('a message that was deleted is put anew', async () => {
  const world = setting({ posts: [aPost({ wanted: 2, put: 1, state: 'sent', message: 'gone' })] });
  world.start();

  await settled();

  expect(world.fake.calls).toEqual(['edit route_1 gone', 'post route_1']);
  expect(world.posts.row('gate_3@route_1')).toMatchObject({ state: 'sent', message: 'm1', revision: 1 });
});

function twoRoutes(): Partial<Rows> {
  const [first, second] = [aRoute(), aRoute({ id: 'route_2' as RouteId })];
  return { routes: [first, second], posts: [aPost(), aPost({ id: 'gate_3@route_2', route: second.id })] };
}

test('a route that hangs holds up no other', async () => {
  const world = setting(twoRoutes());
  world.fake.answerNext(() => new Promise<Put>(() => {}));
  world.start();

  await settled();

  expect(world.posts.row('gate_3@route_1').state).toBe('sending');
  expect(world.posts.row('gate_3@route_2').state).toBe('sent');
});

test('a route that takes nothing for now is called once, and its other posts wait as long', async () => {
  const gates = [anOpenGate(), anOpenGate({ id: 'gate_4' as GateId, code: 'g4' })];
  const other = aPost({ id: 'gate_4@route_1', subject: { kind: 'gate', gate: 'gate_4' as GateId } });
  const world = setting({ gates, posts: [aPost(), other] });
  world.fake.answerNext(() => ({ result: 'failed', reason: 'too many', as: 'retry-later', retryInMs: 5_000 }));
  world.start();
  await settled();
  const calls = [...world.fake.calls];

  await ring(world);

  expect(calls).toEqual(['post route_1']);
  expect(world.fake.said()).toHaveLength(2);
});

test('a post that cannot be drawn is reported and holds up no other of its route', async () => {
  const missing = aPost({ id: 'gate_9@route_1', subject: { kind: 'gate', gate: 'gate_9' as GateId } });
  const world = setting({ posts: [missing, aPost()] });
  world.start();

  await settled();

  expect(world.reports).toHaveLength(1);
  expect(world.posts.row('gate_9@route_1').state).toBe('failed');
  expect(world.posts.row('gate_3@route_1').state).toBe('sent');
});

test('posts of a closed route are left alone', async () => {
  const world = setting({ routes: [aRoute({ state: 'closed' })] });
  world.start();

  await settled();

  expect(world.fake.calls).toEqual([]);
  expect(world.posts.row('gate_3@route_1')).toMatchObject({ state: 'failed', reason: 'the route is closed' });
});

test('storage that fails for a moment is asked again', async () => {
  const world = setting();
  const { due } = world.posts;
  let failures = 1;
  world.posts.due = async (now, limit) => {
    failures -= 1;
    if (failures >= 0) throw new Error('the disk is full');
    return due(now, limit);
  };
  world.start();
  await settled();

  await ring(world);

  expect(world.reports).toEqual([new Error('the disk is full')]);
  expect(world.fake.said()).toEqual([open]);
});

test('a stopped reconciler ends the call under way, records it and begins no other', async () => {
  const world = setting();
  let arrive = () => {};
  world.fake.answerNext(
    (stands) =>
      new Promise<Put>((resolve) => {
        arrive = () => resolve(stands());
      }),
  );
  const reconciler = world.start();
  await settled();
  const stopping = reconciler.stop();

  arrive();
  await stopping;
  world.posts.want(aPost());
  reconciler.wake();
  await settled();

  expect(world.fake.calls).toEqual(['post route_1']);
  expect(world.posts.row('gate_3@route_1')).toMatchObject({ put: 1, state: 'sent' });
  expect(world.alarms).toEqual([]);
});

const broken500: Put = { result: 'failed', reason: 'internal_error', as: 'retry-later', ownFault: true };

test('a platform that fails inside twice in the same way gets plain text, and the full form again for what comes later', async () => {
  const world = setting();
  const plain: boolean[] = [];
  const post = world.fake.platform.post;
  world.fake.platform.post = (place, outgoing) => {
    plain.push(outgoing.plain);
    return post(place, outgoing);
  };
  world.fake.answerNext(() => broken500);
  world.fake.answerNext(() => broken500);
  world.start();
  await settled();

  await ring(world);
  await ring(world);

  expect(plain).toEqual([false, false, true]);
  expect(world.posts.row('gate_3@route_1')).toMatchObject({ state: 'sent', faults: 0 });
});

test('a platform that reads back is asked again and again whether it arrived, under one name and since the first attempt', async () => {
  const world = setting();
  const asked: unknown[] = [];
  world.fake.platform.traits = { ...terminalTraits, abilities: { ...terminalTraits.abilities, readsBack: true } };
  const post = world.fake.platform.post;
  world.fake.platform.post = (place, outgoing) => {
    asked.push([outgoing.key, outgoing.since, outgoing.repeat]);
    return post(place, outgoing);
  };
  for (let times = 0; times < 3; times += 1) world.fake.answerNext(() => lost);
  world.start();
  await settled();

  for (let times = 0; times < 3; times += 1) await ring(world);

  expect(asked).toEqual([false, true, true, true].map((repeat) => ['gate_3@route_1', noon, repeat]));
  expect(world.posts.row('gate_3@route_1')).toMatchObject({ state: 'sent', doubts: 0, since: null });
});

test('what may stand there stays in doubt while the platform refuses for another reason', async () => {
  const world = setting();
  world.fake.answerNext(() => lost);
  world.fake.answerNext(() => ({ result: 'failed', reason: 'too many', as: 'retry-later', retryInMs: 1_000 }));
  world.start();
  await settled();

  await ring(world);
  await ring(world);

  expect(world.fake.posted).toMatchObject([{ repeat: true }]);
});

test('a broken channel is told with what to do', async () => {
  const world = setting();
  world.fake.answerNext(() => ({ result: 'failed', reason: 'archived', as: 'broken-channel', fix: 'Unarchive it.' }));

  world.start();
  await settled();

  expect(world.broken).toEqual(['route_1 broke: Unarchive it.']);
});

const never_ = new Promise<never>(() => {});

/** A reconciler whose every outside step after the first `steps` never comes back: what a killed process looks like from outside. */
function startAndKillAfter(world: ReturnType<typeof setting>, steps: number): void {
  let left = steps;
  const alive = <Args extends readonly unknown[], Result>(step: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      if (left <= 0) return never_;
      left -= 1;
      const result = await step(...args);
      return left <= 0 ? never_ : result;
    };
  };
  const platform = { traits: world.fake.platform.traits, post: alive(world.fake.platform.post), edit: alive(world.fake.platform.edit) };
  const posts = { due: world.posts.due, nextDueAt: world.posts.nextDueAt, mark: alive(world.posts.mark) };
  startReconciler({ ...world, posts, platforms: new Map([['terminal' as const, platform]]), timers: { after: () => () => {} } });
}

test.each([0, 1, 2, 3])(
  'killed after step %i of a post, the next start brings it to what is wanted, with at most one marked repeat',
  async (steps) => {
    const world = setting();
    startAndKillAfter(world, steps);
    await settled();

    world.start();
    await settled();

    const row: Post = world.posts.row('gate_3@route_1');
    expect(row).toMatchObject({ state: 'sent', put: 1 });
    expect(world.fake.said().filter((said) => said === open).length).toBeLessThanOrEqual(1);
    expect(world.fake.said().filter((said) => said.endsWith('(may be a repeat)')).length).toBeLessThanOrEqual(1);
  },
);

test('killed at every step of post after post, it converges, and a repeat is always marked', async () => {
  const world = setting();
  for (const steps of [1, 2, 3, 2, 1]) {
    startAndKillAfter(world, steps);
    await settled();
  }
  world.rows.gates[0] = anOpenGate({ revision: 2 });
  world.posts.want(aPost({ due_at: world.clock.now() }));

  world.start();
  await settled();

  expect(world.posts.row('gate_3@route_1')).toMatchObject({ state: 'sent', put: 2, wanted: 2 });
  expect(world.fake.said().filter((said) => !said.endsWith('(may be a repeat)')).length).toBeLessThanOrEqual(1);
});

const faults = fc.constantFrom('arrives', 'lost on the way', 'lost on the way back', 'too many', 'channel broken', 'throws');
const steps = fc.oneof(
  fc.record({ step: fc.constant('change' as const), gate: fc.nat(2) }),
  fc.record({ step: fc.constant('fault' as const), fault: faults }),
  fc.record({ step: fc.constant('kill' as const), after: fc.nat(6) }),
  fc.record({ step: fc.constant('time' as const), ms: fc.nat(120_000) }),
);

test('whatever fails or is killed, in the end each post shows the newest state, and what stands there twice says that it may', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 30 }), async (story) => {
      const world = manyPosts();
      let reconciler = world.start();
      for (const told of story) {
        await settled();
        if (told.step === 'change') world.change(told.gate);
        if (told.step === 'fault') world.fail(told.fault);
        if (told.step === 'time') world.clock.set(plusMs(world.clock.now(), told.ms));
        if (told.step === 'kill') {
          await reconciler.stop();
          startAndKillAfter(world, told.after);
          await settled();
          reconciler = world.start();
        }
        reconciler.wake();
      }
      world.fake.forget();

      for (let rest = 0; rest < 8; rest += 1) {
        await settled();
        world.clock.set(plusMs(world.clock.now(), 3_600_000));
        world.changeAll();
        reconciler.wake();
      }
      await settled();

      for (const row of world.rows.posts) expect(row).toMatchObject({ state: 'sent', put: row.wanted, revision: world.newest(row) });
      for (const post of world.rows.posts) expect(world.unmarked(post).length).toBeLessThanOrEqual(1);
      await reconciler.stop();
    }),
    { numRuns: 100 },
  );
});

function manyPosts() {
  const gates = [1, 2, 3].map((number) => anOpenGate({ id: `gate_${number}` as GateId, code: `g${number}` }));
  const routes = [1, 2].map((number) => aRoute({ id: `route_${number}` as RouteId }));
  const world = setting({ gates, routes, posts: [] });

  function change(gate: number): void {
    const asked = world.rows.gates[gate];
    if (asked?.state !== 'open') throw new Error('the story names a gate that is not there');
    world.rows.gates[gate] = { ...asked, revision: asked.revision + 1 };
    for (const { id: route } of world.rows.routes) {
      world.posts.want(aPost({ id: `${asked.id}@${route}`, subject: { kind: 'gate', gate: asked.id }, route, due_at: world.clock.now() }));
    }
  }

  function fail(fault: string): void {
    world.fake.answerNext((stands) => {
      if (fault === 'arrives') return stands();
      if (fault === 'throws') throw new Error('the adapter broke its promise');
      if (fault === 'too many') return { result: 'failed', reason: fault, as: 'retry-later', retryInMs: 1_000 };
      if (fault === 'channel broken') return { result: 'failed', reason: fault, as: 'broken-channel', fix: 'mend it' };
      if (fault === 'lost on the way back') stands();
      return lost;
    });
  }

  const gateOf = (post: Post) => world.rows.gates.find((gate) => post.subject.kind === 'gate' && gate.id === post.subject.gate);
  return {
    ...world,
    change,
    fail,
    changeAll: () => [...world.rows.gates.keys()].forEach(change),
    newest: (post: Post) => gateOf(post)?.revision,
    unmarked: (post: Post) =>
      world.fake.posted.filter(({ route, said, repeat }) => route === post.route && said.startsWith(`${gateOf(post)?.code} `) && !repeat),
  };
}
