import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connected } from '../../bots/open-bots.ts';
import type { Standing, Traits } from '../../bots/port.ts';
import type { Clock, Reads } from '../../src/ports.ts';
import type { ContractHouse } from './house.ts';
import { openHouse } from './house.ts';

/** What people see and do on one platform, for as long as a test lasts. */
export type Stage = {
  readonly connected: Connected;
  /** What the presser alone was told since the last call. */
  readonly toldPrivately: () => string;
  /** Types a line as the person of this platform. */
  readonly type: (line: string) => void;
  /** Answers a gate in the platform's own way: a button where there are buttons. */
  readonly press: (gate: string, option: string) => void;
  /** Sends bytes as they are: what a broken or hostile client would. */
  readonly sendRaw: (bytes: Uint8Array) => void;
  /** What people do where cards have buttons; null where they type. */
  readonly buttons: ButtonStage | null;
};

/** Each finds what it acts on by the gate's code, as it stands on the platform now. */
export type ButtonStage = {
  readonly undo: (gate: string) => void;
  /** Presses the button of the form; what opens can then be filled in and submitted, also twice. */
  readonly openForm: (gate: string) => void;
  readonly submit: (text: string) => void;
  readonly reply: (gate: string, text: string) => void;
  readonly shortcut: (gate: string) => void;
  /** Presses the button that somebody saw at that revision, long after. */
  readonly pressOld: (gate: string, option: string, revision: number) => void;
  readonly pressForged: (token: string) => void;
  /** The last press comes again under its own id. */
  readonly redeliver: () => void;
  /** Somebody whom the platform calls so, and who is nobody here, presses. */
  readonly pressAs: (standing: Standing, gate: string, option: string) => void;
  readonly typeAsStranger: (line: string) => void;
};

/** A platform as it lasts while the service comes and goes. */
export type Ground = {
  readonly stage: (reads: Reads) => Stage;
  /** Everything that stands there or was printed, oldest first, one text a message or line. */
  readonly seen: () => readonly string[];
  /** From now on the channel takes nothing, or takes all again. Null where there is no channel to break. */
  readonly breakChannel: ((broken: boolean) => void) | null;
  /** Somebody deletes the message of a gate. */
  readonly deleteCard: ((gate: string) => void) | null;
  /** Something is on its way between the platform and the service; where nothing ever is, it is left out. */
  readonly isBusy?: () => boolean;
  readonly close?: () => Promise<void>;
};

/** How one platform takes part in the contract. `open` is called for each test, `stage` anew for each start of the service. */
export type PlatformDescriptor = {
  readonly name: string;
  readonly traits: Traits;
  readonly open: (house: { readonly clock: Clock }) => Ground | Promise<Ground>;
  /** The account of Mara, a channel for gates and one for notices; null where there is but one place and nobody has an account. */
  readonly home: { readonly account: string; readonly channel: string; readonly otherChannel: string } | null;
};

/** Everything that each platform must do, told once. A platform takes part by a descriptor. */
export function platformContract(descriptor: PlatformDescriptor): void {
  describe(`${descriptor.name} keeps the contract of platforms`, () => {
    let house: ContractHouse;

    beforeEach(async () => {
      house = await openHouse(descriptor);
    });

    afterEach(() => house.close());

    postContract(descriptor, () => house);
    answerContract(() => house);
    commandContract(descriptor, () => house);
    hostileContract(descriptor, () => house);
    forgeryContract(() => house);
    restartContract(descriptor, () => house);
    if (descriptor.traits.abilities.buttons) buttonContract(() => house);
    if (descriptor.home !== null) lifeContract(() => house);
  });
}

