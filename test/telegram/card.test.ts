import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GateCard } from '../../bots/card.ts';
import { noButtons } from '../../bots/port.ts';
import { messageText, plainText, privateMessage } from '../../bots/telegram/card.ts';
import { keyboardOf } from '../../bots/telegram/keyboard.ts';
import { aCard, aCardPost, aToken, noon, twoButtons } from '../slack/builders.ts';
import { hostileText } from './hostile-text.ts';

const longest = (text: string): GateCard =>
  aCard({
    question: text.repeat(300),
    context: text.repeat(2_000),
    expects: {
      kind: 'choice',
      options: Array.from({ length: 9 }, (_, index) => ({
        key: `k${index}`,
        label: text.repeat(30),
        effect: text.repeat(140),
        lets: 'go' as const,
        recommended: index === 0,
        number: index + 1,
      })),
    },
    blocks: Array.from({ length: 30 }, () => text.repeat(60)),
    evidence: Array.from({ length: 30 }, () => ({ text: text.repeat(200), strength: 'recorded', at: noon, atText: 'noon' })),
    answerers: Array.from({ length: 11 }, (_, index) => ({ name: text.repeat(80), account: String(index + 1) })),
    askedBy: text.repeat(80),
    hint: 'What was pressed here was lost.',
    deadline: { at: noon, text: '2026-12-01 13:00:00 GMT+1 (Europe/Berlin)' },
  });

describe('a card', () => {
  test('says everything, with the question, the labels and the state in bold and the words of the agent in a frame', () => {
    const card = aCard({
      context: 'Two fixes\ncompete.',
      evidence: [{ text: 'vitest: 9 passed, 0 failed, 0 skipped', strength: 'recorded', at: noon, atText: '2026-12-01 12:00:00 UTC' }],
      deadline: { at: noon, text: '2026-12-01 13:00:00 GMT+1 (Europe/Berlin)' },
      answerers: [
        { name: 'Mara Voss', account: '71000001' },
        { name: 'Ines Ruiz', account: null },
      ],
    });

    const { text, entities } = messageText(aCardPost({ card }));

    expect(text.split('\n')).toEqual([
      'g3 in harbour, revision 1',
      'Which fix goes in?',
      'Two fixes',
      'compete.',
      '1. Merge it (yes, recommended): The fix goes to main. [lets it go]',
      '2. Leave it (no): Nothing happens. [stops it]',
      'Blocks: lane fixes.',
      'Risk: reversible. Evidence:',
      '• vitest: 9 passed, 0 failed, 0 skipped (recorded, 2026-12-01 12:00:00 UTC)',
      'Deadline: 2026-12-01 13:00:00 GMT+1 (Europe/Berlin).',
      'Asked by agent builder. May answer: Mara Voss, Ines Ruiz.',
      'Open: waits for an answer.',
      'Answer with a button, by a reply with a number, key or label, or with: /answer g3 1',
    ]);
    expect(entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)])).toEqual([
      ['bold', 'Which fix goes in?'],
      ['blockquote', 'Two fixes\ncompete.'],
      ['bold', 'Merge it'],
      ['bold', 'Leave it'],
      ['text_mention', 'Mara Voss'],
      ['bold', 'Open: waits for an answer.'],
    ]);
  });

  test.each([['漢'], ['ש'], ['😀'], ['👩‍👩‍👧'], ['w'], ['@mara ']])(
    'made of as much "%s" as there can be fits, and says its state, the hint and how to answer',
    (text) => {
      const shown = messageText(aCardPost({ card: longest(text), repeat: true })).text;

      expect(shown.length).toBeLessThanOrEqual(4_096);
      expect(shown).toContain('Open: waits for an answer.');
      expect(shown).toContain('What was pressed here was lost.');
      expect(shown).toMatch(/or with: \/answer g3 1$/);
      expect(shown).toContain('(may be a repeat)');
    },
  );

  test('of any text fits in both forms, and every special place is inside it', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 40 }), (text, times) => {
        const card = longest(text.repeat(times).slice(0, 40) || 'x');
        const { text: shown, entities } = messageText(aCardPost({ card }));

        expect(shown.length).toBeLessThanOrEqual(4_096);
        expect(plainText(aCardPost({ card })).length).toBeLessThanOrEqual(2_000);
        expect(entities.length).toBeLessThanOrEqual(100);
        for (const { offset, length } of entities) expect(offset + length).toBeLessThanOrEqual(shown.length);
      }),
      { numRuns: 40 },
    );
  });

  test('in plain text is complete, and shorter', () => {
    const shown = plainText(aCardPost({ card: aCard({ context: 'é'.repeat(5_000) }) }));

    for (const part of ['g3 in harbour: Which fix goes in?', '1. Merge it (yes, recommended)', 'Risk: reversible', '/answer g3 1']) {
      expect(shown).toContain(part);
    }
    expect(shown.length).toBeLessThanOrEqual(2_000);
  });

  test('that is settled says nothing of answering', () => {
    const card = aCard({ state: { kind: 'answered', answer: 'Merge it', by: 'Mara Voss', at: 'noon' } });

    expect(messageText(aCardPost({ card, buttons: noButtons })).text).toMatch(/Answered "Merge it" by Mara Voss at noon\. .*$/);
  });
});

