import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test } from 'vitest';
import { deriveSecret, derivingSetting } from '../../db/engine/derived-secret.ts';
import { createWakeCall, isPrivate } from '../../server/wake-call.ts';
import { callDueWakes } from '../../server/wake-ups.ts';
import type { CallWakeUrl } from '../../server/wake-ups.ts';
import { limits } from '../../src/limits.ts';
import type { AgentView } from '../../src/people/agent-view.ts';
import { day, minute } from '../../src/time.ts';
import { openDigestWorld } from '../digest/digest-world.ts';
import type { DigestWorld } from '../digest/digest-world.ts';
import { misfits } from '../support/goal-world.ts';
import type { Fields } from '../support/goal-world.ts';

type Added = { readonly agent: AgentView; readonly token: string; readonly wake_secret?: string };

const addAgent = (world: DigestWorld, fields: Fields) =>
  world.run<Added>('add-agent', world.operator, { slug: 'wanda', runtime: 'script', goals: ['ship'], ...fields });

const shownAgent = (world: DigestWorld) => world.look<AgentView>('show-agent', world.operator, { agent: 'wanda' });

/** Calls what is due, as the loop does, with a hand that answers. */
async function callDue(world: DigestWorld, call: CallWakeUrl): Promise<void> {
  const from = await world.engine.operations.setting(derivingSetting, 'unused');
  const { wakes, reads } = world.engine;
  await callDueWakes({ wakes, reads, clock: world.clock, secretOf: (name) => deriveSecret(from, name), call });
}

/** A world in which an agent with a wake_url was woken by a slot. */
async function woken(wake_url = 'https://agents.example/wake') {
  const world = await openDigestWorld();
  const added = await addAgent(world, { wake_url });
  await world.addTodo();
  world.clock.advance(day);
  await world.fire();
  return { world, added };
}

const answering = (...answers: readonly (number | string)[]) => {
  const calls: Parameters<CallWakeUrl>[0][] = [];
  const call: CallWakeUrl = async (made) => {
    const answer = answers[calls.length] ?? 'nobody listens';
    calls.push(made);
    return typeof answer === 'number' ? { status: answer } : { failed: answer };
  };
  return { calls, call };
};