function postContract(descriptor: PlatformDescriptor, house: () => ContractHouse): void {
  describe('posts', () => {
    test('a gate appears once, with its question, options, effects, what it blocks, risk, deadline with zone and who may answer', async () => {
      await house().ask({ deadline: '2026-12-01T12:00:00Z', risk: 'irreversible' });

      const card = house().seen().join('\n');
      for (const part of ['Which fix goes in?', 'yes', 'Merge it', 'The fix goes to main.', 'lane fixes', 'irreversible', 'Mara Voss']) {
        expect(card).toContain(part);
      }
      expect(card).toContain('2026-12-01 13:00:00 GMT+1 (Europe/Berlin)');
      expect(house().copiesOf('Which fix goes in?')).toBe(1);
    });

    test('nothing is put when nothing changed', async () => {
      await house().ask();
      const before = house().seen();

      await house().operator('ask-gate', house().aGate());
      house().bots().wake();
      await house().settled();

      expect(house().seen()).toEqual(before);
    });

    test('a question that changed is shown with its new revision', async () => {
      await house().ask();

      await house().operator('revise-gate', { gate: 'g1', question: 'Which of the two fixes goes in?' });

      expect(house().copiesOf('Which of the two fixes goes in?')).toBe(1);
    });

    test('a withdrawn gate says so, and that it lets nothing go', async () => {
      await house().ask();

      await house().operator('withdraw-gate', { gate: 'g1', why: 'asked twice' });

      expect(house().seen().join('\n')).toContain('asked twice. It lets nothing go.');
    });

    test('a superseded gate names its successor', async () => {
      await house().ask();
      await house().ask({ key: 'second', question: 'Which fix goes in first?' });

      await house().operator('supersede-gate', { gate: 'g1', by: 'g2' });

      expect(house().seen().join('\n')).toContain('Superseded by g2');
    });

    test('an answer is shown while it can be taken back, when it is over, and when an agent has it', async () => {
      await house().ask();

      await house().press('g1', 'yes');
      const held = house().seen().join('\n');
      await house().pass(10_000);
      const effective = house().seen().join('\n');
      await house().agent('receive-answer', { gate: 'g1' });

      expect(held).toContain('Answered "Merge it" by Mara Voss');
      expect(held).toContain('Can be taken back until 2026-12-01 10:00:10 GMT+1 (Europe/Berlin)');
      expect(effective).toContain('The agents see it now.');
      expect(house().seen().join('\n')).toContain('Delivered at 2026-12-01 10:00:10 GMT+1 (Europe/Berlin)');
      expect(house().copiesOf('Which fix goes in?')).toBe(1);
    });

    test('a notice for the person is put once', async () => {
      await house().operator('issue-login-code', { person: 'mara' });

      expect(house().copiesOf('issued a login code')).toBe(1);
    });

    test('each message keeps to the limits of the platform', async () => {
      const long = 'ß'.repeat(139);
      const options = ['a', 'b', 'c', 'd', 'e'].map((key) => ({
        key,
        label: `${key}${'漢'.repeat(29)}`,
        effect: long,
        lets: 'go',
        recommended: false,
      }));

      await house().ask({ question: `${'w'.repeat(298)} ?`, context: 'é'.repeat(2_000), answer: { kind: 'choice', options } });

      const lengths = house()
        .seen()
        .map((line) => Array.from(line).length);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(descriptor.traits.limits.outputCharsMax);
    });
  });
}

