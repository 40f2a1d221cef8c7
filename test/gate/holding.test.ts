import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { plusMs } from '../../src/time.ts';
import { held, misfits, openGoalWorld, refusedWith } from '../support/goal-world.ts';

test.for([
  ['the default of 10 seconds', {}, {}, 10],
  ['the hold of its person', { hold_s: 45 }, {}, 45],
  ['no hold, as the answer says', {}, { hold_s: 0 }, 0],
  ['300 seconds, as the answer says', {}, { hold_s: 300 }, 300],
] as const)('an answer is held for %s', async ([, person, given, seconds]) => {
  const world = await openGoalWorld();
  await world.run('change-person', world.operator, { person: 'olga', ...person });
  const gate = await world.ask();

  const reply = await world.answer(gate, { hold_s: undefined, ...given });

  expect(reply).toMatchObject({ result: 'counted', deliver_at: plusMs(world.clock.now(), seconds * 1_000) });
});

test.for([
  [{}, 30],
  [{ hold_s: 0 }, 30],
  [{ hold_s: 29 }, 30],
  [{ hold_s: 31 }, 31],
] as const)('an irreversible answer is held at least 30 seconds: %o', async ([given, seconds]) => {
  const world = await openGoalWorld();
  const gate = await world.ask({ risk: 'irreversible' });

  const reply = await world.answer(gate, { hold_s: undefined, ...given });

  expect(reply).toMatchObject({ deliver_at: plusMs(world.clock.now(), seconds * 1_000) });
});

test('a gate whose scope became irreversible after it was asked is held like one', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask({ blocks: { scopes: ['deploy:prod'] } });
  await world.run('change-goal', world.operator, { goal: world.goal, irreversible_scopes: ['deploy:prod'] });

  const reply = await world.answer(gate, { hold_s: 0 });

  expect(reply).toMatchObject({ deliver_at: plusMs(world.clock.now(), limits.holdIrreversibleMinMs) });
});

test.for([-1, 301, 0.5])('a hold of %d seconds does not fit', async (hold_s) => {
  const world = await openGoalWorld();
  const gate = await world.ask();

  await misfits(() => world.answer(gate, { hold_s }));
});

test('while an answer is held agents read the gate as open, and its person reads it as held', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();
  await world.answer(gate, { hold_s: 60 });
  const listed = async (state: string, by = world.agent) =>
    (await world.look<{ items: readonly { code: string; state: string }[] }>('list-gates', by, { goal: world.goal, state })).items.map(
      (one) => [one.code, one.state],
    );

  const shown = await world.gate(gate.code, world.agent);
  const known = await world.ask();
  const board = await world.look<{ gates: readonly object[] }>('board', world.agent, { goal: world.goal });

  for (const seen of [shown, known, board.gates[0]]) {
    expect(seen).toMatchObject({ state: 'open' });
    expect(seen).not.toHaveProperty('answer');
    expect(seen).not.toHaveProperty('held');
  }
  expect([await listed('open'), await listed('answered')]).toEqual([[[gate.code, 'open']], []]);
  expect(await world.gate(gate.code)).toMatchObject({ state: 'answered', held: true, answer: { option: 'yes' } });
});

test('when the hold ends agents read the answer, without any job having run', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();
  await world.answer(gate, { hold_s: 60 });
  const before = world.heads();
  world.clock.advance(60_000);

  const shown = await world.gate(gate.code, world.agent);

  expect(shown).toMatchObject({ state: 'answered', answer: { option: 'yes' } });
  expect(shown).not.toHaveProperty('held');
  expect(world.heads()).toEqual(before);
});

test('agents page through open and held gates in order', async () => {
  const world = await openGoalWorld();
  const codes: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const gate = await world.ask({ key: `k${index}` });
    codes.push(gate.code);
    if (index % 2 === 1) await world.answer(gate, { hold_s: 60 });
  }

  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await world.look<{ items: readonly { code: string }[]; next: string | null }>('list-gates', world.agent, {
      state: 'open',
      limit: 2,
      after,
    });
    expect(page.items.length).toBeLessThanOrEqual(2);
    seen.push(...page.items.map(({ code }) => code));
    after = page.next ?? undefined;
  } while (after !== undefined);

  expect(seen).toEqual(codes);
});

test('a person takes an answer back while it is held, and the gate is open at the same revision', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const gate = await world.ask();
  await world.answer(gate, { hold_s: 60 });

  const revoked = await world.run('revoke-answer', world.owner, { gate: gate.code });
  world.clock.advance(3_600_000);

  expect(revoked).toMatchObject({ result: 'revoked', gate: { state: 'open', revision: 1 } });
  expect((await world.start()).decision).toBe('wait');
  expect(await world.answer(gate, { option: 'no' })).toMatchObject({ result: 'counted' });
});

test('an answer can be taken back after its hold too, as long as no lane has it', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const gate = await world.ask();
  await world.answer(gate);

  expect(await world.run('revoke-answer', world.owner, { gate: gate.code })).toMatchObject({ result: 'revoked' });
  expect((await world.start()).decision).toBe('wait');
});

test('a delivered answer is not taken back: the person hears what to call instead', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const gate = await world.ask();
  await world.answer(gate);
  await world.start();

  const before = world.heads();
  const reply = await world.run('revoke-answer', world.owner, { gate: gate.code });

  expect(reply).toMatchObject({
    result: 'already-delivered',
    answer: { option: 'yes', delivered_at: world.clock.now() },
    correction: { call: expect.any(String) },
  });
  expect(world.heads()).toEqual(before);
});

