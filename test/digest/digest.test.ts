import { expect, test } from 'vitest';
import { hour } from '../../src/time.ts';
import { passingTests } from '../support/goal-world.ts';
import { blockOf, openDigestWorld, sent, textsOf } from './digest-world.ts';

test('a digest tells what landed in a lane, with receipt, strength and age of the proof', async () => {
  const world = await openDigestWorld();
  await world.addTodo({ title: 'Fix the bug' });
  await sent(world);
  const turn = await world.start();
  await world.commit(turn, {
    outcome: 'completed',
    summary: 'The bug is gone.',
    evidence: [passingTests],
    spend: { minutes: 12.5, usd: 0.3 },
  });
  const [committed] = await world.entries('turn-committed');

  const digest = await sent(world);

  expect(textsOf(blockOf(digest, 'changes', 'Main (main)'))).toEqual([
    '1 turn landed',
    '1 todo completed',
    'completed "Fix the bug": The bug is gone.',
  ]);
  const [line] = blockOf(digest, 'changes').slice(-1);
  expect(line).toMatchObject({
    receipt: { id: committed?.id, seq: committed?.seq },
    from_seq: (committed?.seq ?? 0) - 1,
    to_seq: committed?.seq,
    evidence: [{ text: 'vitest: 3 passed, 0 failed, 0 skipped', strength: 'reported', stale_because: null, made_at: world.clock.now() }],
  });
  expect(textsOf(blockOf(digest, 'spend'))).toEqual(['1 turn in all', '12.5 minutes of work, as reported', '0.3 US dollars, as reported']);
  expect((await world.show(digest.id)).check).toMatchObject({ holds: true, content: 'same' });
});

test('a proof is verified when another than the doer made it, stated when it is words, and stale when its time is up', async () => {
  const world = await openDigestWorld();
  await world.addTodo({ title: 'One', priority: 'P0' });
  await world.addTodo({ title: 'Two', priority: 'P1' });
  await sent(world);
  const first = await world.start();
  await world.commit(first, { evidence: [{ ...passingTests, valid_for_s: 60 }] });
  const other = await world.start(world.otherAgent);
  const [same, words] = [
    { ...passingTests, valid_for_s: 60 },
    { kind: 'statement', text: 'It looks fine.' },
  ];
  await world.commit(other, { evidence: [same, words] }, world.otherAgent);
  world.clock.advance(hour);

  const digest = await sent(world);

  const proofs = blockOf(digest, 'changes', 'Main (main)').flatMap(({ evidence }) =>
    evidence.map(({ strength, stale_because }) => [strength, stale_because]),
  );
  expect(proofs.sort()).toEqual([
    ['reported', 'its time is up'],
    ['stated', null],
    ['verified', 'its time is up'],
  ]);
});

test('the reader is asked what they may answer, in the order of the queue, and everything is asked on a route', async () => {
  const world = await openDigestWorld();
  await world.addPerson({ slug: 'rita', name: 'Rita' });
  await world.ask({ key: 'a', blocks: { scopes: ['merge:1'] } });
  await world.ask({ key: 'b', question: 'Shall Rita decide this alone?', answerers: { people: ['rita'] }, blocks: { lanes: ['side'] } });
  const person = await world.run<{ id: string }>('open-terminal', { kind: 'service' }, { person: 'rita' });
  const hers = await world.addSchedule({ audience: { person: 'rita' } });

  const [everybody, rita] = [await world.runNow(), await world.runNow(hers.id)];

  expect(person).toBeDefined();
  if (!everybody.sent || !rita.sent) throw new Error('one of them was not sent');
  expect(textsOf(blockOf(everybody, 'needs-you'))).toEqual([
    '2 gates wait for an answer',
    'g2: Shall Rita decide this alone?',
    'g1: Shall we merge the fix now?',
  ]);
  expect(textsOf(blockOf(rita, 'needs-you'))).toEqual(['1 gate waits for your answer', 'g2: Shall Rita decide this alone?']);
  expect(blockOf(everybody, 'blocked').map(({ text, on, since }) => [text, on, since])).toEqual([
    ['scope merge:1: waits for g1', ['Olga'], world.clock.now()],
    ['lane side: waits for g2', ['Rita'], world.clock.now()],
  ]);
});

test('a decision is told with its receipt, and corrected when it is taken back after it was told', async () => {
  const world = await openDigestWorld();
  const gate = await world.ask();
  await sent(world);
  await world.answer(gate, { hold_s: 300 });
  const told = await sent(world);
  await world.run('revoke-answer', world.owner, { gate: gate.code });
  const [answered] = await world.entries('gate-answered');
  const [revoked] = await world.entries('answer-revoked');

  const corrected = await sent(world);

  const [, decision] = blockOf(told, 'changes', 'Decisions');
  expect(decision).toMatchObject({ text: 'g1: Shall we merge the fix now? "yes" by Olga (lets it go)', receipt: { seq: answered?.seq } });
  expect(blockOf(corrected, 'corrections')).toMatchObject([
    {
      text: 'That answer was taken back. It was told as: g1: Shall we merge the fix now? "yes" by Olga (lets it go)',
      receipt: { id: revoked?.id, seq: revoked?.seq },
      corrects: told.id,
      since: told.at,
    },
  ]);
  expect(corrected.blocks.map(({ kind }) => kind)).toEqual(['needs-you', 'corrections', 'blocked']);
});

