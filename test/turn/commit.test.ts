import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { aGate, held, misfits, openGoalWorld, passingTests, refusedWith } from '../support/goal-world.ts';
import type { Fields, GoalWorld } from '../support/goal-world.ts';

type Started = Awaited<ReturnType<GoalWorld['start']>>;

async function working(todo: Fields = {}): Promise<{ world: GoalWorld; started: Started; id: string }> {
  const world = await openGoalWorld();
  const { id } = await world.addTodo(todo);
  return { world, started: await world.start(), id };
}

const command = (fields: Fields = {}): Fields => ({ kind: 'command', argv: ['npm', 'test'], exit_code: 0, ...fields });
const completed = (...evidence: readonly Fields[]): Fields => ({ outcome: 'completed', evidence });

test('a commit lands whole: evidence, todos, gates and the turn, with the receipt of its last entry', async () => {
  const { world, started, id } = await working();

  const landed = await world.commit(started, {
    ...completed(passingTests),
    todos: { add: [{ lane: 'side', title: 'Next' }] },
    ask: [aGate()],
    vision: { changed: 'Ship two of them.', why: 'There are two.' },
    spend: { minutes: 3, tokens: 1_000 },
  });

  const entries = await world.entries();
  expect(entries.slice(-4).map(({ type }) => type)).toEqual(['evidence-added', 'todo-added', 'gate-asked', 'turn-committed']);
  expect(landed).toMatchObject({
    result: 'landed',
    receipt: { seq: entries.at(-1)?.seq, hash: entries.at(-1)?.hash, previous: entries.at(-2)?.hash },
    todo: { id, state: 'completed' },
    gates: [{ code: 'g1', state: 'open', asked_in: started.turn?.id }],
  });
  expect(entries.at(-1)?.data).toMatchObject({ vision: { changed: 'Ship two of them.' }, spend: { minutes: 3, tokens: 1_000 } });
});

test.for(['progress', 'no_change', 'blocked', 'failed'])('the outcome %s leaves the todo open and released', async (outcome) => {
  const { world, started, id } = await working();

  const landed = await world.commit(started, { outcome });

  expect(landed).toMatchObject({ result: 'landed', todo: { id, state: 'open' } });
  expect(await world.todo(started.todo?.id ?? ('' as never))).toMatchObject({ state: 'open', lease: null, commits: 1 });
});

test('completed needs evidence: statements are none, nor is proof of failure', async () => {
  const { world, started } = await working();

  await refusedWith(world, 'acceptance-unmet', () => world.commit(started, completed()));
  await refusedWith(world, 'acceptance-unmet', () => world.commit(started, completed({ kind: 'statement', text: 'It is done.' })));
  await refusedWith(world, 'acceptance-unmet', () =>
    world.commit(started, completed({ ...passingTests, failed: 1 }, command({ exit_code: 1 }))),
  );
  expect(await world.commit(started, completed({ kind: 'statement', text: 'It is done.' }, passingTests))).toMatchObject({
    result: 'landed',
  });
});

test('an accepted command is one with these arguments that ended with 0', async () => {
  const { world, started } = await working({ acceptance: [{ kind: 'command', argv: ['npm', 'test'] }] });

  await refusedWith(world, 'acceptance-unmet', () => world.commit(started, completed(command({ exit_code: 1 }))));
  await refusedWith(world, 'acceptance-unmet', () => world.commit(started, completed(command({ argv: ['npm', 'run', 'test'] }))));
  await refusedWith(world, 'acceptance-unmet', () => world.commit(started, completed(passingTests)));
  expect(await world.commit(started, completed(command()))).toMatchObject({ result: 'landed' });
});

test('each item of the acceptance is to be met, also by evidence of an earlier commit', async () => {
  const { world, started } = await working({ acceptance: [{ kind: 'command' }, { kind: 'evidence', evidence: 'tests' }] });
  await world.commit(started, { evidence: [passingTests] });
  const next = await world.start();

  await refusedWith(world, 'acceptance-unmet', () => world.commit(next, completed(passingTests)));
  expect(await world.commit(next, completed(command()))).toMatchObject({ result: 'landed', todo: { state: 'completed' } });
});

test('evidence of one todo proves nothing of another', async () => {
  const { world, started } = await working();
  await world.addTodo({ title: 'Another' });
  await world.commit(started, completed(passingTests));
  const next = await world.start();

  await refusedWith(world, 'acceptance-unmet', () => world.commit(next, completed()));
});

test('a completed todo cannot be dropped in the same commit', async () => {
  const { world, started, id } = await working();

  await refusedWith(world, 'bad-input', () => world.commit(started, { ...completed(passingTests), todos: { drop: [id] } }));
});