function answerContract(house: () => ContractHouse): void {
  describe('answers', () => {
    test('a press is counted once, as the person behind the account, and the presser alone is told until when it can be taken back', async () => {
      await house().ask();

      await house().press('g1', 'yes');

      expect(house().told()).toContain('Counted for g1. You can take it back until 2026-12-01 10:00:10 GMT+1 (Europe/Berlin)');
      expect(await house().gate('g1')).toMatchObject({ state: 'answered', answer: { option: 'yes', by: { name: 'Mara Voss' } } });
    });

    test('a press on a gate that is decided is told who decided, and changes nothing', async () => {
      await house().ask();
      await house().press('g1', 'yes');
      house().told();

      await house().press('g1', 'no');

      expect(house().told()).toContain('g1 is already decided: "Merge it" by Mara Voss');
      expect(await house().gate('g1')).toMatchObject({ answer: { option: 'yes' } });
    });

    test('a press by somebody who may not decide is refused privately, with who can', async () => {
      await house().ask({ answerers: { people: ['ines'] } });

      await house().press('g1', 'yes');

      expect(house().told()).toContain('g1 is not yours to answer. Who can: Ines Ruiz.');
      expect(await house().gate('g1')).toMatchObject({ state: 'open' });
    });

    test('a press on a question that changed meanwhile is not counted, and the question is shown again', async () => {
      await house().ask();
      house().holdPosts();
      await house().operator('revise-gate', { gate: 'g1', question: 'Which of the two fixes goes in?' });

      await house().press('g1', 'yes');
      const told = house().told();
      await house().press('g1', 'yes');

      expect(told).toContain('The question of g1 changed since you saw it, so nothing was counted.');
      expect(told).toContain('Which of the two fixes goes in?');
      expect(await house().gate('g1')).toMatchObject({ state: 'answered', answer: { revision: 2 } });
    });

    test('a press on a withdrawn gate is told that it is closed', async () => {
      await house().ask();
      await house().operator('withdraw-gate', { gate: 'g1', why: 'asked twice' });

      await house().press('g1', 'yes');

      expect(house().told()).toContain('g1 is withdrawn (asked twice)');
    });

    test('a held answer is taken back, and the gate is open again', async () => {
      await house().ask();
      await house().press('g1', 'yes');
      house().told();

      await house().type('undo g1');

      expect(house().told()).toContain('The answer to g1 is taken back: it is open again.');
      expect(await house().gate('g1')).toMatchObject({ state: 'open' });
    });

    test('an answer that an agent has cannot be taken back', async () => {
      await house().ask();
      await house().press('g1', 'yes');
      await house().pass(10_000);
      await house().agent('receive-answer', { gate: 'g1' });
      house().told();

      await house().type('undo g1');

      expect(house().told()).toContain('It is too late: an agent has the answer to g1 already.');
    });

    test('a text gate takes the words as they are', async () => {
      await house().ask({ answer: { kind: 'text', max: 100 } });

      await house().type('g1 Ask Ines  first');

      expect(await house().gate('g1')).toMatchObject({ state: 'answered', answer: { value: 'Ask Ines  first' } });
    });
  });
}

function commandContract(descriptor: PlatformDescriptor, house: () => ContractHouse): void {
  describe('commands', () => {
    test('gates lists what waits for the person, and nothing else', async () => {
      await house().ask();
      await house().ask({ key: 'second', question: 'May Ines decide this alone?', answerers: { people: ['ines'] } });

      await house().type('gates');

      expect(house().told().trim()).toBe('g1 in harbour: Which fix goes in?');
    });

    test('gate shows one gate, status the goals, help every command', async () => {
      await house().ask();

      await house().type('gate g1');
      const gate = house().told();
      await house().type('status');
      const status = house().told();
      await house().type('help');

      expect(gate).toContain('Which fix goes in?');
      expect(status).toContain('harbour is active: open gates 1, open todos 0, agents at work 0.');
      expect(house().told()).toContain('undo g3');
    });

    test('a note is an entry of the goal', async () => {
      await house().type('note harbour keep the buoy');

      expect(house().told()).toContain('The agents of harbour get your note');
      expect(await house().newestEntry()).toMatchObject({ type: 'note-left', data: { text: 'keep the buoy' } });
    });

    test.each(['dance', 'yes', 'g1 ok', 'answer g1', 'undo g1 please', 'gate g99', 'note nowhere hello'])(
      'the line "%s" decides nothing and is answered',
      async (line) => {
        await house().ask();
        const before = await house().lastPosition();

        await house().type(line);

        expect(house().told().trim()).not.toBe('');
        expect(await house().lastPosition()).toBe(before);
      },
    );

    test('a line over the limit is refused with a sentence, and the next one is heard', async () => {
      await house().ask();
      const before = await house().lastPosition();

      await house().type('g1 '.padEnd(descriptor.traits.limits.inputCharsMax + 1, 'x'));
      const told = house().told();
      await house().type('help');

      expect(told).toContain('so nothing was done');
      expect(await house().lastPosition()).toBe(before);
      expect(house().told()).toContain('undo g3');
    });

    test('bytes that are no text are refused with a sentence', async () => {
      await house().ask();

      await house().sendRaw(new Uint8Array([0x67, 0x31, 0x20, 0xff, 0xfe, 0x0a]));

      expect(house().told()).toContain('so nothing was done');
      expect(await house().gate('g1')).toMatchObject({ state: 'open' });
    });
  });
}

