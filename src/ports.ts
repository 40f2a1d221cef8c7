import type { Actor } from './actor.ts';
import type { Digest, Reference } from './digest/digest.ts';
import type { NumberAsked } from './digest/numbers.ts';
import type { Evidence, File } from './evidence/evidence.ts';
import type { Gate } from './gate/gate.ts';
import type { Goal } from './goal/goal.ts';
import type { Note } from './goal/note.ts';
import type {
  AgentId,
  DigestId,
  EvidenceId,
  GateId,
  GoalId,
  PersonId,
  RouteId,
  ScheduleId,
  Stream,
  TodoId,
  TokenId,
  TurnId,
} from './ids.ts';
import type { Lane } from './lane/lane.ts';
import type { Entry, Head } from './ledger/entry.ts';
import type { EventType } from './ledger/event.ts';
import type { Resource } from './lease/resource.ts';
import type { Agent } from './people/agent.ts';
import type { LoginCode, Token } from './people/credential.ts';
import type { Identity, LinkCode } from './people/identity.ts';
import type { Person } from './people/person.ts';
import type { Post } from './post/post.ts';
import type { Route } from './post/route.ts';
import type { RouteTrouble } from './post/trouble.ts';
import type { Schedule } from './schedule/schedule.ts';
import type { Wake, Waking } from './schedule/wake.ts';
import type { Instant } from './time.ts';
import type { Signal } from './todo/signal.ts';
import type { Todo } from './todo/todo.ts';
import type { OpenTurn, Turn } from './turn/turn.ts';

/** One page of a list: at most `limit` rows after the row whose sort key is `after` (a `next` of an earlier page). */
export type Page = { readonly after: string | undefined; readonly limit: number };

/** `next` is the `after` of the following page, or null at the end. */
export type Listed<Row> = { readonly items: readonly Row[]; readonly next: string | null };

/** Open todos that are free by themselves and alike in lane and shape; `rank` is the best among them. */
export type TodoGroup = { readonly lane: string; readonly shape: string; readonly rank: number };

/** One thing that a gate still blocks at the moment asked about. */
export type ActiveBlock = { readonly gate: GateId; readonly kind: 'lane' | 'scope'; readonly target: string };

/**
 * Every question that the kernel asks of the rows. Each is one named, typed query with an index of its own,
 * written once in `db/queries` and run by the writer (inside a verb) or on a read-only connection (inside a view).
 * Rows are tagged with the stream they belong to; none is counted over history, none uses an offset.
 */
