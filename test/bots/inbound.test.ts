import { expect, test } from 'vitest';
import type { Identify } from '../../bots/desk.ts';
import { identifyAtTerminal } from '../../bots/identify-at-terminal.ts';
import { hearPress } from '../../bots/inbound.ts';
import { identifyByAccount } from '../../bots/identify-by-account.ts';
import type { Press, Private, Traits } from '../../bots/port.ts';
import { createShown } from '../../bots/shown.ts';
import { createTokenCodec } from '../../bots/token.ts';
import type { AnsweredGate } from '../../src/gate/gate.ts';
import { Refusal } from '../../src/refusal.ts';
import { plusMs } from '../../src/time.ts';
import { aPerson, aPost, aRoute, anOpenGate, clockAt, noon, readsOf, rowsOf } from './builders.ts';
import type { Rows } from './builders.ts';
import { terminalTraits } from './fake-platform.ts';

const put = aPost({ state: 'sent', put: 1, message: 'm1', revision: 1 });
const tokens = createTokenCodec({ current: 'a secret of this test', previous: null });
const mara = { kind: 'person', person: aPerson().id, surface: 'terminal' } as const;

function setting(differences: Partial<Rows> = {}, replies: Record<string, unknown> = {}, prompt: string | null = null) {
  const rows = rowsOf({ posts: [put], ...differences });
  const reads = readsOf(rows);
  const executed: unknown[] = [];
  const told: Private[] = [];
  const reports: unknown[] = [];
  const steps: string[] = [];
  const asks: unknown[] = [];
  const platform = {
    traits: terminalTraits,
    async acknowledge() {
      steps.push('acknowledged');
    },
    async tellPrivately(_press: Press, outcome: Private) {
      steps.push('told');
      told.push(outcome);
      return prompt;
    },
  };
  const execute = async (name: string, actor: unknown, input: unknown) => {
    executed.push([name, actor, input]);
    const reply = replies[name];
    if (reply instanceof Error) throw reply;
    return { reply, replayed: false };
  };
  const prompts = { keepPrompt: async (asked: unknown) => void asks.push(asked) };
  const desk = { execute, reads, clock: clockAt(noon), shown: createShown(reads), tokens, prompts, typed: (command: string) => command };
  const hearAs = (press: Press, identify: Identify, name: Traits['platform'] = 'terminal') =>
    hearPress(desk, { ...platform, traits: { ...terminalTraits, platform: name } }, identify, press, (failure) => reports.push(failure));
  const hear = (said: Press['said'], account = 'terminal', identify: Identify = identifyAtTerminal(reads)) =>
    hearAs({ id: null, account, standing: async () => 'member', from: null, said }, identify);
  const type = (text: string) => hear({ kind: 'line', text });
  return { rows, executed, asks, told, reports, steps, hear, hearAs, type, said: () => told.flatMap(({ lines }) => lines) };
}

function anAnswer(differences: Partial<AnsweredGate['answer']> = {}): AnsweredGate['answer'] {
  return {
    option: 'no',
    lets: 'stop',
    by: { person: aPerson().id, name: 'Ines' },
    allowed_by: { kind: 'owner' },
    at: noon,
    deliver_at: noon,
    where: { surface: 'terminal' },
    revision: 1,
    ...differences,
  };
}

const correction = { call: 'POST /v1/notes', body: {} };

test('a press is acknowledged before anything else, and told to its presser last', async () => {
  const { type, steps } = setting();

  await type('help');

  expect(steps).toEqual(['acknowledged', 'told']);
});

test('an answer is given as the person of the terminal, for the revision that was shown, and says until when it can be taken back', async () => {
  const gate = anOpenGate();
  const view = { ...gate, answerers: null, state: 'answered', held: true };
  const { type, executed, said } = setting({}, { 'answer-gate': { result: 'counted', deliver_at: plusMs(noon, 10_000), gate: view } });

  await type('g3 merge it');

  expect(executed).toEqual([['answer-gate', mara, { gate: 'gate_3', revision: 1, option: 'yes' }]]);
  expect(said()).toEqual(['Counted for g3. You can take it back until 2026-12-01 13:00:10 GMT+1 (Europe/Berlin): undo g3']);
});

