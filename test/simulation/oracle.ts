import { strict as assert } from 'node:assert';
import type { Entry } from '../../src/ledger/entry.ts';
import type { Event } from '../../src/ledger/event.ts';
import { followed } from './followed.ts';
import type { FollowedAgent, FollowedGate, FollowedGoal, FollowedTodo, FollowedTurn } from './followed.ts';

/**
 * Follows the ledger alone, with rules written a second time and as plainly as possible, and fails at the first entry that
 * breaks a promise. It shares no code with the kernel: only the types of the entries.
 */
export type Oracle = {
  read(entry: Entry): void;
  /** The todos that this agent could work on now, each with nothing in its way. */
  runnable(goal: string, agent: string, lane: string | undefined, now: string): readonly string[];
  readonly counts: ReadonlyMap<string, number>;
};

export function openOracle(): Oracle {
  const goals = new Map<string, FollowedGoal>();
  const agents = new Map<string, FollowedAgent>();
  const todos = new Map<string, FollowedTodo>();
  const gates = new Map<string, FollowedGate>();
  const turns = new Map<string, FollowedTurn>();
  const signals = new Set<string>();
  const counts = new Map<string, number>();

  function hasGone(gate: FollowedGate, now: string): boolean {
    if (gate.state === 'answered') return gate.go && gate.deliverAt <= now;
    return gate.state === 'superseded' && gate.covered && hasGone(of(gates, gate.by), now);
  }

  function coversTodo(gate: FollowedGate, id: string, todo: FollowedTodo): boolean {
    return (
      gate.goal === todo.goal &&
      (gate.lanes.includes(todo.lane) || gate.todos.has(id) || todo.scopes.some((scope) => gate.scopes.includes(scope)))
    );
  }

  function isGranted(id: string, todo: FollowedTodo, scope: string, now: string): boolean {
    const grants = (gate: FollowedGate) => gate.scopes.includes(scope) && gate.todos.get(id) === todo.revision;
    return [...gates.values()].some((gate) => gate.state === 'answered' && gate.go && gate.deliverAt <= now && grants(gate));
  }

  /** Why the agent may not start this todo now; undefined when it may. */
  function obstacle(id: string, agent: string, now: string): string | undefined {
    const todo = of(todos, id);
    const goal = of(goals, todo.goal);
    const live = [...turns.values()].filter((turn) => turn.open && turn.until > now);
    if (goal.state !== 'active' || of(agents, agent).state !== 'active') return 'the goal or agent is not active';
    if (todo.state !== 'open') return `it is ${todo.state}`;
    if (todo.needs.some((need) => of(todos, need).state !== 'completed')) return 'a need is not done';
    if (todo.until !== null && todo.until > now) return 'its time has not come';
    if (todo.signal !== null && !signals.has(`${todo.goal} ${todo.signal}`)) return 'its signal has not come';
    if (todo.capabilities.some((capability) => !of(agents, agent).capabilities.includes(capability))) return 'a capability is missing';
    if (live.some((turn) => turn.todo === id)) return 'another lease holds it';
    if (live.some((turn) => turn.resources.some((resource) => todo.resources.includes(resource)))) return 'a resource is held';
    for (const [name, gate] of gates)
      if (coversTodo(gate, id, todo) && !hasGone(gate, now)) return `gate ${name} (${gate.state}) has not let go`;
    const closed = todo.scopes.find((scope) => goal.guarded.includes(scope) && !isGranted(id, todo, scope, now));
    return closed === undefined ? undefined : `the guarded scope ${closed} has no go`;
  }

  function runnable(goal: string, agent: string, lane: string | undefined, now: string): readonly string[] {
    const inLane = [...todos].filter(([, todo]) => todo.goal === goal && (lane === undefined || todo.lane === lane));
    return inLane.filter(([id]) => obstacle(id, agent, now) === undefined).map(([id]) => id);
  }

  function readTurn(event: Extract<Event, { type: `turn-${string}` | 'lease-lapsed' | 'deadlines-moved' }>, now: string): void {
    if (event.type === 'turn-started') {
      const goal = of(goals, event.goal);
      assert(event.fence > goal.fence, `fence ${event.fence} came after ${goal.fence}`);
      for (const turn of turns.values()) {
        assert(!(turn.open && turn.goal === event.goal && turn.agent === event.agent), 'the agent has an open turn in this goal');
        assert(!(turn.open && event.todo !== null && turn.todo === event.todo), 'another open turn has the todo');
      }
      if (event.todo === null)
        assert.deepEqual(runnable(event.goal, event.agent, event.lane ?? undefined, now), [], 'a replan although work can be done');
      else assert.equal(obstacle(event.todo, event.agent, now), undefined, 'a todo was started although it is blocked');
      goal.fence = event.fence;
      turns.set(event.turn, followed.turn(event));
      return;
    }
    if (event.type === 'deadlines-moved') {
      for (const { turn } of event.turns) of(turns, turn).until = new Date(Date.parse(of(turns, turn).until) + event.by_ms).toISOString();
      return;
    }
    const turn = of(turns, event.turn);
    assert(turn.open, `${event.type} came to a turn that is over`);
    if (event.type === 'lease-lapsed') assert(turn.until <= now, 'a lease lapsed before its grace was over');
    else if (event.type !== 'turn-aborted') assert(turn.until > now, `${event.type} came after the grace was over`);
    if (event.type === 'turn-resumed') {
      assert(event.fence > of(goals, event.goal).fence, 'a resumed turn did not raise the fence');
      of(goals, event.goal).fence = event.fence;
    }
    if (event.type === 'turn-renewed' || event.type === 'turn-resumed') turn.until = event.lease.grace_until;
    else turn.open = false;
    if (event.type === 'turn-committed' && event.outcome === 'completed' && event.todo !== null) of(todos, event.todo).state = 'completed';
  }

  function readGate(event: Extract<Event, { type: `gate-${string}` | `answer-${string}` }>, now: string): void {
    if (event.type === 'gate-asked') {
      assert(!gates.has(event.gate), 'a gate was asked twice');
      gates.set(event.gate, followed.gate(event));
      return;
    }
    const gate = of(gates, event.gate);
    switch (event.type) {
      case 'gate-revised': {
        assert.equal(gate.state, 'open');
        const wider = event.changes.blocks === undefined ? gate : { ...gate, ...followed.blocks(event.changes.blocks) };
        assert(followed.covers(wider, gate), 'a revision gave up what the gate blocks');
        Object.assign(gate, wider);
        if (event.changes.risk !== undefined) gate.irreversible = event.changes.risk === 'irreversible';
        if (['question', 'expects', 'blocks', 'risk', 'evidence'].some((field) => field in event.changes)) gate.revision += 1;
        return;
      }
      case 'gate-answered':
        assert.equal(gate.state, 'open', 'a second decision');
        assert.equal(event.revision, gate.revision, 'an answer to another revision');
        assert(Date.parse(event.deliver_at) >= Date.parse(now) + (gate.irreversible ? 30_000 : 0), 'the hold is too short');
        assert(event.by.person.startsWith('person_'), 'decided by no person');
        Object.assign(gate, { state: 'answered', go: event.lets === 'go', deliverAt: event.deliver_at, delivered: false });
        return;
      case 'answer-delivered':
        assert(gate.state === 'answered' && gate.deliverAt <= now && !gate.delivered, 'delivered before its time, or twice');
        gate.delivered = true;
        return;
      case 'answer-revoked':
        assert(gate.state === 'answered' && !gate.delivered, 'taken back after it was delivered');
        gate.state = 'open';
        return;
      case 'answer-used':
        assert(gate.state === 'answered' && gate.delivered, 'used before it was delivered');
        return;
      case 'gate-withdrawn':
        assert.equal(gate.state, 'open');
        gate.state = 'withdrawn';
        return;
      case 'gate-superseded':
        assert(gate.state !== 'superseded' && !(gate.state === 'answered' && gate.go), 'a go was superseded');
        assert.equal(of(gates, event.by).state, 'open', 'the successor was not open');
        Object.assign(gate, { state: 'superseded', by: event.by, covered: followed.covers(of(gates, event.by), gate) });
        assert.equal(event.covered, gate.covered);
        return;
      case 'gate-overdue':
        assert.equal(gate.state, 'open');
    }
  }

  function apply(event: Event, now: string): void {
    switch (event.type) {
      case 'goal-created':
        goals.set(event.goal, { state: event.state, guarded: event.guarded_scopes, fence: 0 });
        return;
      case 'goal-changed':
        of(goals, event.goal).state = event.changes.state ?? of(goals, event.goal).state;
        of(goals, event.goal).guarded = event.changes.guarded_scopes ?? of(goals, event.goal).guarded;
        return;
      case 'agent-added':
        agents.set(event.agent, { state: 'active', capabilities: event.capabilities });
        return;
      case 'agent-changed':
        of(agents, event.agent).state = event.changes.state ?? of(agents, event.agent).state;
        return;
      case 'todo-added':
        todos.set(event.todo, followed.todo(event));
        return;
      case 'todo-changed':
        followed.change(of(todos, event.todo), event.changes);
        return;
      case 'todo-dropped':
        of(todos, event.todo).state = 'dropped';
        return;
      case 'signal-received':
        signals.add(`${event.goal} ${event.key}`);
        return;
      case 'turn-started':
      case 'turn-resumed':
      case 'turn-renewed':
      case 'turn-committed':
      case 'turn-aborted':
      case 'lease-lapsed':
      case 'deadlines-moved':
        readTurn(event, now);
        return;
      default:
        if (event.type.startsWith('gate-') || event.type.startsWith('answer-')) readGate(event as Parameters<typeof readGate>[0], now); // by its name
    }
  }

  return {
    counts,
    runnable,
    read: (entry) => {
      counts.set(entry.type, (counts.get(entry.type) ?? 0) + 1);
      apply({ type: entry.type, ...entry.data } as Event, entry.at); // as the ledger wrote it
    },
  };
}

function of<Row>(rows: ReadonlyMap<string, Row>, id: string): Row {
  const row = rows.get(id);
  assert(row !== undefined, `an entry names ${id}, which no entry made`);
  return row;
}