describe('what the presser alone is shown', () => {
  test('is each line as one line, and the card under them', () => {
    const { text } = privateMessage({ lines: ['one\nGatebell: g9', ''], card: { card: aCard(), buttons: noButtons }, form: null });

    expect(text).toMatch(/^one Gatebell: g9\n\ng3 in harbour, revision 1\n/);
  });

  test('fits however many lines there are, with whole lines and how many are left', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `g${index} in harbour: ${'漢'.repeat(100)}`);

    const alone = privateMessage({ lines, card: null, form: null }).text;
    const above = privateMessage({ lines, card: { card: longest('漢'), buttons: noButtons }, form: null }).text;

    expect(alone.length).toBeLessThanOrEqual(4_096);
    expect(alone).toMatch(/\nand \d+ more lines$/);
    expect(above.length).toBeLessThanOrEqual(4_096);
    expect(above).toMatch(/or with: \/answer g3 1$/);
  });
});

describe('the buttons of a card', () => {
  const rows = (card: GateCard, buttons = twoButtons, place: Parameters<typeof keyboardOf>[2] = null) =>
    keyboardOf(card, buttons, place).map((row) => row.map(({ text }) => text));
  const labelled = (labels: readonly string[]) =>
    aCard({
      expects: {
        kind: 'choice',
        options: labels.map((label, index) => ({
          key: `k${index}`,
          label,
          effect: '',
          lets: 'go' as const,
          recommended: false,
          number: index + 1,
        })),
      },
    });

  test('stand side by side when they are short, and below each other when they are not', () => {
    expect(rows(aCard())).toEqual([['Merge it', 'Leave it']]);
    expect(rows(labelled(['Merge it with all of its tests', 'Leave it']))).toEqual([['Merge it with all of its tests'], ['Leave it']]);
  });

  test('of an irreversible gate stand apart, and what lets go is marked', () => {
    expect(keyboardOf(aCard({ risk: 'irreversible' }), twoButtons, null)).toEqual([
      [{ text: 'Merge it', callback_data: aToken('o', 1), style: 'danger' }],
      [{ text: 'Leave it', callback_data: aToken('o', 2) }],
    ]);
  });

  test('open a form and take back', () => {
    const text = aCard({ expects: { kind: 'text', max: 100 } });

    expect(rows(text, { options: [], form: aToken('f'), undo: null })).toEqual([['Answer…']]);
    expect(rows(aCard(), { options: [], form: null, undo: aToken('u') })).toEqual([['Take it back']]);
    expect(rows(aCard(), noButtons)).toEqual([]);
  });

  test('have a label of at most 64 units whatever it is made of, and never none', () => {
    const [long, hidden] = rows(labelled(['👩‍👩‍👧'.repeat(30), '\u202e\u200b'])).flat();

    expect(long).toBe(`${'👩‍👩‍👧'.repeat(7)}…`);
    expect(hidden).toBe('k1');
  });

  test('of a copy are left out when they have no room for where they are good', () => {
    const long = `o.zzzzzzz.zzzzzz.z.${'r'.repeat(16)}.${'c'.repeat(22)}`;

    expect(rows(aCard(), { options: [long, aToken('o', 2)], form: null, undo: null }, { chat: -1_001_234_567_890, thread: 77 })).toEqual([
      ['Leave it'],
    ]);
  });
});
