import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GateCard } from '../../bots/card.ts';
import { messageForms, privateMessages } from '../../bots/discord/content.ts';
import { markOf } from '../../bots/discord/mark.ts';
import { formModal } from '../../bots/discord/modal.ts';
import { plainLine } from '../../bots/text.ts';
import { dangersIn, readMarkdown } from '../support/platforms/discord/markdown.ts';
import { aCard, aCardPost, aToken, noon } from '../slack/builders.ts';
import { hostileText } from './hostile-text.ts';

const read = (text: string) => readMarkdown(text, () => 'somebody');
const [best] = messageForms(aCardPost());

function aLongCard(piece: string): GateCard {
  const of = (charsMax: number) => piece.repeat(charsMax).slice(0, charsMax);
  const options = [1, 2, 3, 4, 5].map((number) => {
    return { key: `k${number}`, label: of(30), effect: of(140), lets: 'go', recommended: number === 1, number } as const;
  });
  return aCard({
    question: of(300),
    context: of(2_000),
    expects: { kind: 'choice', options },
    blocks: Array.from({ length: 50 }, () => of(120)),
    evidence: Array.from({ length: 20 }, () => ({ text: of(200), strength: 'claimed', at: noon, atText: 'noon' })),
    deadline: { at: noon, text: '2026-12-01 13:00:00 GMT+1 (Europe/Berlin)' },
    answerers: Array.from({ length: 20 }, () => ({ name: of(80), account: '1213063181107200030' })),
  });
}

