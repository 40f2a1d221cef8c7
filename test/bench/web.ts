import { get } from 'node:http';
import type { ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { callerAt } from '../support/caller.ts';
import type { Caller } from '../support/caller.ts';
import type { Service } from '../support/service.ts';
import { row } from './report.ts';
import type { Row } from './report.ts';
import { memoryMb } from './stage.ts';

const gatesPerGoal = 167;
const goals = ['web-a', 'web-b', 'web-c'] as const;
const readers = 1_000;
const rounds = 20;

/** The web inbox of one person with 500 open gates, and 1,000 open pages that follow it. */
export async function measureWeb(service: Service): Promise<readonly Row[]> {
  const person = await onePerson(service);
  for (const goal of goals) await manyGates(service, goal);
  const cookie = `gb=${person.token ?? ''}`;
  return [...(await pages(service, cookie)), ...(await following(service, person, cookie))];
}

async function pages(service: Service, cookie: string): Promise<readonly Row[]> {
  const measured: Row[] = [];
  for (const [what, path, p95Max, kbMax, gzMax] of [
    ['inbox, 500 rows', '/inbox?rows=600', 50, 320, 45],
    ['inbox, 100 rows', '/inbox', 25, 80, 15],
    ['a card', '/gates/g1?part=1', 15, 40, 12],
  ] as const) {
    const times: number[] = [];
    let html = '';
    for (let at = 0; at < 60; at += 1) {
      const started = performance.now();
      html = await (await fetch(`${service.address}${path}`, { headers: { cookie } })).text();
      if (at >= 10) times.push(performance.now() - started);
    }
    const [kb, gz] = [html.length / 1_024, gzipSync(html).length / 1_024];
    measured.push(row(`${what}: p95 in ms`, quantile(times, 0.95), `p50 ${quantile(times, 0.5).toFixed(1)} ms`, { atMost: p95Max }));
    measured.push(row(`${what}: kB of HTML`, kb, `${gz.toFixed(1)} kB compressed, at most ${gzMax}`, { atMost: kbMax }));
  }
  return measured;
}

async function following(service: Service, person: Caller, cookie: string): Promise<readonly Row[]> {
  const before = await memoryMb(service);
  let heard: (text: string) => void = () => {};
  const open = await Promise.all(Array.from({ length: readers }, () => follow(service, cookie, (text) => heard(text))));
  const perReaderKb = ((await memoryMb(service)) - before) * (1_024 / readers);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    let left = readers;
    const all = new Promise<void>((resolve) => {
      heard = (text) => {
        if (!text.includes('event: gate')) return;
        times.push(performance.now() - started);
        left -= 1;
        if (left === 0) resolve();
      };
    });
    await (round % 2 === 0
      ? person.post('/v1/gates/g1/answer', { revision: 1, option: 'go', hold_s: 300 })
      : person.post('/v1/gates/g1/revoke', {}));
    await Promise.race([all, pause(10_000)]);
  }
  for (const reader of open) reader.destroy();
  const why = `${times.length} of ${rounds * readers} heard, from the press to the page, p50 ${quantile(times, 0.5).toFixed(0)} ms; readers in this process`;
  return [
    row('news to 1,000 pages: p95 in ms', quantile(times, 0.95), why, { atMost: 200 }),
    row('memory for a page that follows, in kB', perReaderKb, `${readers} pages, resident`, { atMost: 50 }),
  ];
}

/** Resolves when the stream is open. */
function follow({ address }: Service, cookie: string, hear: (text: string) => void): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = get(`${address}/live`, { headers: { cookie }, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`GET /live gave ${response.statusCode}`));
      response.setEncoding('utf8').on('data', (text: string) => (text.includes('retry:') ? resolve(request) : hear(text)));
      response.on('error', () => undefined);
    });
    request.on('error', reject);
  });
}

async function onePerson(service: Service): Promise<Caller> {
  await service.operator.post('/v1/people', { slug: 'mara', name: 'Mara', time_zone: 'Europe/Berlin' });
  const code = await service.operator.post('/v1/people/mara/login-codes');
  const session = await service.stranger().post('/v1/sessions', { code: code.body.code });
  return callerAt(service.address, String(session.body.token));
}

async function manyGates(service: Service, goal: string): Promise<void> {
  await service.operator.post('/v1/goals', { slug: goal, title: goal, vision: 'Is measured', owners: ['mara'] });
  await service.operator.post(`/v1/goals/${goal}/lanes`, { slug: 'main', title: 'Main' });
  const added = await service.operator.post('/v1/agents', { slug: `${goal}-agent`, runtime: 'bench', goals: [goal] });
  const agent = callerAt(service.address, String(added.body.token));
  for (let at = 0; at < gatesPerGoal; at += 1) {
    const asked = await agent.post('/v1/gates', {
      goal,
      key: `gate-${at}`,
      question: `Shall we go on with part ${at} of the plan for ${goal}, which was agreed last week?`,
      answer: {
        kind: 'choice',
        options: [
          { key: 'go', label: 'Go on', effect: 'The part ships today.', lets: 'go' },
          { key: 'stop', label: 'Stop', effect: 'The lane waits.', lets: 'stop' },
        ],
      },
      blocks: { lanes: ['main'] },
      risk: 'reversible',
    });
    if (asked.status !== 201) throw new Error(`POST /v1/gates gave ${asked.status} ${JSON.stringify(asked.body)}`);
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