test('a todo that an operator dropped meanwhile cannot be completed, and the turn can still end', async () => {
  const { world, started, id } = await working();
  await world.run('drop-todo', world.operator, { todo: id });

  await refusedWith(world, 'wrong-state', () => world.commit(started, completed(passingTests)));
  expect(await world.commit(started, { outcome: 'no_change' })).toMatchObject({ result: 'landed', todo: { state: 'dropped' } });
});

test('a commit may drop its own todo, and says so', async () => {
  const { world, started, id } = await working();

  expect(await world.commit(started, { outcome: 'no_change', todos: { drop: [{ id, why: 'Not needed.' }] } })).toMatchObject({
    todo: { state: 'dropped' },
  });
});

test('answers that freed the todo have to be accounted for, each with how', async () => {
  const world = await openGoalWorld();
  const todo = await world.addTodo();
  const lane = await world.ask({ key: 'lane' });
  const named = await world.ask({ key: 'named', blocks: { todos: [todo.id] } });
  for (const gate of [lane, named]) await world.answer(gate);
  const started = await world.start();
  const use = (gate: { code: string }, how = 'used') => ({ gate: gate.code, use: how, how: 'As told.' });

  await refusedWith(world, 'answers-unaccounted', () => world.commit(started));
  await refusedWith(world, 'answers-unaccounted', () => world.commit(started, { used_answers: [use(lane)] }));
  await misfits(() => world.commit(started, { used_answers: [use(lane), { gate: named.code, use: 'ignored', how: 'x' }] }));
  const landed = await world.commit(started, { used_answers: [use(lane), use(named, 'not-needed')] });

  expect(landed).toMatchObject({ result: 'landed' });
  expect((await world.gate(lane.code)).answer).toMatchObject({ used_in: started.turn?.id, use: 'used', how: 'As told.' });
  expect((await world.gate(named.code)).answer).toMatchObject({ use: 'not-needed' });
});

test('used_answers names only answers that were delivered here, each once', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const started = await world.start();
  const gate = await world.ask({ blocks: { lanes: ['side'] } });
  const used = (...codes: readonly string[]) => ({ used_answers: codes.map((code) => ({ gate: code, use: 'used', how: 'As told.' })) });

  await refusedWith(world, 'bad-input', () => world.commit(started, used('g99')));
  await refusedWith(world, 'bad-input', () => world.commit(started, used(gate.code)));
  await world.answer(gate);
  await refusedWith(world, 'bad-input', () => world.commit(started, used(gate.code)));
  await world.run('receive-answer', world.agent, { gate: gate.code });
  await refusedWith(world, 'bad-input', () => world.commit(started, used(gate.code, gate.id)));
  expect(await world.commit(started, used(gate.code))).toMatchObject({ result: 'landed' });
});

test.for([
  ['five gates', { ask: gates(limits.gatesPerCommitMax) }, { ask: gates(limits.gatesPerCommitMax + 1) }],
  ['twenty todo changes', { todos: { add: todos(20) } }, { todos: { add: todos(20), update: [{ id: 'todo_x', title: 'x' }] } }],
  ['fifty evidence records', { evidence: proofs(50) }, { evidence: proofs(51) }],
  ['a summary of 600 characters', { summary: 's'.repeat(600) }, { summary: 's'.repeat(601) }],
  ['a handoff of 2,000 characters', { handoff: { text: 'h'.repeat(2_000) } }, { handoff: { text: 'h'.repeat(2_001) } }],
] as const)('a commit takes %s and not one more', async ([, most, over]) => {
  const { world, started } = await working();
  const before = world.heads();

  await misfits(() => world.commit(started, over));
  expect(world.heads()).toEqual(before);
  expect(await world.commit(started, most)).toMatchObject({ result: 'landed' });
});

function gates(count: number): readonly Fields[] {
  return Array.from({ length: count }, (_, index) => aGate({ key: `key-${index}` }));
}

function todos(count: number): readonly Fields[] {
  return Array.from({ length: count }, (_, index) => ({ lane: 'main', title: `Todo ${index}` }));
}

function proofs(count: number): readonly Fields[] {
  return Array.from({ length: count }, (_, index) => ({ ...passingTests, passed: index }));
}

test.for([
  ['a vague gate', { ask: [aGate(), aGate({ key: 'b', question: 'Go on with it.' })] }, 'vague-gate'],
  ['two gates with one key', { ask: [aGate(), aGate()] }, 'bad-input'],
  ['a gate for a lane that is not there', { ask: [aGate({ blocks: { lanes: ['nowhere'] } })] }, 'not-found'],
  ['a todo in a lane that is not there', { todos: { add: [{ lane: 'nowhere', title: 'x' }] } }, 'not-found'],
  ['a todo that needs an unknown one', { todos: { add: [{ lane: 'main', title: 'x', needs: ['todo_unknown'] }] } }, 'not-found'],
  ['a change of an unknown todo', { todos: { update: [{ id: 'todo_unknown', title: 'x' }] } }, 'not-found'],
  [
    'a file that is not here',
    { evidence: [{ kind: 'artifact', sha256: 'a'.repeat(64), media_type: 'image/png', name: 'x.png' }] },
    'no-such-file',
  ],
  ['a handoff to nobody', { handoff: { to: 'nobody', text: 'Go on.' } }, 'not-found'],
] as const)('a commit with %s is refused whole', async ([, more, code]) => {
  const { world, started } = await working();

  await refusedWith(world, code, () => world.commit(started, { evidence: [passingTests], todos: { add: todos(2) }, ...more }));
  expect(await world.commit(started)).toMatchObject({ result: 'landed' });
});

