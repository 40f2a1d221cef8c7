import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Blocks, Expects } from '../../src/gate/gate.ts';
import { refuseVague } from '../../src/gate/rules.ts';
import { limits } from '../../src/limits.ts';
import { aChoice, anOption, misfits, openGoalWorld, refusedWith } from '../support/goal-world.ts';
import type { Fields } from '../support/goal-world.ts';

const text: Expects = { kind: 'text', max: 100, lets: 'go' };
const blocks: Blocks = { lanes: ['main'], todos: [], scopes: [] };

function vagueBecause(question: string): string | undefined {
  try {
    refuseVague(question, text, blocks);
    return undefined;
  } catch (refusal) {
    expect(refusal).toMatchObject({ code: 'vague-gate', fix: expect.any(String) });
    return String((refusal as { detail: string }).detail); // shown to be a refusal by the line above
  }
}

test.for([
  'Shall we merge the fix now?',
  'Which of v1.2 and v1.3 do we ship?',
  'Shall we use a queue, e.g. Redis, for the jobs?',
  'Do we keep the old API, i.e. The first one, for a year?',
  'Is Postgres vs. SQLite the choice to make?',
  'Do we ship to the U.S. East region first?',
  'Shall we ask Dr. Meyer to review it?',
  'Do we rename "Ready?" to "Done!" in the menu?',
  'Shall we call the button "Really delete?"?',
  'Does https://ci.example.com/run?job=7&step=2 show the right failure?',
  'Do we follow https://example.com/a.b/c?',
  'Merge 3.5 M rows (approx. Half of them) tonight?',
  '现在合并修复吗？',
  '我们要用 v1.2 还是 v1.3？',
  '要把“确定吗？”改成“好”吗？',
  '要把「確認しますか？」に変えますか？',
  'Wollen wir das heute ausliefern?',
  'Ist „Löschen?“ der richtige Text?',
  'Really delete it??',
])('one concrete question passes: %s', (question) => {
  expect(vagueBecause(question)).toBeUndefined();
});

test.for([
  ['The tests are red. Shall we merge?', 'more than one sentence'],
  ['the tests are red! Shall we merge?', 'more than one sentence'],
  ['Do we merge? Do we ship?', 'more than one sentence'],
  ['do we merge? or do we ship?', 'more than one sentence'],
  ['do we merge?or do we ship?', 'more than one sentence'],
  ['现在合并吗？现在发布吗？', 'more than one sentence'],
  ['现在合并吗？ 现在发布吗？', 'more than one sentence'],
  ['测试失败了。要合并吗？', 'more than one sentence'],
  ['Do we merge\nor ship it?', 'more than one sentence'],
  ['Do we merge the fix now', 'does not end in a question mark'],
  ['Do we merge the fix now? Please', 'does not end in a question mark'],
  ['Merge the fix.', 'does not end in a question mark'],
] as const)('refused: %s', ([question, why]) => {
  expect(vagueBecause(question)).toContain(why);
});

test('a question has 8 to 300 characters', async () => {
  const world = await openGoalWorld();
  const long = (length: number) => `${'a'.repeat(length - 1)}?`;

  expect([vagueBecause(long(limits.questionMin)), vagueBecause(long(limits.questionMin - 1))]).toEqual([
    undefined,
    expect.stringContaining('characters'),
  ]);
  expect(await world.ask({ question: long(limits.questionMax) })).toMatchObject({ state: 'open' });
  await misfits(() => world.ask({ key: 'over', question: long(limits.questionMax + 1) }));
});

test('no question of one plain clause is called vague, whatever its words', () => {
  const word = fc.stringMatching(/^[a-z]{1,9}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 4, maxLength: 12 }), fc.constantFrom('?', '？'), (words, mark) => {
      expect(vagueBecause(`${words.join(' ')}${mark}`)).toBeUndefined();
    }),
  );
});

const options = (count: number): Fields => aChoice(Array.from({ length: count }, (_, index) => anOption({ key: `k${index}` })));

test('a choice has 2 to 5 options', async () => {
  const world = await openGoalWorld();

  for (const count of [0, 1]) await refusedWith(world, 'vague-gate', () => world.ask({ answer: options(count) }));
  await misfits(() => world.ask({ answer: options(limits.optionsMax + 1) }));
  expect(await world.ask({ key: 'two', answer: options(2) })).toMatchObject({ state: 'open' });
  expect(await world.ask({ key: 'five', answer: options(limits.optionsMax) })).toMatchObject({ state: 'open' });
});