test('the secret of a wake_url is shown once, is another for another address, and stands in no entry', async () => {
  const world = await openDigestWorld();
  const added = await addAgent(world, { wake_url: 'https://agents.example/wake' });
  const same = await world.run<Added>('change-agent', world.operator, { agent: 'wanda', wake_url: 'https://agents.example/wake' });
  const moved = await world.run<Added>('change-agent', world.operator, { agent: 'wanda', wake_url: 'https://agents.example/other' });
  const without = await addAgent(world, { slug: 'ulf' });

  const entries = JSON.stringify(await world.look('house-ledger', world.operator, { limit: 200 }));

  expect(added.wake_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(same.wake_secret).toBeUndefined();
  expect(moved.wake_secret).toMatch(/^whsec_/);
  expect(moved.wake_secret).not.toBe(added.wake_secret);
  expect(without.wake_secret).toBeUndefined();
  for (const secret of [added.wake_secret, moved.wake_secret]) expect(entries).not.toContain(String(secret).slice(6));
});

test('other agents do not see where an agent is called', async () => {
  const world = await openDigestWorld();
  await addAgent(world, { wake_url: 'https://agents.example/wake' });

  const seen = await world.look<AgentView>('show-agent', world.agent, { agent: 'wanda' });

  expect(seen).not.toHaveProperty('wake_url');
  expect(JSON.stringify(seen)).not.toContain('agents.example');
  expect(await shownAgent(world)).toMatchObject({ wake_url: 'https://agents.example/wake', last_wake: null });
});

test.each([
  ['no address', 'wake me'],
  ['a file', 'file:///etc/passwd'],
  ['a password in it', 'https://me:secret@agents.example/wake'],
  ['a fragment', 'https://agents.example/wake#now'],
  ['too long', `https://agents.example/${'a'.repeat(limits.wakeUrlMax)}`],
])('a wake_url that is %s does not fit', async (_, wake_url) => {
  const world = await openDigestWorld();

  await misfits(() => addAgent(world, { wake_url }));
});

test('an agent is called once, signed as Standard Webhooks has it', async () => {
  const { world, added } = await woken();
  const hand = answering(204);

  await callDue(world, hand.call);
  await callDue(world, hand.call);

  const [call] = hand.calls;
  const signed = { ...call?.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
  const webhook = new Webhook(added.wake_secret ?? '');
  const now = new Date(Number(call?.headers['webhook-timestamp']) * 1_000);
  expect(hand.calls).toHaveLength(1);
  expect(call?.headers['webhook-signature']).toBe(webhook.sign(call?.headers['webhook-id'] ?? '', now, call?.body ?? ''));
  expect(() => webhook.verify(call?.body ?? '', signed)).toThrow();
  expect(JSON.parse(call?.body ?? '')).toEqual({
    type: 'agent.woken',
    timestamp: world.clock.now(),
    data: { agent: 'wanda', goal: 'ship', slot: '2026-12-02T08:00:00.000Z', why: 'there is work that this agent can take' },
  });
  expect((await shownAgent(world)).last_wake).toMatchObject({ state: 'delivered', attempts: 1, reason: null });
});

test('a call that fails is repeated under the same id with longer waits, then given up until the next slot', async () => {
  const { world } = await woken();
  const hand = answering(500, 'connect ECONNREFUSED', 302, 'it did not answer within 10 s', 503, 404);
  const made: number[] = [];

  for (let minutes = 0; minutes < 120; minutes += 1) {
    const before = hand.calls.length;
    await callDue(world, hand.call);
    if (hand.calls.length > before) made.push(minutes);
    if (minutes === 3)
      expect((await shownAgent(world)).last_wake).toMatchObject({
        state: 'wanted',
        reason: 'it answered 302, and redirects are not followed',
      });
    world.clock.advance(minute);
  }
  const given = (await shownAgent(world)).last_wake;
  world.clock.advance(day);
  await world.fire();
  await callDue(world, answering(200).call);

  expect(made).toEqual([0, 1, 2, 4, 14, 44]);
  expect(new Set(hand.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(given).toMatchObject({ state: 'given-up', attempts: limits.wakeAttemptsMax, reason: 'it answered 404' });
  expect((await shownAgent(world)).last_wake).toMatchObject({ state: 'delivered', attempts: 1 });
});

test('a receiver that is gone is not called again, and a suspended agent not at all', async () => {
  const gone = await woken();
  await callDue(gone.world, answering(410).call);
  const suspended = await woken();
  await suspended.world.run('change-agent', suspended.world.operator, { agent: 'wanda', state: 'suspended' });
  const hand = answering(200);
  await callDue(suspended.world, hand.call);

  expect((await shownAgent(gone.world)).last_wake).toMatchObject({ state: 'given-up', attempts: 1 });
  expect(hand.calls).toEqual([]);
  expect((await shownAgent(suspended.world)).last_wake).toMatchObject({ state: 'given-up' });
});

test('an agent that left the goal, or whose goal is paused, is not called for it any more', async () => {
  const left = await woken();
  await left.world.run('create-goal', left.world.operator, { slug: 'other', title: 'Other', vision: 'Another.' });
  await left.world.run('change-agent', left.world.operator, { agent: 'wanda', goals: ['other'] });
  const paused = await woken();
  await paused.world.run('change-goal', paused.world.operator, { goal: 'ship', state: 'paused' });
  const hand = answering(200, 200);

  for (const { world } of [left, paused]) await callDue(world, hand.call);

  expect(hand.calls).toEqual([]);
  for (const { world } of [left, paused]) expect((await shownAgent(world)).last_wake).toMatchObject({ state: 'given-up' });
});

test('the next slot takes the place of a call that is still under way', async () => {
  const { world } = await woken();
  await callDue(world, answering('nobody listens').call);
  world.clock.advance(day);
  await world.fire();
  const hand = answering(200, 200);

  await callDue(world, hand.call);
  world.clock.advance(day / 2);
  await callDue(world, hand.call);

  expect(hand.calls).toHaveLength(1);
  expect(JSON.parse(hand.calls[0]?.body ?? '').data.slot).toBe('2026-12-03T08:00:00.000Z');
});

const servers = new Set<ReturnType<typeof createServer>>();

afterEach(() => {
  for (const server of servers) server.close();
  servers.clear();
});

async function listening(status: number, location?: string) {
  const heard: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      heard.push({ headers: request.headers, body });
      response.writeHead(status, location === undefined ? {} : { location }).end('x'.repeat(100_000));
    });
  });
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { heard, port: (server.address() as AddressInfo).port };
}

