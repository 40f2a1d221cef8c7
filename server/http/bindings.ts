import type { VerbName, ViewName } from '../../src/catalog.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where a verb or view stands in HTTP. `bytes`: its body is a file, not JSON. `waits`: it takes `?wait` and has a handler of its own. */
export type Binding = {
  readonly method: Method;
  readonly path: string;
  readonly status: 200 | 201 | 202;
  readonly handler?: 'bytes' | 'waits';
};

const post = (path: string, status: Binding['status'] = 200) => ({ method: 'POST', path, status }) as const satisfies Binding;
const get = (path: string) => ({ method: 'GET', path, status: 200 }) as const satisfies Binding;
const patch = (path: string) => ({ method: 'PATCH', path, status: 200 }) as const satisfies Binding;
const drop = (path: string) => ({ method: 'DELETE', path, status: 200 }) as const satisfies Binding;

/** Every verb has its call, or is one that only the service itself runs. */
export const verbBindings = {
  'create-goal': post('/v1/goals', 201),
  'change-goal': patch('/v1/goals/:goal'),
  'pause-goal': post('/v1/goals/:goal/pause'),
  'resume-goal': post('/v1/goals/:goal/resume'),
  'add-lane': post('/v1/goals/:goal/lanes', 201),
  'change-lane': patch('/v1/goals/:goal/lanes/:lane'),
  'add-todo': post('/v1/goals/:goal/todos', 201),
  'change-todo': patch('/v1/todos/:todo'),
  'drop-todo': drop('/v1/todos/:todo'),
  'add-agent': post('/v1/agents', 201),
  'change-agent': patch('/v1/agents/:agent'),
  'revoke-agent': drop('/v1/agents/:agent'),
  'issue-signal-token': post('/v1/signal-tokens', 201),
  'add-person': post('/v1/people', 201),
  'change-person': patch('/v1/people/:person'),
  'issue-login-code': post('/v1/people/:person/login-codes', 201),
  'open-session': post('/v1/sessions', 201),
  'make-token': post('/v1/sessions/tokens', 201),
  'revoke-token': drop('/v1/tokens/:token'),
  'link-account': post('/v1/links'),
  'add-route': post('/v1/routes', 201),
  'change-route': patch('/v1/routes/:route'),
  'remove-route': drop('/v1/routes/:route'),
  'add-schedule': post('/v1/schedules', 201),
  'change-schedule': patch('/v1/schedules/:schedule'),
  'remove-schedule': drop('/v1/schedules/:schedule'),
  'run-schedule': post('/v1/schedules/:schedule/run'),
  'send-signal': post('/v1/signals', 202),
  'leave-note': post('/v1/notes', 201),
  'start-turn': post('/v1/turns'),
  'heartbeat-turn': post('/v1/turns/:turn/heartbeat'),
  'commit-turn': post('/v1/turns/:turn/commit'),
  'abort-turn': post('/v1/turns/:turn/abort'),
  'ask-gate': post('/v1/gates', 201),
  'revise-gate': post('/v1/gates/:gate/revise'),
  'withdraw-gate': post('/v1/gates/:gate/withdraw'),
  'supersede-gate': post('/v1/gates/:gate/supersede'),
  'receive-answer': post('/v1/gates/:gate/receive'),
  'answer-gate': post('/v1/gates/:gate/answer'),
  'revoke-answer': post('/v1/gates/:gate/revoke'),
  'keep-file': { method: 'PUT', path: '/v1/files', status: 200, handler: 'bytes' },
  'adopt-operator-token': 'internal',
  'ask-login-code': 'internal',
  'offer-link': 'internal',
  'confirm-link': 'internal',
  'move-routes': 'internal',
  'open-terminal': 'internal',
  'close-terminal': 'internal',
  'lapse-leases': 'internal',
  'mark-overdue': 'internal',
  'fire-slot': 'internal',
  'move-deadlines': 'internal',
} as const satisfies Record<VerbName, Binding | 'internal'>;

/** Every view has its call. */
export const viewBindings = {
  'list-goals': get('/v1/goals'),
  'show-goal': get('/v1/goals/:goal'),
  'list-lanes': get('/v1/goals/:goal/lanes'),
  'show-lane': get('/v1/goals/:goal/lanes/:lane'),
  'list-todos': get('/v1/goals/:goal/todos'),
  'show-todo': get('/v1/todos/:todo'),
  'list-agents': get('/v1/agents'),
  'show-agent': get('/v1/agents/:agent'),
  'list-people': get('/v1/people'),
  'show-person': get('/v1/people/:person'),
  'list-tokens': get('/v1/tokens'),
  'list-routes': get('/v1/routes'),
  'show-route': get('/v1/routes/:route'),
  'list-schedules': get('/v1/schedules'),
  'show-schedule': get('/v1/schedules/:schedule'),
  'list-digests': get('/v1/digests'),
  'show-digest': get('/v1/digests/:digest'),
  'list-gates': get('/v1/gates'),
  'show-gate': { method: 'GET', path: '/v1/gates/:gate', status: 200, handler: 'waits' },
  inbox: get('/v1/inbox'),
  board: get('/v1/goals/:goal/board'),
  ledger: get('/v1/goals/:goal/ledger'),
  'house-ledger': get('/v1/house/ledger'),
} as const satisfies Record<ViewName, Binding>;
