import type { Gate, OpenGate } from '../../src/gate/gate.ts';
import type { Goal } from '../../src/goal/goal.ts';
import type { GateId, GoalId, PersonId, RouteId } from '../../src/ids.ts';
import type { Identity } from '../../src/people/identity.ts';
import type { Person } from '../../src/people/person.ts';
import type { Reads } from '../../src/ports.ts';
import type { Post } from '../../src/post/post.ts';
import type { Route } from '../../src/post/route.ts';
import type { RouteTrouble } from '../../src/post/trouble.ts';
import { instantOf } from '../../src/time.ts';
import type { Instant } from '../../src/time.ts';
import type { CardFacts } from '../../bots/card.ts';

export const noon = instantOf(Date.UTC(2026, 11, 1, 12));

export function aPerson(differences: Partial<Person> = {}): Person {
  return {
    id: 'person_mara' as PersonId,
    slug: 'mara',
    name: 'Mara Voss',
    time_zone: 'Europe/Berlin',
    hold_s: 10,
    roles: [],
    state: 'active',
    created_at: noon,
    ...differences,
  };
}

export function aGoal(differences: Partial<Goal> = {}): Goal {
  return {
    id: 'goal_harbour' as GoalId,
    slug: 'harbour',
    title: 'Harbour',
    vision: 'Boats come in.',
    invariants: [],
    acceptance: [],
    owners: [aPerson().id],
    time_zone: 'Europe/Berlin',
    guarded_scopes: [],
    irreversible_scopes: [],
    state: 'active',
    fence: 0,
    created_at: noon,
    changed_at: noon,
    changed_seq: 1,
    material_at: noon,
    ...differences,
  };
}

export function anOpenGate(differences: Partial<OpenGate> = {}): OpenGate {
  return {
    id: 'gate_3' as GateId,
    code: 'g3',
    number: 3,
    goal: aGoal().id,
    key: 'which-fix',
    content_hash: 'hash',
    revision: 1,
    revisions: [{ revision: 1, changed: [], at: noon }],
    question: 'Which fix goes in?',
    context: null,
    expects: {
      kind: 'choice',
      options: [
        { key: 'yes', label: 'Merge it', effect: 'The fix goes to main.', lets: 'go', recommended: true },
        { key: 'no', label: 'Leave it', effect: 'Nothing happens.', lets: 'stop', recommended: false },
      ],
    },
    blocks: { lanes: ['fixes'], todos: [], scopes: [] },
    risk: 'reversible',
    answerers: null,
    no_self_answer: false,
    evidence: [],
    asked_by: 'service',
    asker: null,
    asked_in: null,
    asked_at: noon,
    due_at: null,
    overdue: false,
    changed_at: noon,
    changed_seq: 2,
    state: 'open',
    ...differences,
  };
}

export function facts(differences: Partial<CardFacts> = {}): CardFacts {
  return {
    goalSlug: 'harbour',
    todoTitles: new Map(),
    answerers: [{ name: 'Mara Voss', account: null }],
    evidence: [],
    askedBy: 'agent builder',
    closedBy: 'agent builder',
    irreversible: false,
    hint: null,
    timeZone: 'Europe/Berlin',
    ...differences,
  };
}

export function aRoute(differences: Partial<Route> = {}): Route {
  return {
    id: 'route_1' as RouteId,
    goal: null,
    platform: 'terminal',
    address: 'terminal',
    thread: null,
    purposes: ['gates', 'notices'],
    person: aPerson().id,
    state: 'open',
    created_at: noon,
    ...differences,
  };
}

export function aPost(differences: Partial<Post> = {}): Post {
  return {
    id: 'gate_3@route_1',
    subject: { kind: 'gate', gate: anOpenGate().id },
    route: aRoute().id,
    wanted: 1,
    put: 0,
    state: 'wanted',
    message: null,
    revision: 0,
    since: null,
    doubts: 0,
    faults: 0,
    reason: null,
    attempts: 0,
    due_at: noon,
    refresh_at: null,
    version: 1,
    ...differences,
  };
}

/** Rows that a test sets; a read that it did not foresee fails it. */
export type Rows = {
  gates: Gate[];
  routes: Route[];
  posts: Post[];
  people: Person[];
  goals: Goal[];
  identities: Identity[];
  troubles: RouteTrouble[];
  prompts: Record<string, { account: string; token: string }>;
  absence: { since: Instant; until: Instant } | undefined;
};

export function rowsOf(differences: Partial<Rows> = {}): Rows {
  return {
    gates: [anOpenGate()],
    routes: [aRoute()],
    posts: [],
    people: [aPerson()],
    goals: [aGoal()],
    identities: [],
    troubles: [],
    prompts: {},
    absence: undefined,
    ...differences,
  };
}

export function readsOf(rows: Rows): Reads {
  const foreseen: Partial<Reads> = {
    gate: async (ref) => rows.gates.find((gate) => gate.id === ref || gate.code === ref),
    gatesInQuestion: async () => rows.gates,
    goalsById: async (ids) => rows.goals.filter((goal) => ids.includes(goal.id)),
    goals: async () => ({ items: rows.goals, next: null }),
    openGateCount: async () => rows.gates.filter((gate) => gate.state === 'open').length,
    openTodoCount: async () => 0,
    openTurns: async () => [],
    todosById: async () => [],
    peopleById: async (ids) => rows.people.filter((person) => ids.includes(person.id)),
    peopleWithRole: async (role) => rows.people.filter((person) => person.roles.some((held) => held.role === role)),
    person: async (ref) => rows.people.find((person) => person.id === ref),
    agent: async () => undefined,
    route: async (id) => rows.routes.find((route) => route.id === id),
    identity: async (id) => rows.identities.find((identity) => identity.id === id),
    identitiesOf: async (people) => rows.identities.filter(({ person }) => person !== null && people.includes(person)),
    evidenceById: async () => [],
    routesAt: async (platform, address) =>
      rows.routes.filter((route) => route.state === 'open' && route.platform === platform && route.address === address),
    routes: async () => ({ items: rows.routes, next: null }),
    routeTroubles: async () => rows.troubles,
    prompt: async (platform, message) => rows.prompts[`${platform}:${message}`],
    absence: async () => rows.absence,
    goal: async (ref) => rows.goals.find((goal) => goal.id === ref || goal.slug === ref),
    postsOfMessage: async (message) => rows.posts.filter((post) => post.message === message),
    gatesShownOn: async (route) =>
      rows.posts.flatMap((post) =>
        post.route === route && post.message !== null && post.subject.kind === 'gate' ? [post.subject.gate] : [],
      ),
    terminalRoute: async () => rows.routes.find((route) => route.platform === 'terminal'),
    postsOfGate: async (gate) => rows.posts.filter((post) => post.subject.kind === 'gate' && post.subject.gate === gate),
  };
  return new Proxy(foreseen, {
    get(reads, name) {
      const read = Reflect.get(reads, name);
      if (read === undefined) throw new Error(`the test did not foresee reads.${String(name)}`);
      return read;
    },
  }) as Reads; // every read is there, or fails the test by name
}

export function clockAt(start: Instant): { now: () => Instant; set(at: Instant): void } {
  let now = start;
  return {
    now: () => now,
    set(at) {
      now = at;
    },
  };
}
