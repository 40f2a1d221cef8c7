import { expect, test, vi } from 'vitest';
import { aQuestion, openHttpWorld } from './http-world.ts';
import type { Client, HttpWorld } from './http-world.ts';

test('an operator sees every stream, a person the goals, an agent its own goals', async () => {
  const http = await openHttpWorld();
  await http.operator.send('POST', '/v1/goals', { slug: 'other', title: 'Other', vision: 'Other.' });

  const streams = {
    operator: await streamsSeenBy(http, http.operator),
    person: await streamsSeenBy(http, http.person),
    agent: await streamsSeenBy(http, http.agent),
  };

  const all = (await http.world.engine.reads.entriesByPosition(0, 200)).map((entry) => entry.stream);
  const goals = [...new Set(all)].filter((stream) => stream.startsWith('goal:'));
  expect(goals).toHaveLength(2);
  expect(streams).toEqual({ operator: ['house', ...goals].sort(), person: [...goals].sort(), agent: [goals[0]] });
});

test('the stream resumes after Last-Event-ID, or after the query', async () => {
  const http = await openHttpWorld();
  const last = await http.world.engine.reads.lastPosition();

  const byHeader = await read(http, http.operator, { 'last-event-id': String(last - 2) }, '');
  const byQuery = await read(http, http.operator, {}, `?after=${last - 1}`);

  expect(byHeader.ids.slice(0, 2)).toEqual([last - 1, last]);
  expect(byQuery.ids).toEqual([last]);
});

test('without a position the stream begins with what comes next', async () => {
  const http = await openHttpWorld();
  const response = await http.app.request('/v1/events', { headers: bearer(http.operator) });
  const reader = response.body?.getReader();
  await reader?.read();

  await http.agent.send('POST', '/v1/gates', aQuestion());
  const chunk = new TextDecoder().decode((await reader?.read())?.value);

  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(chunk).toMatch(/^id: \d+\nevent: gate-asked\ndata: \{/);
  await reader?.cancel();
});

test.each(['x', '-1', '1e9'])('%s is no position', async (position) => {
  const { operator } = await openHttpWorld();

  const refused = await operator.send('GET', '/v1/events', undefined, { 'last-event-id': position });

  expect(refused).toMatchObject({ status: 422, body: { code: 'bad-input' } });
});

test('a position past the newest entry is refused: what comes up to it would be passed over', async () => {
  const { operator, world } = await openHttpWorld();
  const last = await world.engine.reads.lastPosition();

  const refused = await operator.send('GET', `/v1/events?after=${last + 1}`);

  expect(refused).toMatchObject({ status: 422, body: { code: 'bad-input', detail: expect.stringContaining(`position ${last}`) } });
});

test('strangers and signal tokens follow nothing', async () => {
  const { operator, stranger, clientOf } = await openHttpWorld();
  const { body } = await operator.send('POST', '/v1/signal-tokens', { goal: 'ship', key_prefix: 'merge:' });

  const byStranger = await stranger.send('GET', '/v1/events');
  const bySignal = await clientOf(String(body.token)).send('GET', '/v1/events');

  expect(byStranger).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  expect(bySignal).toMatchObject({ status: 403, body: { code: 'not-allowed' } });
});

test('an agent that is revoked is cut off', async () => {
  const http = await openHttpWorld();
  const response = await http.app.request('/v1/events', { headers: bearer(http.agent) });
  const reader = response.body?.getReader();
  await reader?.read();

  const next = reader?.read();
  await http.operator.send('DELETE', '/v1/agents/ada');

  expect(await next).toEqual({ done: true, value: undefined });
  expect(http.parts.metrics.eventReaders.count).toBe(0);
});

test('a stop ends the streams', async () => {
  const http = await openHttpWorld();
  const response = await http.app.request('/v1/events', { headers: bearer(http.operator) });
  const reader = response.body?.getReader();
  await reader?.read();

  const next = reader?.read();
  await vi.waitFor(() => expect(http.timers.waiting()).toBeGreaterThan(0));
  http.stopping.abort();

  expect(await next).toEqual({ done: true, value: undefined });
});

async function streamsSeenBy(http: HttpWorld, client: Client): Promise<readonly string[]> {
  const { streams } = await read(http, client, { 'last-event-id': '0' }, '');
  return [...new Set(streams)].sort();
}

/** What a reader gets in its first chunk. */
async function read(http: HttpWorld, client: Client, headers: Readonly<Record<string, string>>, query: string) {
  const response = await http.app.request(`/v1/events${query}`, { headers: { ...bearer(client), ...headers } });
  const reader = response.body?.getReader();
  await reader?.read();
  const text = new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  const streams = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => (JSON.parse(json ?? '') as { stream: string }).stream);
  return { streams, ids: [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)) };
}

function bearer(client: Client): Record<string, string> {
  return { authorization: `Bearer ${client.token}` };
}