test('only its own person takes an answer back', async () => {
  const world = await openGoalWorld({ owners: ['olga', 'sven'] });
  const gate = await world.ask();
  await world.answer(gate, { hold_s: 60 });

  expect(await world.run('revoke-answer', world.stranger, { gate: gate.code })).toEqual({
    result: 'not-yours',
    gate: gate.code,
    who: [{ slug: 'olga', name: 'Olga' }],
  });
});

test('without an answer there is nothing to take back', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();

  expect(await world.run('revoke-answer', world.owner, { gate: gate.code })).toEqual({
    result: 'not-decided',
    gate: gate.code,
    state: 'open',
  });
});

test('an agent receives an answer once its hold is over, and a second receive changes nothing', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask();
  await world.answer(gate, { hold_s: 60 });
  const receive = () => world.run('receive-answer', world.agent, { gate: gate.code });
  const before = world.heads();

  const early = await receive();
  expect([early, world.heads()]).toMatchObject([{ state: 'open' }, before]);
  world.clock.advance(60_000);
  const received = await receive();
  const after = world.heads();
  await receive();

  expect(received).toMatchObject({ state: 'answered', answer: { delivered_at: world.clock.now() } });
  expect(world.heads()).toEqual(after);
  expect(await world.run('revoke-answer', world.owner, { gate: gate.code })).toMatchObject({ result: 'already-delivered' });
});

test('an agent of another goal receives nothing here', async () => {
  const world = await openGoalWorld();
  await world.run('create-goal', world.operator, { slug: 'other', title: 'Other', vision: 'Another.' });
  const foreign = await world.addAgent({ slug: 'fay', goals: ['other'] });
  const gate = await world.ask();
  await world.answer(gate);

  for (const verb of ['receive-answer']) await refusedWith(world, 'not-allowed', () => world.run(verb, foreign, { gate: gate.code }));
  await refusedWith(world, 'not-allowed', () => world.run('withdraw-gate', foreign, { gate: gate.code, why: 'x' }));
  await refusedWith(world, 'not-allowed', () => world.ask({ key: 'k' }, foreign));
});

test('a start that an answer freed delivers it, and a restart of the same turn does not do so twice', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const gate = await world.ask();
  await world.answer(gate);

  const started = await world.start();
  await world.start();

  expect(await world.entries('answer-delivered')).toMatchObject([{ data: { gate: gate.id, turn: held(started).turn } }]);
});

test('no time, todo, order or page that an agent reads moves while an answer is held', async () => {
  const world = await openGoalWorld();
  const named = await world.addTodo();
  const gate = await world.ask({ blocks: { todos: [named.id] } });
  await world.ask({ key: 'later', blocks: { lanes: ['side'] } });
  world.clock.advance(3_600_000);
  const seen = async () => {
    const { next_check_at, reasons, gates } = await world.start();
    const { as_of: _, ...board } = await world.look('board', world.agent, { goal: world.goal });
    const todos = await world.look('list-todos', world.agent, { goal: world.goal });
    const todo = await world.look('show-todo', world.agent, { todo: named.id });
    const answered = await world.look('list-gates', world.agent, { goal: world.goal, state: 'answered', limit: 1 });
    return { next_check_at, reasons, gates, board, todos, todo, answered };
  };
  const before = await seen();

  await world.answer(gate, { hold_s: 60 });

  expect(await seen()).toEqual(before);
  expect(await world.todo(named.id)).toMatchObject({ named_by: [{ go_at: '2026-12-01T10:01:00.000Z' }] });
});

test('the gates that an agent waits for stand in the order in which they were asked, held or not', async () => {
  const world = await openGoalWorld();
  const first = await world.ask({ key: 'first' });
  const second = await world.ask({ key: 'second' });

  await world.answer(first, { hold_s: 60 });

  expect((await world.start()).gates?.map(({ code }) => code)).toEqual([first.code, second.code]);
});

test('agents page through settled answers, and neither a short page nor its next tells of a held one', async () => {
  const world = await openGoalWorld();
  const codes: string[] = [];
  for (const [key, hold_s] of Object.entries({ a: 60, b: 0, c: 60, d: 0, e: 60 })) {
    const gate = await world.ask({ key });
    await world.answer(gate, { hold_s });
    if (hold_s === 0) codes.push(gate.code);
  }
  type Listed = { items: readonly { code: string }[]; next: string | null };
  const page = (after?: string) => world.look<Listed>('list-gates', world.agent, { state: 'answered', limit: 1, after });

  const one = await page();
  const two = await page(one.next ?? undefined);

  expect([...one.items, ...two.items].map(({ code }) => code)).toEqual(codes);
  expect(two.next).toBeNull();
});

test.for(['yes', 'no'])(
  'while the answer %s is held its gate cannot be superseded, and the refusal does not tell what it is',
  async (option) => {
    const world = await openGoalWorld();
    const gate = await world.ask();
    const next = await world.ask({ key: 'next' });
    await world.answer(gate, { option, hold_s: 60 });
    const supersede = () => world.run('supersede-gate', world.agent, { gate: gate.code, by: next.code });

    await refusedWith(world, 'already-decided', supersede);
    await expect(supersede()).rejects.toMatchObject({ detail: `Gate ${gate.code} is answered.` });
    expect(await world.run('revoke-answer', world.owner, { gate: gate.code })).toMatchObject({ result: 'revoked' });
  },
);
