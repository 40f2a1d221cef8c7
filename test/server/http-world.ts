import { join } from 'node:path';
import { watchCommits } from '../../server/commit-watch.ts';
import { openFileStore } from '../../server/file-store.ts';
import { buildApp } from '../../server/http/app.ts';
import type { HttpParts } from '../../server/http/parts.ts';
import { openTail } from '../../server/http/tail.ts';
import { openMetrics } from '../../server/metrics.ts';
import { rememberTokens } from '../../server/remember-tokens.ts';
import type { Assets } from '../../server/web/assets.ts';
import { assetsOf } from '../../server/web/assets.ts';
import { openWorld, service } from '../support/world.ts';
import type { World } from '../support/world.ts';
import { handTimers } from './hand-timers.ts';

export type Answered = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> };

export type Client = {
  readonly token: string;
  send(method: string, path: string, fields?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>;
};

export type HttpWorld = Awaited<ReturnType<typeof openHttpWorld>>;

/** The whole HTTP side over a world: an operator, a goal with one lane, its owner and an agent, each with a credential. */
export async function openHttpWorld(assets: Assets = assetsOf('', '')) {
  const world = await openWorld();
  const timers = handTimers();
  const stopping = new AbortController();
  const faults: unknown[] = [];
  const parts = await partsOf(world, timers, stopping.signal, { faults, assets });
  const app = buildApp(parts);
  const clientOf = (token: string): Client => ({
    token,
    send: async (method, path, fields, headers = {}) => answered(await app.request(path, requestOf(method, token, fields, headers))),
  });
  const made = await world.run<{ token: string }>('adopt-operator-token', service, { replace: false });
  const operator = clientOf(made.token);
  const people = await operator.send('POST', '/v1/people', { slug: 'mara', name: 'Mara', time_zone: 'Europe/Berlin' });
  await operator.send('POST', '/v1/people', { slug: 'otto', name: 'Otto', time_zone: 'UTC' });
  await operator.send('POST', '/v1/goals', { slug: 'ship', title: 'Ship it', vision: 'It is shipped.', owners: ['mara'] });
  await operator.send('POST', '/v1/goals/ship/lanes', { slug: 'main', title: 'Main' });
  const agent = await operator.send('POST', '/v1/agents', { slug: 'ada', runtime: 'script', goals: ['ship'] });
  const sessionOf = async (person: string) => {
    const issued = await operator.send('POST', `/v1/people/${person}/login-codes`);
    const session = await clientOf('').send('POST', '/v1/sessions', { code: issued.body.code });
    return clientOf(String(session.body.token));
  };
  return {
    world,
    app,
    parts,
    timers,
    stopping,
    faults,
    clientOf,
    sessionOf,
    operator,
    stranger: clientOf(''),
    agent: clientOf(String(agent.body.token)),
    person: await sessionOf('mara'),
    other: await sessionOf('otto'),
    people,
  };
}

type Beside = { readonly faults: unknown[]; readonly assets: Assets };

async function partsOf(world: World, timers: HttpParts['timers'], stopping: AbortSignal, { faults, assets }: Beside): Promise<HttpParts> {
  const kernel = { ...world.engine, clock: world.clock, tokenByHash: rememberTokens(world.engine) };
  return {
    kernel,
    timers,
    tail: await openTail(kernel),
    commits: watchCommits(kernel),
    files: await openFileStore(join(world.folder, 'files')),
    metrics: openMetrics(),
    platforms: () => [],
    slack: null,
    telegram: null,
    web: { publicUrl: undefined, host: '127.0.0.1', assets },
    stopping,
    onFault: (error) => faults.push(error),
  };
}

/** A question that blocks the lane of the world. */
export function aQuestion(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    goal: 'ship',
    key: 'which-fix',
    question: 'Which of the two fixes do we ship?',
    answer: {
      kind: 'choice',
      options: [
        { key: 'small', label: 'The small one', effect: 'Ships today.', lets: 'go', recommended: true },
        { key: 'none', label: 'Neither', effect: 'The lane stops.', lets: 'stop' },
      ],
    },
    blocks: { lanes: ['main'] },
    risk: 'reversible',
    ...fields,
  };
}

function requestOf(method: string, token: string, fields: unknown, headers: Readonly<Record<string, string>>): RequestInit {
  const credential: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  if (fields === undefined) return { method, headers: { ...credential, ...headers } };
  // A request takes bytes too; its type without a DOM names texts only.
  const body = typeof fields === 'string' || fields instanceof Uint8Array ? fields : JSON.stringify(fields);
  const declared = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  return { method, body: body as string, headers: { ...credential, ...declared, ...headers } };
}

async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : { text } };
}
