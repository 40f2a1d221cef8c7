import { expect, test, vi } from 'vitest';
import { aQuestion, openHttpWorld } from './http-world.ts';
import type { Answered, HttpWorld } from './http-world.ts';

test('a settled gate is answered at once', async () => {
  const { agent, person, world } = await openHttpWorld();
  await agent.send('POST', '/v1/gates', aQuestion());
  await person.send('POST', '/v1/gates/g1/answer', { revision: 1, option: 'small' });
  world.clock.advance(10_000);

  const shown = await agent.send('GET', '/v1/gates/g1?wait=60');

  expect(shown.body).toMatchObject({ state: 'answered', answer: { option: 'small' } });
});

test('an agent waits through a held answer, and is told when its hold ends', async () => {
  const http = await openHttpWorld();
  await http.agent.send('POST', '/v1/gates', aQuestion());
  const waiting = await waitingFor(http, http.agent.send('GET', '/v1/gates/g1?wait=60'));

  await http.person.send('POST', '/v1/gates/g1/answer', { revision: 1, option: 'small' });
  await vi.waitFor(() => expect(http.timers.waiting()).toBe(2));
  const whileHeld = waiting.settled();
  http.world.clock.advance(10_000);
  http.timers.pass(10_000);

  expect(whileHeld).toBe(false);
  expect((await waiting.answered).body).toMatchObject({ state: 'answered', answer: { option: 'small' } });
});

test('a revoked answer wakes no agent', async () => {
  const http = await openHttpWorld();
  await http.agent.send('POST', '/v1/gates', aQuestion());
  const waiting = await waitingFor(http, http.agent.send('GET', '/v1/gates/g1?wait=60'));

  await http.person.send('POST', '/v1/gates/g1/answer', { revision: 1, option: 'small' });
  await http.person.send('POST', '/v1/gates/g1/revoke');
  await vi.waitFor(() => expect(http.timers.waiting()).toBe(1));
  const before = waiting.settled();
  http.timers.pass(60_000);

  expect(before).toBe(false);
  expect((await waiting.answered).body).toMatchObject({ state: 'open' });
});

test('a revision wakes whoever waits', async () => {
  const http = await openHttpWorld();
  await http.agent.send('POST', '/v1/gates', aQuestion());
  const waiting = await waitingFor(http, http.person.send('GET', '/v1/gates/g1?wait=60'));

  await http.agent.send('POST', '/v1/gates/g1/revise', { question: 'Which of the three fixes do we ship?' });

  expect((await waiting.answered).body).toMatchObject({ state: 'open', revision: 2 });
});

test('after the wait the gate is shown as it is', async () => {
  const http = await openHttpWorld();
  await http.agent.send('POST', '/v1/gates', aQuestion());
  const waiting = await waitingFor(http, http.agent.send('GET', '/v1/gates/g1?wait=5'));

  http.timers.pass(5_000);

  expect((await waiting.answered).body).toMatchObject({ state: 'open' });
  expect(http.timers.waiting()).toBe(0);
});

test('a stop ends the wait with the gate as it is', async () => {
  const http = await openHttpWorld();
  await http.agent.send('POST', '/v1/gates', aQuestion());
  const waiting = await waitingFor(http, http.agent.send('GET', '/v1/gates/g1?wait=60'));

  http.stopping.abort();

  expect(await waiting.answered).toMatchObject({ status: 200, body: { state: 'open' } });
});

test.each(['61', '-1', 'long'])('a wait of %s is refused', async (wait) => {
  const { agent } = await openHttpWorld();
  await agent.send('POST', '/v1/gates', aQuestion());

  const refused = await agent.send('GET', `/v1/gates/g1?wait=${wait}`);

  expect(refused).toMatchObject({ status: 422, body: { code: 'bad-input' } });
});

test('waiting for a gate that is not there is not found at once', async () => {
  const { agent } = await openHttpWorld();

  const refused = await agent.send('GET', '/v1/gates/g9?wait=60');

  expect(refused).toMatchObject({ status: 404, body: { code: 'not-found' } });
});

async function waitingFor({ timers }: HttpWorld, answered: Promise<Answered>) {
  let settled = false;
  void answered.then(() => {
    settled = true;
  });
  await vi.waitFor(() => expect(timers.waiting()).toBe(1));
  return { answered, settled: () => settled };
}