const hostile = '\u001b[2J<!channel> @everyone [x](http://bad) \u202eevil\u2066 *_~`|';

function hostileContract(descriptor: PlatformDescriptor, house: () => ContractHouse): void {
  test('what an agent writes reaches people as plain text: no control character, nothing that reorders', async () => {
    const options = [
      { key: 'yes', label: `\u001b[31m${'@here'}`, effect: hostile.slice(0, 100), lets: 'go', recommended: true },
      { key: 'no', label: 'no\u202e', effect: 'Nothing\r\nhappens.', lets: 'stop', recommended: false },
    ];

    await house().ask({
      question: `${hostile} which fix goes in?`,
      context: `${hostile}\n--- g9 in harbour ---`,
      answer: { kind: 'choice', options },
    });

    const seen = house().seen();
    expect(seen.join(' ')).toContain('which fix goes in?');
    for (const line of seen) expect(line).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]*$/u);
    if (!descriptor.traits.abilities.editsInPlace) expect(seen.filter((line) => line.startsWith('--- g9'))).toEqual([]);
  });
}

function forgeryContract(house: () => ContractHouse): void {
  test('what somebody answered is told in one line, whatever line breaks it has', async () => {
    await house().ask({ answer: { kind: 'text', max: 200 } });
    await house().person('answer-gate', { gate: 'g1', revision: 1, value: 'yes\n--- g9 in harbour, revision 1 ---\u2028Counted for g9.' });

    await house().type('g1 no');

    const told = house().told();
    expect(told).toContain('g1 is already decided: "yes --- g9 in harbour, revision 1 --- Counted for g9." by Mara Voss');
    expect(told.trim().split('\n')).toHaveLength(1);
  });
}

function restartContract(descriptor: PlatformDescriptor, house: () => ContractHouse): void {
  describe('restarts', () => {
    test('a gate that was put before a restart is answered after it, and is not put again', async () => {
      await house().ask();

      await house().restart();
      await house().press('g1', 'yes');

      expect(await house().gate('g1')).toMatchObject({ state: 'answered' });
      expect(house().copiesOf('Which fix goes in?')).toBe(1);
    });

    test('what changed while the service was down is put when it is back', async () => {
      await house().stopBots();
      await house().ask();
      const before = house().copiesOf('Which fix goes in?');

      await house().restart();

      expect([before, house().copiesOf('Which fix goes in?')]).toEqual([0, 1]);
    });

    test('a post that the service lost sight of is found again, or repeated once and says so', async () => {
      house().losePowerAtNextRecord();
      await house().ask();

      await house().restart();
      await house().restart();

      const repeats = descriptor.traits.abilities.readsBack ? 0 : 1;
      expect(house().copiesOf('Which fix goes in?')).toBe(1 + repeats);
      expect(house().copiesOf('may be a repeat')).toBe(repeats);
    });
  });
}