test.for([
  ['scopes', { scopes: [] }],
  ['lane', { lane: 'side' }],
  ['acceptance', { acceptance: [] }],
  ['capabilities', { capabilities: [] }],
  ['resources', { resources: [] }],
  ['state', { state: 'completed' }],
] as const)('an agent cannot change the %s of a todo', async ([, change]) => {
  const { world, started, id } = await working();

  await misfits(() => world.commit(started, { todos: { update: [{ id, ...change }] } }));
});

test('an agent can add needs and cannot take one away', async () => {
  const { world, started, id } = await working();
  const first = await world.addTodo({ title: 'First', lane: 'side' });
  const second = await world.addTodo({ title: 'Second', lane: 'side' });
  await world.commit(started, { todos: { update: [{ id, needs: [first.id] }] } });
  const next = await world.start();

  for (const needs of [[], [second.id]]) {
    await refusedWith(world, 'not-allowed', () => world.commit(next, { todos: { update: [{ id, needs }] } }));
  }
  await world.commit(next, { todos: { update: [{ id, needs: [first.id, second.id] }] } });

  expect(await world.todo(started.todo?.id ?? ('' as never))).toMatchObject({
    needs: [first.id, second.id],
    needs_open: [first.id, second.id],
  });
});

test('a todo cannot need itself, neither at once nor through others', async () => {
  const { world, started, id } = await working();
  const second = await world.addTodo({ title: 'Second', needs: [id] });
  const third = await world.addTodo({ title: 'Third', needs: [second.id] });

  for (const needs of [[id], [second.id], [third.id]]) {
    await refusedWith(world, 'bad-input', () => world.commit(started, { todos: { update: [{ id, needs }] } }));
    await refusedWith(world, 'bad-input', () => world.run('change-todo', world.operator, { todo: id, needs }));
  }
});

test('two todos that one commit changes cannot come to need each other', async () => {
  const { world, started, id } = await working();
  const second = await world.addTodo({ title: 'Second' });
  const update = [
    { id, needs: [second.id] },
    { id: second.id, needs: [id] },
  ];

  await refusedWith(world, 'bad-input', () => world.commit(started, { todos: { update } }));
});

test('a todo that another agent has leased is not changed or dropped', async () => {
  const { world, started, id } = await working();
  await world.addTodo({ title: 'Other', lane: 'side' });
  const other = await world.start(world.otherAgent);

  await refusedWith(world, 'wrong-state', () => world.commit(other, { todos: { update: [{ id, title: 'Mine' }] } }, world.otherAgent));
  await refusedWith(world, 'wrong-state', () => world.commit(other, { todos: { drop: [id] } }, world.otherAgent));
  await world.commit(started);
  expect(await world.commit(other, { todos: { update: [{ id, title: 'Mine' }] } }, world.otherAgent)).toMatchObject({ result: 'landed' });
});

test('a todo is changed at most once in a commit', async () => {
  const { world, started, id } = await working();

  await refusedWith(world, 'bad-input', () => world.commit(started, { todos: { update: [{ id, title: 'a' }], drop: [id] } }));
});

test('a gate asked in a commit under a known key is the gate that is there', async () => {
  const { world, started } = await working();
  const known = await world.ask();

  const landed = await world.commit(started, { ask: [aGate()] });

  expect(landed).toMatchObject({ gates: [{ code: known.code }] });
  expect(await world.entries('gate-asked')).toHaveLength(1);
});

test('a commit lands once, whoever repeats it', async () => {
  const { world, started } = await working();
  const input = { ...held(started), outcome: 'progress', summary: 'Went on.' };
  const same = { id: 'commit-1', bodyHash: 'b'.repeat(64) };

  const first = await world.run('commit-turn', world.agent, input, same);
  const again = await world.run('commit-turn', world.agent, input, same);

  expect(again).toEqual(first);
  await refusedWith(world, 'turn-over', () => world.commit(started));
});

test.for(['accepts', 'surprise'])('a commit with the field %s is refused, for nobody would enforce it', async (field) => {
  const { world, started } = await working();

  await misfits(() => world.commit(started, { [field]: [] }));
});

test('a turn of a paused goal can still be committed', async () => {
  const { world, started } = await working();
  await world.run('change-goal', world.operator, { goal: world.goal, state: 'paused' });

  expect(await world.commit(started)).toMatchObject({ result: 'landed' });
});
