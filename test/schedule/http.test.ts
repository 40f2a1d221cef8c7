import { expect, test } from 'vitest';
import { hour } from '../../src/time.ts';
import { service } from '../support/world.ts';
import { aQuestion, openHttpWorld } from '../server/http-world.ts';
import type { HttpWorld } from '../server/http-world.ts';

async function withSchedule(fields: Readonly<Record<string, unknown>> = {}) {
  const http = await openHttpWorld();
  const route = await http.operator.send('POST', '/v1/routes', {
    goal: 'ship',
    platform: 'terminal',
    address: 'here',
    purposes: ['gates', 'digests'],
  });
  const body = { goal: 'ship', cron: '0 9 * * 1-5', time_zone: 'Europe/Berlin', audience: { route: route.body.id }, ...fields };
  const added = await http.operator.send('POST', '/v1/schedules', body, { 'idempotency-key': 'schedule' });
  return { http, body, added, path: `/v1/schedules/${added.body.id}` };
}

/** As long as it takes until the service waits for time or a commit. */
async function waiting({ timers }: HttpWorld): Promise<void> {
  while (timers.waiting() === 0) await new Promise((resolve) => setImmediate(resolve));
}

test('a schedule is added once under its key, shown, changed and removed', async () => {
  const { http, body, added, path } = await withSchedule();

  const again = await http.operator.send('POST', '/v1/schedules', body, { 'idempotency-key': 'schedule' });
  const changed = await http.operator.send('PATCH', path, { cron: '*/30 8-18 * * *', when_unchanged: 'short' });
  const listed = await http.person.send('GET', '/v1/schedules?goal=ship');
  const removed = await http.operator.send('DELETE', path);

  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({
    goal_slug: 'ship',
    state: 'active',
    cron: '0 9 * * 1-5',
    next_at: '2026-12-02T08:00:00.000Z',
    when_unchanged: 'silent',
  });
  expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', added.body]);
  expect(changed.body).toMatchObject({ next_at: '2026-12-01T09:30:00.000Z', when_unchanged: 'short' });
  expect(listed.body.items).toEqual([changed.body]);
  expect([removed.status, removed.body.state]).toEqual([200, 'removed']);
  expect((await http.person.send('GET', path)).body).toMatchObject({ state: 'removed', next_at: null });
});

test('what cannot be a schedule is refused with what came and what to do', async () => {
  const { http, body } = await withSchedule();
  const refused = async (fields: Readonly<Record<string, unknown>>) => {
    const { status, body: problem } = await http.operator.send('POST', '/v1/schedules', { ...body, ...fields });
    return [status, problem.code, String(problem.detail)];
  };

  expect(await refused({ cron: '* * * * *' })).toEqual([422, 'bad-input', expect.stringContaining('at least 5 min are needed')]);
  expect(await refused({ cron: '0 0 31 2 *' })).toEqual([422, 'bad-input', expect.stringContaining('never comes')]);
  expect(await refused({ time_zone: 'Moon/Crater' })).toEqual([422, 'bad-input', expect.stringContaining('time_zone')]);
  expect(await refused({ audience: { person: 'nobody' } })).toEqual([404, 'not-found', expect.stringContaining('nobody')]);
});

test('run gives the digest that is sent now, or says why there is none', async () => {
  const { http, path } = await withSchedule();
  await http.agent.send('POST', '/v1/gates', aQuestion());

  const first = await http.operator.send('POST', `${path}/run`);
  const second = await http.person.send('POST', `${path}/run`);
  const asAgent = await http.agent.send('POST', `${path}/run`);

  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ sent: true, goal_slug: 'ship', slot: null, blocks: [{ kind: 'needs-you' }, { kind: 'blocked' }] });
  expect(second.body).toEqual({ sent: false, why: `Digest ${first.body.id} says the same and is still on its way.` });
  expect([asAgent.status, asAgent.body.code]).toEqual([403, 'not-allowed']);
});