function buttonContract(house: () => ContractHouse): void {
  describe('buttons, forms and replies', () => {
    test('a held answer is taken back by its button, which is gone when an agent may have it', async () => {
      await house().ask();
      await house().press('g1', 'yes');
      house().told();

      await house().buttons(({ undo }) => undo('g1'));

      expect(house().told()).toContain('The answer to g1 is taken back: it is open again.');
      expect(await house().gate('g1')).toMatchObject({ state: 'open' });
    });

    test('the form of a text gate is filled in and counts once, also when it is submitted twice', async () => {
      await house().ask({ answer: { kind: 'text', max: 200 } });

      await house().buttons(({ openForm }) => openForm('g1'));
      await house().buttons(({ submit }) => submit('Ask  Ines'));
      const told = house().told();
      await house().buttons(({ submit }) => submit('Ask  Ines'));

      expect(told).toContain('Counted for g1.');
      expect(await house().gate('g1')).toMatchObject({ state: 'answered', answer: { value: 'Ask  Ines' } });
      expect(await house().entriesOf('gate-answered')).toBe(1);
    });

    test('whoever may not answer is told so instead of the form', async () => {
      await house().ask({ answer: { kind: 'text', max: 200 }, answerers: { people: ['ines'] } });

      await house().buttons(({ openForm }) => openForm('g1'));

      expect(house().told()).toContain('g1 is not yours to answer. Who can: Ines Ruiz.');
    });

    test('a button of an earlier revision is told that the question changed, and counts nothing', async () => {
      await house().ask();
      await house().operator('revise-gate', { gate: 'g1', question: 'Which of the two fixes goes in?' });

      await house().buttons(({ pressOld }) => pressOld('g1', 'yes', 1));

      expect(house().told()).toContain('The question of g1 changed since you saw it');
      expect(await house().gate('g1')).toMatchObject({ state: 'open' });
    });

    test.each(['', 'o', 'o.1.1.0.abc.AAAAAAAAAAAAAAAAAAAAAA', '<!channel>', 'x'.repeat(300)])(
      'the forged button "%s" decides nothing',
      async (token) => {
        await house().ask();
        const before = await house().lastPosition();

        await house().buttons(({ pressForged }) => pressForged(token));

        expect(house().told()).toContain('That button is outdated');
        expect(await house().lastPosition()).toBe(before);
      },
    );

    test.each([
      ['member', 'does not know who you are'],
      ['guest', 'Guests cannot decide'],
      ['bot', 'Only people decide'],
      ['stranger', 'no member here'],
      ['unverified', 'could not verify'],
    ] as const)('somebody unknown whom the platform calls a %s decides nothing, and is told why', async (standing, sentence) => {
      await house().ask();
      const before = await house().lastPosition();

      await house().buttons(({ pressAs }) => pressAs(standing, 'g1', 'yes'));

      expect(house().told()).toContain(sentence);
      expect(await house().lastPosition()).toBe(before);
    });

    test('a reply under the card of one gate counts when it names an option', async () => {
      await house().ask();

      await house().buttons(({ reply }) => reply('g1', ' merge  IT '));

      expect(await house().gate('g1')).toMatchObject({ state: 'answered', answer: { option: 'yes' } });
    });

    test.each([
      ['reversible', 'ok'],
      ['reversible', 'yes please'],
      ['irreversible', '1'],
      ['irreversible', 'ok'],
    ])('under a %s gate the reply "%s" decides nothing, and says how to answer', async (risk, words) => {
      await house().ask({ risk });

      await house().buttons(({ reply }) => reply('g1', words));

      expect(house().told()).toContain('Nothing was counted.');
      expect(await house().gate('g1')).toMatchObject({ state: 'open' });
    });

    test('a text gate takes a reply only behind its code', async () => {
      await house().ask({ answer: { kind: 'text', max: 200 } });

      await house().buttons(({ reply }) => reply('g1', 'what do you think?'));
      const told = house().told();
      await house().buttons(({ reply }) => reply('g1', 'g1 Ask Ines'));

      expect(told).toContain('Nothing was counted for g1');
      expect(await house().gate('g1')).toMatchObject({ state: 'answered', answer: { value: 'Ask Ines' } });
    });

    test('a shortcut on a card shows its gate to the presser alone', async () => {
      await house().ask();

      await house().buttons(({ shortcut }) => shortcut('g1'));

      expect(house().told()).toContain('g1 as it stands now:');
    });

    test('a press that comes again is heard once', async () => {
      await house().ask();
      await house().press('g1', 'yes');
      house().told();

      await house().buttons(({ redeliver }) => redeliver());

      expect(house().told()).toBe('');
      expect(await house().entriesOf('gate-answered')).toBe(1);
    });

    test('an account is tied to a person by a code from the other side', async () => {
      await house().ask({ answerers: { people: ['ines'] } });

      await house().buttons(({ typeAsStranger }) => typeAsStranger('link'));
      const code = /Your code is (\S+)\./.exec(house().told())?.[1] ?? '';
      await house().operator('change-person', { person: 'mara', identities: [] });
      await house().person('link-account', { code });
      await house().buttons(({ typeAsStranger }) => typeAsStranger('gates'));

      expect(house().told()).toContain('No gate waits for you.');
    });

    // keep, acknowledge, decide, tell, finish: what ends before the first is done was acknowledged to nobody.
    test.each([1, 2, 3, 4, 5])('killed after step %i of hearing a press, it is heard once when the service is back', async (steps) => {
      await house().ask();
      house().losePowerAfterSteps(steps);
      await house().press('g1', 'yes');
      const unfinished = (await house().unfinished()).length;

      await house().restart();

      expect(unfinished).toBe(steps === 5 ? 0 : 1);
      expect(await house().gate('g1')).toMatchObject({ state: 'answered', answer: { option: 'yes' } });
      expect(await house().entriesOf('gate-answered')).toBe(1);
      expect(await house().unfinished()).toEqual([]);
      expect(house().seen().join('\n')).toContain('Answered "Merge it" by Mara Voss');
    });
  });
}