test('an answer to a question that changed is not sent: the new card is shown, and the next answer is bound to it', async () => {
  const { type, executed, told } = setting({ gates: [anOpenGate({ revision: 2 })] }, { 'answer-gate': new Refusal('busy', 'x', 'y') });

  await type('g3 yes');
  const before = executed.length;
  await type('g3 yes');

  expect(before).toBe(0);
  expect(told[0]).toMatchObject({
    lines: ['The question of g3 changed since you saw it, so nothing was counted. Look again:'],
    card: { card: { code: 'g3', revision: 2 } },
  });
  expect(executed).toEqual([['answer-gate', mara, { gate: 'gate_3', revision: 2, option: 'yes' }]]);
});

test('a gate that was never shown here is shown before it can be answered', async () => {
  const { type, executed, told } = setting({ posts: [] });

  await type('g3 yes');

  expect(executed).toEqual([]);
  expect(told[0]).toMatchObject({
    lines: ['You have not seen g3 here yet, so nothing was counted. Look, and answer again:'],
    card: { card: { code: 'g3' } },
  });
});

test('words that are none of the options decide nothing', async () => {
  const { type, executed, said } = setting();

  await type('g3 ok');

  expect(executed).toEqual([]);
  expect(said()).toEqual(['"ok" is none of the options: 1. yes (Merge it), 2. no (Leave it). Nothing was counted.']);
});

test('long words are repeated in part, so that what follows them is read', async () => {
  const value = 'w'.repeat(2_000);
  const { option: _, ...answer } = anAnswer();
  const { type, said } = setting(
    { gates: [anOpenGate({ expects: { kind: 'text', max: 2_000, lets: 'go' } })] },
    { 'answer-gate': { result: 'already-decided', gate: 'g3', answer: { ...answer, value }, correction } },
  );
  const choices = setting();

  await type(`g3 ${value}`);
  await type(value);
  await choices.type(`g3 ${value}`);

  const part = (chars: number) => `"${'w'.repeat(chars - 1)}…"`;
  expect([...said(), ...choices.said()]).toEqual([
    `g3 is already decided: ${part(300)} by Ines at 2026-12-01 13:00:00 GMT+1 (Europe/Berlin). Yours was not counted.`,
    `${part(100)} is not a command, so nothing was done. Type help for the list.`,
    `${part(100)} is none of the options: 1. yes (Merge it), 2. no (Leave it). Nothing was counted.`,
  ]);
});

test.each([
  [
    'already decided',
    { result: 'already-decided', gate: 'g3', answer: anAnswer(), correction },
    'g3 is already decided: "Leave it" by Ines at 2026-12-01 13:00:00 GMT+1 (Europe/Berlin). Yours was not counted.',
  ],
  ['not theirs', { result: 'not-yours', gate: 'g3', who: [{ slug: 'ines', name: 'Ines' }] }, 'g3 is not yours to answer. Who can: Ines.'],
  [
    'closed',
    { result: 'gate-closed', gate: 'g3', state: 'withdrawn', why: 'asked twice' },
    'g3 is withdrawn (asked twice): nothing can be answered there.',
  ],
])('who comes to a gate that is %s is told so', async (_what, reply, sentence) => {
  const { type, said } = setting({}, { 'answer-gate': reply });

  await type('g3 yes');

  expect(said()).toEqual([sentence]);
});

test('a question that changes while it is answered is shown again', async () => {
  const { type, told } = setting(
    {},
    { 'answer-gate': { result: 'question-changed', gate: 'g3', revision: 2, question: 'Which?', changed: ['question'] } },
  );

  await type('g3 yes');

  expect(told[0]?.card?.card.code).toBe('g3');
});

