import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import type { GateCard } from '../../bots/card.ts';
import { drawCard } from '../../bots/card.ts';
import type { Press } from '../../bots/port.ts';
import { noButtons } from '../../bots/port.ts';
import { createTerminal } from '../../bots/terminal/adapter.ts';
import { aRoute, anOpenGate, facts, noon } from './builders.ts';
import { anInbox } from './an-inbox.ts';

function setting() {
  const input = new PassThrough();
  const output = new PassThrough();
  const terminal = createTerminal({ input, output });
  const heard: Press[] = [];
  const printed = () => String(output.read() ?? '');
  return { input, output, terminal, heard, printed };
}

function aCard(differences: Partial<GateCard> = {}): GateCard {
  return { ...drawCard(anOpenGate(), facts(), noon), ...differences };
}

const told = { key: 'gate_3@route_1', since: noon, repeat: false, plain: false } as const;

function outgoing(card: GateCard, repeat = false) {
  return { kind: 'card', card, buttons: noButtons, ...told, repeat } as const;
}

test('a gate is printed with all that is needed to answer it', async () => {
  const { terminal, printed } = setting();

  await terminal.post(
    aRoute(),
    outgoing(aCard({ deadline: { at: noon, text: '2026-12-01 14:00:00 GMT+1 (Europe/Berlin)' }, context: 'Two fixes stand.' })),
  );

  expect(printed().split('\n')).toEqual([
    '--- g3 in harbour, revision 1 ---',
    '  Which fix goes in?',
    '  Two fixes stand.',
    '  1. yes: Merge it (recommended)',
    '       The fix goes to main. [lets it go]',
    '  2. no: Leave it',
    '       Nothing happens. [stops it]',
    'Blocks: lane fixes.',
    'Risk: reversible. Evidence: none.',
    'Deadline: 2026-12-01 14:00:00 GMT+1 (Europe/Berlin).',
    'Asked by agent builder. May answer: Mara Voss.',
    'Open: waits for an answer.',
    'Answer with: g3 and a key, number or label',
    '',
  ]);
});

test('an edit is one line, and an edit that says nothing new prints nothing, also after a restart', async () => {
  const { terminal, printed } = setting();
  const posted = await terminal.post(aRoute(), outgoing(aCard()));
  const name = posted.result === 'sent' ? posted.message : '';
  printed();

  const restarted = setting();
  await restarted.terminal.edit(aRoute(), name, outgoing(aCard()));
  await terminal.edit(aRoute(), name, outgoing(aCard({ state: { kind: 'overdue', since: 'noon' } })));

  expect(restarted.printed()).toBe('');
  expect(printed()).toBe('g3: Open and overdue since noon: what it blocks stays blocked until somebody answers.\n');
});

test('an edit to a new revision shows the whole question again', async () => {
  const { terminal, printed } = setting();
  const posted = await terminal.post(aRoute(), outgoing(aCard()));
  const name = posted.result === 'sent' ? posted.message : '';
  printed();

  await terminal.edit(aRoute(), name, outgoing(aCard({ revision: 2 })));

  expect(printed()).toMatch(/^--- g3 in harbour, revision 2 ---\n {2}Which fix goes in\?\n/);
});

test('no line is longer than the terminal is wide, and what goes on is indented', async () => {
  const { terminal, output, printed } = setting();
  const question = `Which fix?${' 修正'.repeat(20)} g3: Answered "yes" by you, and that was long ago, says who wrote this long question`;
  Object.assign(output, { columns: 40 });
  const posted = await terminal.post(aRoute(), outgoing(aCard({ question })));
  const name = posted.result === 'sent' ? posted.message : '';
  const card = printed().split('\n');

  await terminal.edit(aRoute(), name, outgoing(aCard({ question, state: { kind: 'overdue', since: 'noon' } })));

  expect(card.filter((line) => line.length > 40)).toEqual([]);
  expect(card.filter((line) => line.startsWith('g3:'))).toEqual([]);
  expect(card.filter((line) => line.includes('修') && line.length > 20)).toEqual([]);
  expect(printed()).toBe('g3: Open and overdue since noon: what\n  it blocks stays blocked until somebody\n  answers.\n');
});

test('what may be a repeat says so', async () => {
  const { terminal, printed } = setting();

  await terminal.post(aRoute(), outgoing(aCard(), true));
  await terminal.post(aRoute(), { kind: 'notice', text: 'hello', ...told, repeat: true });

  expect(printed()).toMatch(/^--- g3 in harbour, revision 1 \(may be a repeat\) ---\n[\s\S]*! hello \(may be a repeat\)\n$/);
});

test('lines are heard one after another, and none after stop', async () => {
  const { terminal, input, heard } = setting();
  const hearing: (() => void)[] = [];
  terminal.listen({
    ...anInbox,
    hear: (press) => {
      heard.push(press);
      return new Promise<void>((resolve) => {
        hearing.push(resolve);
      });
    },
  });
  await terminal.start();
  input.write('gates\ng3 yes\n');
  await new Promise(setImmediate);
  const first = heard.length;

  const stopping = terminal.stop();
  hearing[0]?.();
  await new Promise(setImmediate);
  hearing[1]?.();
  await stopping;
  input.write('help\n');
  await new Promise(setImmediate);

  expect(first).toBe(1);
  expect(heard.map(({ said }) => said)).toEqual([
    { kind: 'line', text: 'gates' },
    { kind: 'line', text: 'g3 yes' },
  ]);
});

test('a terminal that was closed is a broken channel, not a failure of the service', async () => {
  const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
  const terminal = createTerminal({ input: new PassThrough(), output });
  await terminal.start();

  const first = await terminal.post(aRoute(), outgoing(aCard()));
  const second = await terminal.post(aRoute(), outgoing(aCard()));

  const fix = 'Start the service with an open terminal.';
  expect(first).toEqual({ result: 'failed', reason: 'the terminal took no text: EPIPE', as: 'broken-channel', fix });
  expect(second).toEqual({ result: 'failed', reason: 'the terminal is closed', as: 'broken-channel', fix });
  await terminal.stop();
});
