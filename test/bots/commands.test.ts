import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseAnswer } from '../../bots/choice.ts';
import { commands, helpLines, parseCommand } from '../../bots/commands.ts';
import { anOpenGate } from './builders.ts';

test.each([
  ['gates', { kind: 'gates' }],
  ['  GATES ', { kind: 'gates' }],
  ['gate g3', { kind: 'gate', gate: 'g3' }],
  ['g3', { kind: 'gate', gate: 'g3' }],
  ['answer g3 yes', { kind: 'answer', gate: 'g3', words: 'yes' }],
  ['G3 Merge it', { kind: 'answer', gate: 'g3', words: 'Merge it' }],
  ['undo g3', { kind: 'undo', gate: 'g3' }],
  ['status', { kind: 'status' }],
  ['note harbour keep the  buoy', { kind: 'note', goal: 'harbour', text: 'keep the  buoy' }],
  ['pause harbour', { kind: 'pause', goal: 'harbour' }],
  ['resume harbour', { kind: 'resume', goal: 'harbour' }],
  ['digest harbour', { kind: 'digest', goal: 'harbour' }],
  ['digest', { kind: 'incomplete', usage: 'digest GOAL' }],
  ['route harbour', { kind: 'route', goal: 'harbour' }],
  ['link', { kind: 'link', code: null }],
  ['link abcd-efgh', { kind: 'link', code: 'abcd-efgh' }],
  ['link a b', { kind: 'incomplete', usage: 'link CODE' }],
  ['pause', { kind: 'incomplete', usage: 'pause GOAL' }],
  ['help', { kind: 'help' }],
  ['answer g3', { kind: 'incomplete', usage: 'answer g3 yes' }],
  ['answer yes', { kind: 'incomplete', usage: 'answer g3 yes' }],
  ['undo g3 please', { kind: 'incomplete', usage: 'undo g3' }],
  ['note harbour', { kind: 'incomplete', usage: 'note GOAL what you want to say' }],
  ['yes', { kind: 'unknown', word: 'yes' }],
  ['constructor', { kind: 'unknown', word: 'constructor' }],
  ['g3: yes', { kind: 'unknown', word: 'g3:' }],
  ['   ', null],
])('the line "%s" is understood as %j', (line, command) => {
  expect(parseCommand(line)).toEqual(command);
});

test('no text at all makes the parser fail', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (line) => parseCommand(line) === null || parseCommand(line) !== undefined));
});

test('only a line that names a gate code answers one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (line) => {
      if (parseCommand(line)?.kind === 'answer') expect(line).toMatch(/^\s*(answer\s+)?g\d+\s+\S/i);
    }),
  );
});

test('the help lists every command', () => {
  const lines = helpLines((command) => `/gatebell ${command}`);

  expect(lines).toHaveLength(Object.keys(commands).length);
  expect(lines[0]).toBe('/gatebell gates: the gates that wait for you, and a link to the web inbox');
});

test.each(['yes', 'YES', 'merge it', ' Merge  It ', '1'])('the words "%s" mean the option whose key, label or number they are', (words) => {
  expect(chooseAnswer(anOpenGate().expects, words, 'number')).toEqual({ kind: 'option', option: 'yes' });
});

test.each(['ok', 'y', 'yes please', '3', '0', ''])('the words "%s" mean no option', (words) => {
  const choice = chooseAnswer(anOpenGate().expects, words, 'number');

  expect(choice).toEqual({ kind: 'unclear', why: `"${words}" is none of the options: 1. yes (Merge it), 2. no (Leave it).` });
});

test('words that could mean two options mean none', () => {
  const option = { effect: 'x', lets: 'go', recommended: false } as const;
  const expects = {
    kind: 'choice',
    options: [
      { ...option, key: '2', label: 'Two' },
      { ...option, key: 'b', label: 'Three' },
    ],
  } as const;

  expect(chooseAnswer({ ...expects, options: [...expects.options] }, '2', 'number')).toMatchObject({ kind: 'unclear' });
  expect(chooseAnswer({ ...expects, options: [...expects.options] }, 'two', 'number')).toEqual({ kind: 'option', option: '2' });
});

test('a text gate takes the words as they are', () => {
  expect(chooseAnswer({ kind: 'text', max: 100, lets: 'go' }, ' Ask  Ines ', 'number')).toEqual({ kind: 'value', value: 'Ask  Ines' });
});