describe('a card on Discord', () => {
  test('says the question, every option, how to answer and the state, pings nobody, and has a button for each option', () => {
    expect(read(best?.content ?? '').replace(markOf('gate_3@route_1'), '')).toBe(
      [
        'g3 in harbour: Which fix goes in?',
        '1. Merge it (yes, recommended): The fix goes to main. [lets it go]',
        '2. Leave it (no): Nothing happens. [stops it]',
        'Blocks: lane fixes. Risk: reversible. Evidence: none.',
        'Asked by agent builder. May answer: Mara Voss.',
        'Open: waits for an answer.',
        'Answer with a button, by a reply with a number, key or label, or with: /gatebell answer g3 1',
      ].join('\n'),
    );
    expect(best).toMatchObject({
      embeds: [],
      allowed_mentions: { parse: [] },
      components: [
        {
          type: 1,
          components: [
            { type: 2, style: 1, label: 'Merge it', custom_id: aToken('o', 1) },
            { type: 2, style: 2, label: 'Leave it', custom_id: aToken('o', 2) },
          ],
        },
      ],
    });
  });

  test('that is settled has no button, and says so: what is left out of an edit would stay', () => {
    const buttons = { options: [], form: null, undo: null };

    expect(messageForms(aCardPost({ buttons }))).toMatchObject([{ components: [], embeds: [] }]);
  });

  test('that failed twice inside Discord is plain text alone', () => {
    const forms = messageForms(aCardPost({ plain: true }));

    expect(forms).toMatchObject([{ components: [], embeds: [] }]);
    expect(forms[0]?.content).toBe(best?.content);
  });

  test('with a long context begins it, and has all of it in an embed; without embeds it holds what there is room for', () => {
    const context = `${'word '.repeat(300)}end`;
    const [embedded, without] = messageForms(aCardPost({ card: aCard({ context }) }));

    expect(embedded?.embeds).toEqual([{ description: context }]);
    expect(messageForms(aCardPost({ card: aCard({ context: '😀'.repeat(2_000) }) }))[0]?.embeds).toEqual([
      { description: '😀'.repeat(2_000) },
    ]);
    expect(embedded?.content).toContain(`${'word '.repeat(59)}`);
    expect(embedded?.content).not.toContain('word '.repeat(70));
    expect(without?.embeds).toEqual([]);
    expect(without?.content).toContain('word '.repeat(250));
  });

  test.each([
    ['latin', 'w '],
    ['Chinese', '漢'],
    ['emoji of one character', '😀'],
    ['emoji of many', '👩‍👩‍👧'],
    ['right-to-left', 'مرحبا '],
    ['escapes', '*_'],
  ])('of the greatest size, in %s, keeps to every limit and still says each option and the state', (_, piece) => {
    for (const { content, components, embeds } of messageForms(aCardPost({ card: aLongCard(piece) }))) {
      expect(content.length).toBeLessThanOrEqual(2_000);
      expect(content).not.toMatch(/\p{Cs}/u);
      for (const embed of embeds) expect(embed.description?.length).toBeLessThanOrEqual(4_096);
      for (const { components: buttons } of components) {
        expect(buttons.length).toBeLessThanOrEqual(5);
        for (const button of buttons) expect('label' in button && (button.label?.length ?? 0)).toBeLessThanOrEqual(80);
      }
      for (const part of ['k1', 'k5', 'Open: waits']) expect(content).toContain(part);
    }
  });

  test.each([
    ['latin', 'w '],
    ['Chinese', '漢'],
    ['emoji of many', '👩‍👩‍👧'],
    ['escapes', '*_'],
  ])('with the longest answer, in %s, says who gave it, when and until when it can be taken back', (_, piece) => {
    const state = { kind: 'held', answer: piece.repeat(2_000).slice(0, 2_000), by: 'Mara Voss', at: 'noon', until: 'ten past' } as const;
    const card = { ...aLongCard(piece), expects: { kind: 'text', max: 2_000 }, state } as const;

    for (const { content } of messageForms(aCardPost({ card }))) {
      expect(content.length).toBeLessThanOrEqual(2_000);
      expect(content).toContain('" by Mara Voss at noon. Can be taken back until ten past.');
      expect(content).toContain('/gatebell undo g3');
    }
  });

  test('of any text is read letter by letter, and nothing in it is dangerous', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (question, context) => {
        for (const { content, embeds } of messageForms(aCardPost({ card: aCard({ question, context }) }))) {
          const head = read(content).split('\n')[0]?.replace(markOf('gate_3@route_1'), '').replaceAll('@\u2060', '@');

          expect(head).toBe(`g3 in harbour: ${plainLine(question, 600)}`);
          expect([content, ...embeds.map(({ description = '' }) => description)].flatMap(dangersIn)).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a notice on Discord', () => {
  test('is one text with a mark that nobody sees', () => {
    const notice = { kind: 'notice', text: 'The route works again.', key: 'notice_1@route_1', since: noon, plain: false } as const;

    expect(messageForms({ ...notice, repeat: false })).toMatchObject([{ content: `The route works again.${markOf('notice_1@route_1')}` }]);
    expect(messageForms({ ...notice, repeat: true })[0]?.content).toContain('The route works again. (may be a repeat)');
    expect(markOf('notice_1@route_1')).toMatch(/^(?:\u200b|\u200c|\u200d|\u2060){32}$/u);
    expect(markOf('notice_2@route_1')).not.toBe(markOf('notice_1@route_1'));
  });
});

describe('what the presser alone is told', () => {
  test('keeps each line one line, and goes on in another message where one is full', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `g${index} in harbour: ${'w'.repeat(80)}`);
    const told = privateMessages({ lines: ['one\n# two', ...lines], card: null, form: null }, true);

    expect(told.length).toBe(3);
    expect(told[0]?.content.split('\n')[0]).toBe('one # two');
    expect(told.map(({ content }) => content.length).every((chars) => chars <= 2_000)).toBe(true);
    expect(told.at(-1)?.content).toContain('g59 in harbour');
  });

  test('says how many lines are left out when four messages do not hold them', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `g${index} in harbour: ${'w'.repeat(80)}`);
    const told = privateMessages({ lines, card: null, form: null }, true);

    expect(told.length).toBe(4);
    expect(told.at(-1)?.content).toMatch(/\nand 1\d\d more lines$/u);
  });

  test('has buttons only where they count', () => {
    const { card, buttons } = aCardPost();
    const shown = { lines: ['Look again:'], card: { card, buttons }, form: null };

    expect(privateMessages(shown, true).map(({ components }) => components.length)).toEqual([0, 1]);
    expect(privateMessages(shown, false).map(({ components }) => components.length)).toEqual([0, 0]);
  });

  test('is a form with the question above its field, which takes no more than the gate', () => {
    const modal = formModal({ token: aToken('f'), code: 'g3', question: '# Why *this*?', max: 9_000 });

    expect(modal).toMatchObject({
      custom_id: aToken('f'),
      title: 'Answer g3',
      components: [
        { type: 10, content: '\\# Why \\*this\\*?' },
        { type: 18, label: 'Your answer, at most 4000 characters', component: { type: 4, max_length: 4_000, min_length: 1 } },
      ],
    });
  });
});