function lifeContract(house: () => ContractHouse): void {
  describe('the life of posts', () => {
    const breakChannel = (broken: boolean) => house().ground().breakChannel?.(broken);

    test('a gate whose channel is broken stands on another route of the goal, which is told what to do', async () => {
      breakChannel(true);

      await house().ask();

      expect(house().copiesOf('Which fix goes in?')).toBe(1);
      expect(house().copiesOf('Nothing can be put on')).toBe(1);
      expect(await house().troubles()).toMatchObject([{ fix: expect.stringMatching(/^Invite the bot/) }]);
    });

    test('a channel that is mended gets its cards, and the trouble is over', async () => {
      breakChannel(true);
      await house().ask();
      await house().ask({ key: 'second', question: 'Which fix goes in first?' });
      breakChannel(false);

      await house().pass(60_000);

      expect(house().copiesOf('Which fix goes in?')).toBe(2);
      expect(house().copiesOf('Which fix goes in first?')).toBe(2);
      expect(house().copiesOf('works again')).toBe(1);
      expect(await house().troubles()).toEqual([]);
    });

    test('a service that starts again tries a broken channel at once, however long it had to wait', async () => {
      breakChannel(true);
      await house().ask();
      for (const minutes of [1, 2, 4, 8]) await house().pass(minutes * 60_000);
      breakChannel(false);

      await house().restart();

      expect(house().copiesOf('Which fix goes in?')).toBe(2);
      expect(await house().troubles()).toEqual([]);
    });

    test('every copy of a gate says who decided', async () => {
      breakChannel(true);
      await house().ask();
      breakChannel(false);
      await house().pass(60_000);

      await house().press('g1', 'yes');

      expect(house().copiesOf('Answered "Merge it" by Mara Voss')).toBe(2);
    });

    test('a card that somebody deleted is put anew when it changes', async () => {
      await house().ask();
      house().ground().deleteCard?.('g1');

      await house().operator('revise-gate', { gate: 'g1', question: 'Which of the two fixes goes in?' });

      expect(house().copiesOf('Which of the two fixes goes in?')).toBe(1);
    });
  });
}