export type Reads = {
  goal(ref: string): Promise<Goal | undefined>;
  goals(page: Page): Promise<Listed<Goal>>;
  /** Goals among these ids. */
  goalsById(ids: readonly GoalId[]): Promise<readonly Goal[]>;

  lane(goal: GoalId, slug: string): Promise<Lane | undefined>;
  lanes(goal: GoalId): Promise<readonly Lane[]>;

  todo(id: TodoId): Promise<Todo | undefined>;
  todosById(ids: readonly TodoId[]): Promise<readonly Todo[]>;
  /** All todos of a goal, oldest first. `state` narrows. */
  todos(
    goal: GoalId,
    filter: { readonly state: Todo['state'] | undefined; readonly lane: string | undefined },
    page: Page,
  ): Promise<Listed<Todo>>;
  openTodoCount(goal: GoalId): Promise<number>;
  /** Distinct scope sets among the open todos of a goal, as JSON texts. */
  openScopeSets(goal: GoalId): Promise<readonly string[]>;
  /** Groups of open todos with `freeAt <= now`, best rank first. */
  freeTodoGroups(goal: GoalId, now: Instant): Promise<readonly TodoGroup[]>;
  /** The open todo with this rank. */
  todoByRank(goal: GoalId, rank: number): Promise<Todo | undefined>;
  /** Free open todos of one group that some gate's go names, best rank first: those that a guarded scope may let run. */
  namedFreeTodos(goal: GoalId, group: { readonly lane: string; readonly shape: string }, now: Instant): Promise<readonly Todo[]>;
  /** Open todos that something keeps back, best rank first, at most `limit`: to say why an agent waits. */
  keptTodos(goal: GoalId, now: Instant, limit: number): Promise<readonly Todo[]>;

  signal(goal: GoalId, key: string): Promise<Signal | undefined>;
  /** Notes with `seq > after`, oldest first, at most `limit`. */
  notes(goal: GoalId, after: number, limit: number): Promise<readonly Note[]>;
  /** The newest notes, oldest first, at most `limit`. */
  newestNotes(goal: GoalId, limit: number): Promise<readonly Note[]>;

  turn(id: TurnId): Promise<Turn | undefined>;
  openTurnOf(goal: GoalId, agent: AgentId): Promise<OpenTurn | undefined>;
  openTurns(goal: GoalId): Promise<readonly OpenTurn[]>;
  /** Open turns of the installation whose grace ended before `now`, at most `limit`. */
  lapsedTurns(now: Instant, limit: number): Promise<readonly OpenTurn[]>;
  /** Goals with an open turn, or an open gate that has a deadline: those whose deadlines move after a downtime. */
  goalsWithDeadlines(): Promise<readonly GoalId[]>;

  resource(name: string): Promise<Resource | undefined>;
  /** Resources held at `now`, anywhere in the installation. */
  heldResources(now: Instant): Promise<readonly Resource[]>;

  evidence(goal: GoalId, id: EvidenceId): Promise<Evidence | undefined>;
  evidenceById(goal: GoalId, ids: readonly string[]): Promise<readonly Evidence[]>;
  /** Attached evidence with `seq > after`, newest first, at most `limit`. `todo` narrows. */
  newestEvidence(
    goal: GoalId,
    filter: { readonly todo: TodoId | undefined; readonly after: number },
    limit: number,
  ): Promise<readonly Evidence[]>;
  file(sha256: string): Promise<File | undefined>;

  /** By id or code (`g12`). */
  gate(ref: string): Promise<Gate | undefined>;
  gateByKey(goal: GoalId, key: string): Promise<Gate | undefined>;
  gates(filter: { readonly goal: GoalId | undefined; readonly state: Gate['state'] | undefined }, page: Page): Promise<Listed<Gate>>;
  /** Open gates of the installation, and answered ones whose hold has not ended: oldest first, at most `limit`, after a number. */
  gatesInQuestion(now: Instant, limit: number, after?: number): Promise<readonly Gate[]>;
  /** Answered gates of the goal whose hold has not ended, oldest first. */
  heldGates(goal: GoalId, now: Instant): Promise<readonly Gate[]>;
  openGateCount(goal: GoalId): Promise<number>;
  /** The number of the newest gate of the installation, or 0. */
  lastGateNumber(): Promise<number>;
  /** Lane and scope blocks of the goal that no go has ended by `now`. */
  activeBlocks(goal: GoalId, now: Instant): Promise<readonly ActiveBlock[]>;
  /** Gates that block this lane, this todo or one of these scopes, oldest first; those whose go is accounted for are over. */
  gatesCovering(
    goal: GoalId,
    what: { readonly lane: string; readonly todo: TodoId; readonly scopes: readonly string[] },
  ): Promise<readonly Gate[]>;
  /** Answered gates of the goal that this agent asked and that were not delivered. */
  undeliveredTo(goal: GoalId, agent: AgentId): Promise<readonly Gate[]>;
  /** Open gates whose `due_at` passed and that are not marked overdue, at most `limit`. */
  gatesPastDue(now: Instant, limit: number): Promise<readonly Gate[]>;
  /** Open gates of the goal that have a deadline. */
  gatesWithDeadline(goal: GoalId): Promise<readonly Gate[]>;

  person(ref: string): Promise<Person | undefined>;
  people(page: Page): Promise<Listed<Person>>;
  peopleById(ids: readonly PersonId[]): Promise<readonly Person[]>;
  peopleWithRole(role: string): Promise<readonly Person[]>;

  agent(ref: string): Promise<Agent | undefined>;
  agents(page: Page): Promise<Listed<Agent>>;
  agentCount(goal: GoalId): Promise<number>;
  /** Agents bound to the goal that are not revoked. */
  agentsOf(goal: GoalId): Promise<readonly Agent[]>;

  token(id: TokenId): Promise<Token | undefined>;
  tokenByHash(hash: string): Promise<Token | undefined>;
  /** Live operator tokens: a new one replaces the others. */
  operatorTokens(): Promise<readonly Token[]>;
  tokensOfPerson(person: PersonId): Promise<readonly Token[]>;
  loginCode(hash: string): Promise<LoginCode | undefined>;
  /** By `platform:account`, linked or not. */
  identity(id: string): Promise<Identity | undefined>;
  /** The accounts that are theirs now. */
  identitiesOf(people: readonly PersonId[]): Promise<readonly Identity[]>;
  linkCode(hash: string): Promise<LinkCode | undefined>;

  route(id: RouteId): Promise<Route | undefined>;
  routes(goal: GoalId | undefined, page: Page): Promise<Listed<Route>>;
  /** Open routes of the goal, and those of every goal. */
  routesFor(goal: GoalId): Promise<readonly Route[]>;
  /** Open routes that are this person's own. */
  routesOf(person: PersonId): Promise<readonly Route[]>;
  terminalRoute(): Promise<Route | undefined>;
  /** Open routes at this address, of any thread. */
  routesAt(platform: Route['platform'], address: string): Promise<readonly Route[]>;
  /** The routes on which nothing can be put now, by `since`. */
  routeTroubles(): Promise<readonly RouteTrouble[]>;
  /** The newest time in which what was pressed on this platform was lost, if there was any. */
  absence(platform: Route['platform']): Promise<{ readonly since: Instant; readonly until: Instant } | undefined>;
  /** Whom a message asks for a text, and the token of the form that a reply submits; undefined when it asks for none any more. */
  prompt(
    platform: Route['platform'],
    message: string,
    now: Instant,
  ): Promise<{ readonly account: string; readonly token: string } | undefined>;
  /** The copies of a gate's card. */
  postsOfGate(gate: GateId): Promise<readonly Post[]>;
  /** The posts that stand as this message: `message` is the platform's own name of it. */
  postsOfMessage(message: string): Promise<readonly Post[]>;
  /** Gates that have a card on the route, at most `limit`. */
  gatesShownOn(route: RouteId, limit: number): Promise<readonly GateId[]>;

  schedule(id: ScheduleId): Promise<Schedule | undefined>;
  /** By id; removed ones too. */
  schedules(goal: GoalId | undefined, page: Page): Promise<Listed<Schedule>>;
  /** How many of the goal are not removed. */
  scheduleCount(goal: GoalId): Promise<number>;
  /** Schedules whose next slot has come, longest due first, at most `limit`. */
  dueSchedules(now: Instant, limit: number): Promise<readonly Schedule[]>;
  digest(id: DigestId): Promise<Digest | undefined>;
  /** Newest first. */
  digests(filter: { readonly goal: GoalId | undefined; readonly schedule: ScheduleId | undefined }, page: Page): Promise<Listed<Digest>>;
  /** The newest digest of a schedule for one recipient. */
  newestDigest(schedule: ScheduleId, recipient: string): Promise<Digest | undefined>;
  /** The digest of the same schedule and recipient that was written next after this one. */
  digestAfter(before: Pick<Digest, 'schedule' | 'recipient' | 'seq'>): Promise<Digest | undefined>;
  /** The newest digest of a schedule for one recipient that shows this, among those that tell no further than `until`. */
  digestShowing(of: Pick<Digest, 'schedule' | 'recipient'>, reference: Reference, until: number): Promise<Digest | undefined>;
  postsOfDigest(digest: DigestId): Promise<readonly Post[]>;
  /** A number of a digest, counted anew from the entries. */
  digestNumber(asked: NumberAsked): Promise<number>;
  /** When this agent was last woken for work of the goal. */
  waking(goal: GoalId, agent: AgentId): Promise<Waking | undefined>;
  /** The newest call to the wake_url of each of these agents. */
  newestWakes(agents: readonly AgentId[]): Promise<readonly Wake[]>;

  head(stream: Stream): Promise<Head>;
  /** Entries of these types with `after < seq <= until`, in order. */
  entriesOfTypes(stream: Stream, after: number, until: number, types: readonly EventType[]): Promise<readonly Entry[]>;
  /** Entries of a stream with `seq > after`, in order. */
  entries(stream: Stream, after: number, limit: number): Promise<readonly Entry[]>;
  /** Entries of the installation with `position > after`, in order. */
  entriesByPosition(after: number, limit: number): Promise<readonly Entry[]>;
  lastPosition(): Promise<number>;
};