const anyCall = { headers: { 'webhook-id': 'wake_1' }, body: '{"ä":1}' };

test('a call arrives whole where its host is listed, and a redirect is not followed', async () => {
  const target = await listening(200);
  const redirecting = await listening(307, `http://127.0.0.1:${target.port}/`);
  const call = createWakeCall(['127.0.0.1', 'localhost']);

  const direct = await call({ url: `http://127.0.0.1:${target.port}/wake`, ...anyCall });
  const named = await call({ url: `http://localhost:${target.port}/wake`, ...anyCall });
  const redirected = await call({ url: `http://127.0.0.1:${redirecting.port}/wake`, ...anyCall });

  expect([direct, named, redirected]).toEqual([{ status: 200 }, { status: 200 }, { status: 307 }]);
  expect(target.heard).toHaveLength(2);
  expect(target.heard[0]).toMatchObject({ body: '{"ä":1}', headers: { 'webhook-id': 'wake_1', 'content-length': '8' } });
});

test('this machine and private networks are not called unless they are listed, whatever they are called', async () => {
  const target = await listening(200);
  const call = createWakeCall([]);
  const reasons: unknown[] = [];

  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433']) {
    reasons.push(await call({ url: `http://${host}:${target.port}/`, ...anyCall }));
  }

  expect(reasons).toEqual(reasons.map(() => ({ failed: expect.stringContaining('GATEBELL_WAKE_PRIVATE_HOSTS') })));
  expect(target.heard).toEqual([]);
});

test('a receiver that changes to another protocol has not answered', async () => {
  const server = createServer();
  servers.add(server);
  server.on('connection', (socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const called = await createWakeCall(['127.0.0.1'])({ url: `http://127.0.0.1:${port}/`, ...anyCall });

  expect(called).toEqual({ failed: 'the connection closed without an answer' });
});

test('a host that nobody answers on, or that is no host, is told as a reason', async () => {
  const { port } = await listening(200);
  for (const server of servers) server.close();
  const call = createWakeCall(['127.0.0.1']);

  expect(await call({ url: `http://127.0.0.1:${port}/`, ...anyCall })).toEqual({ failed: expect.stringContaining('ECONNREFUSED') });
  expect(await call({ url: 'http://nowhere.invalid/', ...anyCall })).toEqual({ failed: expect.any(String) });
});

test.each([
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
  '::ffff:0:a00:1',
  '::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:a00:1::',
  '2001:0:53aa::1',
  'fec0::1',
  'fd00:ec2::254',
  '100.100.100.200',
  '168.63.129.16',
])('%s is private', (address) => expect(isPrivate(address)).toBe(true));

test.each(['93.184.216.34', '172.32.0.1', '11.0.0.1', '2606:2800:220:1::1', '::ffff:93.184.216.34'])('%s is public', (address) =>
  expect(isPrivate(address)).toBe(false),
);