test('digests are listed newest first, in pages, and shown with the question of each number and the check', async () => {
  const { http, path } = await withSchedule();
  const ids: unknown[] = [];
  for (const key of ['a', 'b', 'c']) {
    await http.agent.send('POST', '/v1/gates', aQuestion({ key, blocks: { scopes: [`scope:${key}`] } }));
    http.world.clock.advance(1_000);
    ids.push((await http.operator.send('POST', `${path}/run`)).body.id);
  }

  const all = await http.person.send('GET', '/v1/digests?goal=ship');
  const page = await http.person.send('GET', '/v1/digests?limit=2');
  const rest = await http.person.send('GET', `/v1/digests?limit=2&after=${encodeURIComponent(String(page.body.next))}`);
  const shown = await http.person.send('GET', `/v1/digests/${String(ids[2])}`);

  const idsIn = (listed: typeof all) => (listed.body.items as readonly { id: string }[]).map(({ id }) => id);
  expect(idsIn(all)).toEqual(ids.toReversed());
  expect([...idsIn(page), ...idsIn(rest)]).toEqual(ids.toReversed());
  expect(all.body.items).toMatchObject([
    {
      headings: [
        { kind: 'needs-you', lines: 4 },
        { kind: 'blocked', lines: 3 },
      ],
      delivered: false,
    },
    {},
    {},
  ]);
  expect(shown.body).toMatchObject({
    blocks: [
      { lines: [{ number: { value: 3, query: 'gates-open', with: { stream: expect.stringMatching(/^goal:/), from: 0 } } }, {}, {}, {}] },
      {},
    ],
    check: { holds: true, content: 'same', numbers: [{ value: 3, counted: 3, same: true }] },
    as_of: { now: http.world.clock.now() },
  });
  expect((await http.person.send('GET', '/v1/digests/digest_nowhere')).status).toBe(404);
  expect((await http.agent.send('GET', '/v1/digests')).status).toBe(403);
});

test('a slot that wakes an agent ends its wait for a gate, and is an event; other waits go on', async () => {
  const { http } = await withSchedule();
  await http.agent.send('POST', '/v1/gates', aQuestion());
  await http.operator.send('POST', '/v1/goals/ship/lanes', { slug: 'side', title: 'Side' });
  await http.operator.send('POST', '/v1/goals/ship/todos', { lane: 'side', title: 'Do it meanwhile' });
  let personEnded = false;
  const agentWait = http.agent.send('GET', '/v1/gates/g1?wait=60');
  const personWait = http.person.send('GET', '/v1/gates/g1?wait=60').finally(() => {
    personEnded = true;
  });
  await waiting(http);
  http.world.clock.advance(24 * hour);

  const [due] = await http.world.engine.reads.dueSchedules(http.world.clock.now(), 1);
  await http.world.run('fire-slot', service, { schedule: due?.id });
  const woken = await agentWait;
  const ended = personEnded;
  http.timers.pass(60_000);
  await personWait;

  expect(woken.body).toMatchObject({ code: 'g1', state: 'open' });
  expect(ended).toBe(false);
  const entries = await http.operator.send('GET', '/v1/goals/ship/ledger?limit=200');
  expect((entries.body.items as readonly { type: string }[]).map(({ type }) => type)).toContain('agents-woken');
});

test('an agent is added with a wake_url and shown its secret, once', async () => {
  const { http } = await withSchedule();
  const fields = { slug: 'bob', runtime: 'script', goals: ['ship'], wake_url: 'https://agents.example/wake' };

  const added = await http.operator.send('POST', '/v1/agents', fields, { 'idempotency-key': 'bob' });
  const again = await http.operator.send('POST', '/v1/agents', fields, { 'idempotency-key': 'bob' });
  const shown = await http.operator.send('GET', '/v1/agents/bob');

  expect(added.body).toMatchObject({
    agent: { slug: 'bob', wake_url: 'https://agents.example/wake', last_wake: null },
    wake_secret: expect.stringMatching(/^whsec_/),
  });
  expect(again.body).toEqual(added.body);
  expect(JSON.stringify(shown.body)).not.toContain('whsec_');
});