test.each([
  ['not-decided', { state: 'open' }, 'g3 has no answer to take back.'],
  ['not-yours', { who: [{ slug: 'ines', name: 'Ines' }] }, 'Only who answered g3 can take it back: Ines.'],
  [
    'already-delivered',
    { answer: anAnswer(), correction },
    'It is too late: an agent has the answer to g3 already. Leave a note, or have a new gate asked.',
  ],
])('an undo that is %s says why', async (result, more, sentence) => {
  const { type, said, executed } = setting({}, { 'revoke-answer': { result, gate: 'g3', ...more } });

  await type('undo g3');

  expect(executed).toEqual([['revoke-answer', mara, { gate: 'gate_3' }]]);
  expect(said()).toEqual([sentence]);
});

test('the undo button of an earlier revision takes no later answer back', async () => {
  const { hear, executed, said } = setting({ gates: [{ ...anOpenGate({ revision: 2 }), state: 'answered', answer: anAnswer() }] });

  await hear({ kind: 'token', token: tokens.write({ kind: 'undo', gate: 3, revision: 1, route: aRoute().id }) });

  expect(executed).toEqual([]);
  expect(said()[0]).toContain('That button is outdated');
});

test('a note goes to the agents of the goal', async () => {
  const note = { id: 'note_1', goal: 'goal_harbour', text: 'keep the buoy', lane: null, to: null, by: 'person:mara', at: noon, seq: 9 };
  const { type, executed, said } = setting({}, { 'leave-note': note });

  await type('note harbour keep the buoy');

  expect(executed).toEqual([['leave-note', mara, { goal: 'harbour', text: 'keep the buoy' }]]);
  expect(said()).toEqual(['The agents of harbour get your note with their next turn.']);
});

test('a note that is too long is not left', async () => {
  const { type, executed, said } = setting();

  await type(`note harbour ${'x'.repeat(4_001)}`);

  expect(executed).toEqual([]);
  expect(said()).toEqual(['Too big: expected string to have <=4000 characters. Nothing was done.']);
});

test('the gates of a person are those that they may answer', async () => {
  const { type, said } = setting({
    gates: [anOpenGate(), anOpenGate({ code: 'g4', answerers: { people: [], roles: [] } }), anOpenGate({ code: 'g5', due_at: noon })],
  });

  await type('gates');

  expect(said()).toEqual([
    'g3 in harbour: Which fix goes in?',
    'g5 in harbour: Which fix goes in? (overdue since 2026-12-01 13:00:00 GMT+1 (Europe/Berlin))',
  ]);
});

test('the status counts what is open in each goal', async () => {
  const { type, said } = setting();

  await type('status');

  expect(said()).toEqual(['harbour is active: open gates 1, open todos 0, agents at work 0.']);
});

test('an unknown command or gate is answered with a hint', async () => {
  const { type, said } = setting();

  await type('dance');
  await type('gate g99');

  expect(said()).toEqual([
    '"dance" is not a command, so nothing was done. Type help for the list.',
    'There is no gate g99. Type gates for those that wait for you.',
  ]);
});

test('an empty line says nothing', async () => {
  const { type, told } = setting();

  await type('   ');

  expect(told).toEqual([]);
});

test('nobody is known at a terminal that is closed, for another account, or when the person left', async () => {
  const closed = setting({ routes: [aRoute({ state: 'closed' })] });
  const left = setting({ people: [aPerson({ state: 'left' })] });
  const other = setting();

  await closed.type('g3 yes');
  await left.type('g3 yes');
  await other.hear({ kind: 'line', text: 'g3 yes' }, 'someone-else');

  for (const { executed, said } of [closed, left, other]) {
    expect(executed).toEqual([]);
    expect(said()).toEqual([
      'Gatebell does not know who you are here, so nothing was done. An operator adds the person that GATEBELL_TERMINAL_PERSON names.',
    ]);
  }
});

