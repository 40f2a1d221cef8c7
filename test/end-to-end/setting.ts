import type { Caller, Json } from '../support/caller.ts';
import type { Service } from '../support/service.ts';

/** A goal of Ann's with one todo per lane, in the order of the lanes, and agents bound to it. */
export type Setting = {
  readonly goal: string;
  readonly todos: Readonly<Record<string, string>>;
  readonly ann: Caller;
  readonly agent: Caller;
  readonly secondAgent: Caller;
};

type Wanted = {
  readonly goal?: string;
  readonly lanes?: readonly string[];
  readonly guardedScopes?: readonly string[];
  readonly scopesOf?: Readonly<Record<string, readonly string[]>>;
};

export async function aSetting(service: Service, wanted: Wanted = {}): Promise<Setting> {
  const { goal = 'fix-issues', lanes = ['parser', 'docs'], guardedScopes = [], scopesOf = {} } = wanted;
  const ann = await aPerson(service, 'ann');
  const described = {
    slug: goal,
    title: 'Fix the issues',
    vision: 'Every reported issue is fixed',
    owners: ['ann'],
    guarded_scopes: guardedScopes,
  };
  await made(service.operator, '/v1/goals', described);
  const todos: Record<string, string> = {};
  for (const [nth, lane] of lanes.entries()) {
    await made(service.operator, `/v1/goals/${goal}/lanes`, { slug: lane, title: `Lane ${lane}` });
    const todo = { lane, title: `Work on ${lane}`, priority: `P${nth}`, scopes: scopesOf[lane] ?? [] };
    todos[lane] = String((await made(service.operator, `/v1/goals/${goal}/todos`, todo)).id);
  }
  return {
    goal,
    todos,
    ann,
    agent: await anAgent(service, `${goal}-one`, [goal]),
    secondAgent: await anAgent(service, `${goal}-two`, [goal]),
  };
}

/** A session of this person; the person is added when they are not known yet. */
export async function aPerson(service: Service, slug: string): Promise<Caller> {
  await service.operator.post('/v1/people', { slug, name: slug.slice(0, 1).toUpperCase() + slug.slice(1), time_zone: 'Europe/Berlin' });
  const { code } = await made(service.operator, `/v1/people/${slug}/login-codes`, {});
  const { token } = await made(service.stranger(), '/v1/sessions', { code });
  return service.as(String(token));
}

export async function anAgent(service: Service, slug: string, goals: readonly string[]): Promise<Caller> {
  const { token } = await made(service.operator, '/v1/agents', { slug, runtime: 'test', goals });
  return service.as(String(token));
}

/** A choice between going on and stopping; what it blocks is the caller's business. */
export function aQuestion(goal: string, key: string, blocks: Json, more: Json = {}) {
  const options = [
    { key: 'yes', label: 'Go on', effect: 'The lane goes on as planned', lets: 'go', recommended: true },
    { key: 'no', label: 'Stop here', effect: 'The lane stays where it is', lets: 'stop' },
  ];
  return {
    goal,
    key,
    question: 'Shall the lane go on as planned?',
    answer: { kind: 'choice', options },
    blocks,
    risk: 'reversible',
    ...more,
  };
}

export type GateReply = {
  readonly id: string;
  readonly code: string;
  readonly revision: number;
  readonly state: string;
  readonly held?: boolean;
  readonly overdue?: boolean;
  readonly answer?: Json & { readonly by: Json; readonly delivered_at?: string; readonly used_in?: string; readonly deliver_at: string };
};

export type TurnReply = {
  readonly decision: string;
  readonly reasons: readonly { readonly code: string; readonly text: string }[];
  readonly turn?: { readonly id: string; readonly fence: number };
  readonly todo?: { readonly id: string; readonly lane: string };
  readonly fallback_of?: { readonly gate: string };
  readonly gates?: readonly { readonly code: string }[];
  readonly context: { readonly answers: readonly Json[] };
};

export type CommitReply = {
  readonly result: string;
  readonly receipt: { readonly id: string; readonly seq: number; readonly hash: string };
  readonly gates: readonly GateReply[];
};

export async function asked(caller: Caller, question: Json): Promise<GateReply> {
  const reply = await caller.post<GateReply>('/v1/gates', question);
  if (reply.status !== 201) throw new Error(`The gate was not asked: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

export async function started(caller: Caller, goal: string, more: Json = {}): Promise<TurnReply> {
  const reply = await caller.post<TurnReply>('/v1/turns', { goal, ...more });
  if (reply.status !== 200) throw new Error(`The turn was not started: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

export async function made(caller: Caller, path: string, body: Json): Promise<Json> {
  const reply = await caller.post(path, body);
  if (reply.status >= 300) throw new Error(`POST ${path} gave ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}