test('an answer that was given and taken back between two digests is neither told nor corrected', async () => {
  const world = await openDigestWorld();
  const gate = await world.ask();
  await sent(world);
  await world.answer(gate, { hold_s: 300 });
  await world.run('revoke-answer', world.owner, { gate: gate.code });

  const run = await world.runNow();

  expect(run.sent && blockOf(run, 'corrections')).toEqual(false);
});

test('nothing changed is silence, whatever the time, and one line for who wants to hear it', async () => {
  const world = await openDigestWorld();
  await world.addTodo();
  await world.ask({ blocks: { lanes: ['side'] } });
  const short = await world.addSchedule({ when_unchanged: 'short' });
  await sent(world);
  await world.runNow(short.id);
  await world.deliver();
  world.clock.advance(20 * hour);
  const turn = await world.start();
  await world.heartbeat(turn);
  await world.abort(turn);

  const [silent, brief] = [await world.runNow(), await world.runNow(short.id)];

  expect(silent).toMatchObject({ sent: false, why: expect.stringContaining('Nothing changed since digest') });
  expect(brief.sent && brief.blocks.map(({ kind, lines }) => [kind, textsOf(lines)])).toEqual([
    ['unchanged', ['Nothing changed', '1 gate waits for an answer']],
  ]);
  expect(brief.sent && (await world.show(brief.id)).check.holds).toBe(true);
});

test('what was never delivered is told again in the next digest, and not sent twice', async () => {
  const world = await openDigestWorld();
  await world.addTodo();
  await sent(world);
  const down = () => ({ result: 'failed', reason: 'the platform is down', as: 'retry-later' }) as const;
  await world.commit(await world.start(), { summary: 'First.' });
  world.platform.answerNext(down);
  const first = await world.runNow();
  await world.deliver();
  const again = await world.runNow();
  world.clock.advance(hour);
  await world.commit(await world.start(), { summary: 'Second.' });

  const second = await sent(world);

  expect(first.sent && second.includes).toBe(first.sent && first.id);
  expect(again).toMatchObject({ sent: false, why: expect.stringContaining('still on its way') });
  expect(textsOf(blockOf(second, 'changes', 'Main (main)'))).toEqual([
    '2 turns landed',
    'went on with "Fix the bug": Second.',
    'went on with "Fix the bug": First.',
  ]);
  expect(world.platform.posted).toHaveLength(2);
  expect((await world.engine.reads.postsOfDigest(first.sent ? first.id : second.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', `it is told in ${second.id}`],
  ]);
});

test('a digest that the platform will never take is told again in the next one, also when nothing changed', async () => {
  const world = await openDigestWorld();
  world.platform.answerNext(() => ({ result: 'failed', reason: 'it is too odd', as: 'rejected' }));
  const first = await world.runNow();
  await world.deliver();

  const second = await sent(world);

  expect(first.sent && second.includes).toBe(first.sent && first.id);
  expect(world.platform.posted).toHaveLength(1);
});

test('a told answer is corrected also when a digest between was never delivered', async () => {
  const world = await openDigestWorld();
  const gate = await world.ask();
  await world.answer(gate, { option: 'no' });
  const told = await sent(world);
  await world.addTodo({ lane: 'side' });
  await world.commit(await world.start());
  world.platform.answerNext(() => ({ result: 'failed', reason: 'it is down', as: 'retry-later' }));
  await world.runNow();
  await world.deliver();
  const successor = await world.ask({ key: 'anew' });
  await world.run('supersede-gate', world.agent, { gate: gate.code, by: successor.code });

  const corrected = await sent(world);

  expect(blockOf(corrected, 'corrections')).toMatchObject([
    { text: expect.stringContaining('That gate was superseded by g2. It was told as: g1: Shall we merge'), corrects: told.id },
  ]);
});

test('the gate in a digest says who decided as soon as somebody did', async () => {
  const world = await openDigestWorld();
  const gate = await world.ask();
  await sent(world);
  const before = world.platform.said();

  await world.answer(gate, { hold_s: 60 });
  await world.deliver();
  const held = world.platform.said();
  world.clock.advance(61_000);
  await world.deliver();

  expect([before, held, world.platform.said()]).toEqual([['g1 open'], ['g1 held'], ['g1 answered']]);
  expect(world.platform.posted).toHaveLength(1);
});

test('a new reader is not told that something was taken back that only another was told', async () => {
  const world = await openDigestWorld();
  const gate = await world.ask();
  await world.answer(gate, { hold_s: 300 });
  await sent(world);
  await world.run('open-terminal', { kind: 'service' }, { person: 'olga' });
  await world.run('change-schedule', world.operator, { schedule: world.schedule.id, audience: { person: 'olga' } });
  await world.run('revoke-answer', world.owner, { gate: gate.code });
  const route = { route: world.route.id };

  const toOlga = await sent(world);
  await world.run('change-schedule', world.operator, { schedule: world.schedule.id, audience: route });
  const toRoute = await sent(world);

  expect(blockOf(toOlga, 'corrections')).toEqual([]);
  expect(blockOf(toRoute, 'corrections')).toHaveLength(1);
});
