import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composed, line, lines } from '../../bots/telegram/encoder.ts';
import { formatted } from '../support/platforms/telegram/entities.ts';
import { foundEntities } from '../support/platforms/telegram/wire.ts';
import { hostileText } from './hostile-text.ts';

describe('text of strangers', () => {
  test('calls nobody, whatever it is made of', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 200 }), (text, max) => {
        for (const shown of [line(text, max), lines(text, max)]) {
          expect(foundEntities(shown).filter(({ type }) => type === 'mention')).toEqual([]);
        }
      }),
    );
  });

  test.each([['\u030a'], ['\u0333'], ['\u033f'], ['\u030a\u0333']])('calls nobody behind a %j, which Telegram takes out', (mark) => {
    const { entities } = formatted({ text: line(`ask @${mark}mara_v`, 200) }, 'text', 'entities');

    expect(entities).toEqual([]);
  });

  test('sends no command to another bot when it is touched', () => {
    expect(foundEntities(line('/ban@other_bot', 200)).map(({ length }) => length)).toEqual(['/ban'.length]);
  });

  test('is never longer than asked, and never cut inside a character', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 200 }), (text, max) => {
        const shown = lines(text, max);

        expect(shown.length).toBeLessThanOrEqual(max);
        expect(shown).not.toMatch(/\p{Cs}/u);
      }),
    );
  });

  test('stays as it was written but for what calls somebody', () => {
    expect(line('Заголовок 👩‍👩‍👧 <b> & *x* ann@b.example', 200)).toBe('Заголовок 👩‍👩‍👧 <b> & *x* ann@b.example');
    expect(line('ask @mara_v', 200)).toBe('ask @\u2060mara_v');
    expect(line('look at /etc/hosts and https://evil.example/@x', 200)).toBe('look at /etc/hosts and https://evil.example/@\u2060x');
    expect(line('send /ban@other_bot now', 200)).toBe('send /ban@\u2060other_bot now');
    expect(line('  one\n\n two\u202e ', 40)).toBe('one two');
  });

  test.each([
    ['Chinese', '漢'.repeat(300), 200, `${'漢'.repeat(199)}…`],
    ['Hebrew', 'ש'.repeat(300), 200, `${'ש'.repeat(199)}…`],
    // Eight units each.
    ['families', '👩‍👩‍👧'.repeat(30), 200, `${'👩‍👩‍👧'.repeat(24)}…`],
    ['exactly as much as fits', '😀'.repeat(100), 200, '😀'.repeat(100)],
  ])('of %s is counted in UTF-16 units', (_name, text, max, shown) => {
    expect(line(text, max)).toBe(shown);
  });
});

describe('pieces', () => {
  test('become one text and the places of what is special in it', () => {
    const { text, entities } = composed(
      [
        { text: '😀 ' },
        { text: '<b>why</b>', look: 'bold' },
        { text: ' asks ' },
        { text: 'Mara', mention: { id: 7, name: 'Mara' } },
        { text: '\n' },
      ],
      100,
    );

    expect(text).toBe('😀 <b>why</b> asks Mara');
    expect(entities).toEqual([
      { type: 'bold', offset: 3, length: 10 },
      { type: 'text_mention', offset: 19, length: 4, user: { id: 7, is_bot: false, first_name: 'Mara' } },
    ]);
  });

  test('keep every place inside the text, and the text inside its limit', () => {
    const piece = fc.record({ text: hostileText, look: fc.constantFrom('bold' as const, 'blockquote' as const) });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.integer({ min: 1, max: 300 }), (pieces, max) => {
        const { text, entities } = composed(
          pieces.map((one) => ({ ...one, text: lines(one.text, 100) })),
          max,
        );

        expect(text.length).toBeLessThanOrEqual(max);
        for (const { offset, length } of entities) {
          expect(length).toBeGreaterThan(0);
          expect(offset + length).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });

  test('that do not fit end with a sign that something is missing', () => {
    expect(composed([{ text: 'abcdef' }, { text: 'ghi', look: 'bold' }, { text: 'jkl' }], 8)).toEqual({
      text: 'abcdefg…',
      entities: [{ type: 'bold', offset: 6, length: 2 }],
    });
  });
});