test.for([
  ['a label that cannot be seen', { label: '\u200b\u202e' }],
  ['an effect that cannot be seen', { effect: '\u2060' }],
  ['a label of 31 characters', { label: 'l'.repeat(limits.optionLabelMax + 1) }],
  ['an effect of 141 characters', { effect: 'e'.repeat(limits.effectMax + 1) }],
  ['no effect', { effect: '' }],
  ['an effect of spaces', { effect: '   ' }],
  ['lets: maybe', { lets: 'maybe' }],
  ['no lets', { lets: undefined }],
  ['a key with spaces', { key: 'a b' }],
  ['a field nobody knows', { colour: 'red' }],
] as const)('an option with %s does not fit', async ([, fields]) => {
  const world = await openGoalWorld();

  await misfits(() => world.ask({ answer: aChoice([anOption({ key: 'yes' }), anOption({ key: 'no', ...fields })]) }));
});

test('a label of 30 and an effect of 140 characters fit', async () => {
  const world = await openGoalWorld();
  const full = { label: 'l'.repeat(limits.optionLabelMax), effect: 'e'.repeat(limits.effectMax) };

  expect(await world.ask({ answer: aChoice([anOption({ key: 'yes' }), anOption({ key: 'no', ...full })]) })).toMatchObject({
    state: 'open',
  });
});

test.for([
  ['two options with one key', [anOption({ key: 'a', label: 'x' }), anOption({ key: 'a', label: 'y' })]],
  ['two options whose labels look alike', [anOption({ key: 'a', label: 'Ship it' }), anOption({ key: 'b', label: 'ship\u00a0it\u200b' })]],
  ['two options with one label', [anOption({ key: 'a', label: 'Ship' }), anOption({ key: 'b', label: 'ship' })]],
  ['two recommendations', [anOption({ key: 'a', recommended: true }), anOption({ key: 'b', recommended: true })]],
  ['no way to let go', [anOption({ key: 'a', lets: 'stop' }), anOption({ key: 'b', lets: 'stop' })]],
] as const)('a choice with %s is vague', async ([, choice]) => {
  const world = await openGoalWorld();

  await refusedWith(world, 'vague-gate', () => world.ask({ answer: aChoice(choice) }));
});

test('a gate that blocks nothing is vague', async () => {
  const world = await openGoalWorld();

  await refusedWith(world, 'vague-gate', () => world.ask({ blocks: {} }));
  await misfits(() => world.ask({ blocks: undefined }));
});

test.for([
  ['a number answer', { answer: { kind: 'number' } }],
  ['many options', { answer: { kind: 'many', options: [] } }],
  ['a form', { answer: { kind: 'form', fields: [] } }],
  ['a quorum of two', { quorum: { n: 2 } }],
  ['the working clock', { clock: 'working' }],
  ['a default on time-out', { on_timeout: { do: 'default', option: 'yes' } }],
  ['an urgent word', { urgent_because: 'It burns.' }],
] as const)('%s belongs to a later part and is refused as not available', async ([, fields]) => {
  const world = await openGoalWorld();

  const later = expect.objectContaining({ params: expect.objectContaining({ code: 'not-available' }) });
  await expect(world.ask(fields)).rejects.toMatchObject({ issues: expect.arrayContaining([later]) });
  expect(await world.entries('gate-asked')).toEqual([]);
});

test('what a later part would call its default is accepted: a quorum of one, the wall clock, hold', async () => {
  const world = await openGoalWorld();

  expect(await world.ask({ quorum: { n: 1 }, clock: 'wall', on_timeout: { do: 'hold' } })).toMatchObject({ state: 'open' });
});

test('characters that cannot be seen make no question and no answer', async () => {
  const world = await openGoalWorld();
  const gate = await world.ask({ answer: { kind: 'text' } });

  await refusedWith(world, 'vague-gate', () => world.ask({ key: 'blank', question: `${'\u200b'.repeat(20)}?` }));
  await refusedWith(world, 'bad-input', () => world.answer(gate, { option: undefined, value: '\u200b\u2063' }));
});