test('a refusal is told with what to do, and is no failure of the service', async () => {
  const { type, said, reports } = setting({}, { 'answer-gate': new Refusal('busy', '512 changes are queued.', 'Wait.') });

  await type('g3 yes');

  expect(said()).toEqual(['Nothing was changed: 512 changes are queued. Try again in a moment.']);
  expect(reports).toEqual([]);
});

test('a failure is reported, and its text is not shown', async () => {
  const failure = new Error('SQLITE_CORRUPT at /secret/path');
  const { type, said, reports } = setting({}, { 'answer-gate': failure });

  await type('g3 yes');

  expect(said()).toEqual(['Gatebell failed at this; the reason is in its log. Look at the gate before you try again.']);
  expect(reports).toEqual([failure]);
});

test('where a form is a message, it is remembered for its account, and a reply to it submits the form', async () => {
  const token = tokens.write({ kind: 'form', gate: 3, revision: 1, route: aRoute().id });
  const textGate = anOpenGate({ expects: { kind: 'text', max: 200, lets: 'go' } });
  const replies = { 'answer-gate': { result: 'gate-closed', gate: 'g3', state: 'withdrawn', why: 'a test' } };
  const { asks, executed, hear, said } = setting(
    { gates: [textGate], prompts: { 'terminal:m9': { account: 'terminal', token } } },
    replies,
    'm9',
  );

  await hear({ kind: 'token', token });
  await hear({ kind: 'reply', message: 'm9', direct: true, text: 'the north quay' });

  expect(asks).toEqual([{ platform: 'terminal', message: 'm9', account: 'terminal', token }]);
  expect(executed).toEqual([['answer-gate', mara, { gate: textGate.id, revision: 1, value: 'the north quay' }]]);
  expect(said()[0]).toBe('Fill in the form to answer g3.');
});

test('a reply to a message that asks somebody else decides nothing, and its author is told', async () => {
  const token = tokens.write({ kind: 'form', gate: 3, revision: 1, route: aRoute().id });
  const { executed, hear, said } = setting({ prompts: { 'terminal:m9': { account: 'somebody else', token } } });

  await hear({ kind: 'reply', message: 'm9', direct: true, text: 'the north quay' });

  expect(executed).toEqual([]);
  expect(said()).toEqual(['That message asks somebody else. Press the button of the gate yourself.']);
});

test('who asks for the status in a chat learns how an operator names that place and that account', async () => {
  const { type, said } = setting({}, {}, null);
  const known = setting();
  const from = { addresses: ['-100123'], thread: '7' };
  const press = { id: null, account: '42', standing: async () => 'member' as const, from, said: { kind: 'line', text: 'status' } as const };

  await type('status');
  await known.hearAs(press, async () => ({ kind: 'unknown' }));

  expect(said()).toEqual(['harbour is active: open gates 1, open todos 0, agents at work 0.']);
  expect(known.said()[1]).toBe('This place is terminal -100123, thread 7; your account here is 42.');
});

test('who is alone with the bot and replies to something that is no card means it as a line', async () => {
  const identity = { id: 'telegram:42', platform: 'telegram', account: '42', person: aPerson().id, how: 'code', linked_at: noon } as const;
  const alone = setting({ identities: [identity] });
  const among = setting({ identities: [identity] });
  const press = (address: string): Press => ({
    id: null,
    account: '42',
    standing: async () => 'member',
    from: { addresses: [address], thread: null },
    said: { kind: 'reply', message: '42:9', direct: true, text: 'gates' },
  });

  await alone.hearAs(press('42'), identifyByAccount('telegram', readsOf(alone.rows)), 'telegram');
  await among.hearAs(press('-100'), identifyByAccount('telegram', readsOf(among.rows)), 'telegram');

  expect(alone.said()).toEqual([expect.stringContaining('g3 in harbour')]);
  expect(among.said()).toEqual([]);
});