/** A command that came with an idempotency key: the same id and body again give the first reply again. */
export type Command = {
  readonly id: string;
  /** SHA-256 of what was asked; another one under the same id is `idempotency-mismatch`. */
  readonly bodyHash: string;
  /** 32 bytes made from what only the caller has. The kept reply is sealed with it when the verb reveals a credential. */
  readonly sealingKey?: Uint8Array;
};

/**
 * Runs verbs: every change from every surface goes through here. Resolves after the commit is on disk.
 * Rejects with the verb's Refusal, with `idempotency-mismatch`, `busy`, `storage-failed` or `stopping`; then nothing was changed.
 */
export type Execute = (
  name: string,
  actor: Actor,
  input: unknown,
  command?: Command,
) => Promise<{ readonly reply: unknown; readonly replayed: boolean }>;

/** Who wants to know that something was committed: called after the commit, with the streams and the newest position. */
export type Committed = { readonly position: number; readonly streams: readonly Stream[] };

/** Cron expressions of five fields, apart from zones: times are Unix milliseconds as if the clock on the wall showed UTC. */
export type CronBook = {
  /** Why an expression cannot be read, or null. */
  fault(cron: string): string | null;
  /** The first matching time after this one; undefined when none ever comes. */
  next(cron: string, afterMs: number): number | undefined;
};

/** The one clock. The writer never lets it run backwards inside the ledger. */
export type Clock = { readonly now: () => Instant };
