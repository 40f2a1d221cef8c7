import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatted } from './entities.ts';
import { TelegramRefusal } from './refuse.ts';

const html = (text: string) => formatted({ text, parse_mode: 'HTML' }, 'text', 'entities');
const markdown = (text: string) => formatted({ text, parse_mode: 'MarkdownV2' }, 'text', 'entities');

function refusal(parse: () => unknown): string {
  try {
    parse();
    return 'nothing was refused';
  } catch (failure) {
    return failure instanceof TelegramRefusal ? failure.message.replace("Bad Request: can't parse entities: ", '') : String(failure);
  }
}

describe('HTML as Telegram takes it', () => {
  test.each([
    ['a <x> b', 'Unsupported start tag "x" at byte offset 2'],
    ['é <p>', 'Unsupported start tag "p" at byte offset 3'],
    ['😀<br>', 'Unsupported start tag "br" at byte offset 4'],
    ['1 < 2', 'Unsupported start tag "" at byte offset 2'],
    ['<b>x', `Can't find end tag corresponding to start tag "b"`],
    ['x</b>', 'Unexpected end tag at byte offset 1'],
    ['<b><i>x</b></i>', 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
    ['<b>x</b', 'Unclosed end tag at byte offset 4'],
    ['<b', 'Unclosed start tag at byte offset 0'],
    ['<a href=x/y>z</a>', 'Unexpected end of name token at byte offset 8'],
    ['<a href>z</a>', 'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0'],
    ['<span class="x">y</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
    ['<tg-time>now</tg-time>', 'Tag "tg-time" must have a valid attribute "unix" at byte offset 0'],
    ['<tg-time unix="1" format="zz">now</tg-time>', 'Invalid date-time format specified at byte offset 0'],
  ])('refuses %j', (text, why) => {
    expect(refusal(() => html(text))).toBe(why);
  });

  test.each([
    ['&lt;b&gt; &amp;amp; &quot;x&quot;', '<b> &amp; "x"'],
    ['&#65;&#x1F600; &nbsp; & &#0;', 'A😀 &nbsp; & &#0;'],
    ['  <b> x </b>  ', 'x'],
    ['<B>x</b>', 'x'],
  ])('reads %j', (text, read) => {
    expect(html(text).text).toBe(read);
  });

  test('counts entities in UTF-16 units, and trims the ends with them', () => {
    expect(html(' 😀<b>é</b> <a href="https://x.example/?a=1&amp;b">here</a>')).toEqual({
      text: '😀é here',
      entities: [
        { type: 'bold', offset: 2, length: 1 },
        { type: 'text_link', offset: 4, length: 4, url: 'https://x.example/?a=1&b' },
      ],
    });
  });

  test('reads times, quotes, spoilers, mentions and code of a language', () => {
    const text =
      '<blockquote expandable>q</blockquote><tg-time unix="1647531900" format="wDT">t</tg-time><tg-spoiler>s</tg-spoiler>' +
      '<a href="tg://user?id=7">m</a><pre><code class="language-ts">c</code></pre>';

    expect(html(text).entities).toEqual([
      { type: 'expandable_blockquote', offset: 0, length: 1 },
      { type: 'date_time', offset: 1, length: 1, unix_time: 1_647_531_900, date_time_format: 'wDT' },
      { type: 'spoiler', offset: 2, length: 1 },
      { type: 'text_mention', offset: 3, length: 1, user: { id: 7 } },
      { type: 'pre', offset: 4, length: 1, language: 'ts' },
    ]);
  });

  test('finds by itself who is called, and what looks like a link or a command, but not in code', () => {
    expect(html('@mara_v /gates https://x.example <code>@ines_r</code>').entities).toEqual([
      { type: 'mention', offset: 0, length: 7 },
      { type: 'bot_command', offset: 8, length: 6 },
      { type: 'url', offset: 15, length: 17 },
      { type: 'code', offset: 33, length: 7 },
    ]);
  });

  test('keeps no quote in a quote and nothing in code', () => {
    expect(html('<blockquote>a<blockquote>b</blockquote></blockquote><code>c<b>d</b></code>').entities).toEqual([
      { type: 'blockquote', offset: 0, length: 2 },
      { type: 'code', offset: 2, length: 2 },
    ]);
  });
});

describe('MarkdownV2 as Telegram takes it', () => {
  test.each([
    ['1.', `Character '.' is reserved and must be escaped with the preceding '\\'`],
    ['a-b', `Character '-' is reserved and must be escaped with the preceding '\\'`],
    ['é *x', `Can't find end of Bold entity at byte offset 3`],
    ['`x', `Can't find end of Code entity at byte offset 0`],
    ['[x](y', `Can't find end of a URL at byte offset 3`],
  ])('refuses %j', (text, why) => {
    expect(refusal(() => markdown(text))).toBe(why);
  });

  test('reads emphasis, links and what is escaped', () => {
    expect(markdown('*a* __b__ [c](https://x.example/\\)) 1\\.')).toEqual({
      text: 'a b c 1.',
      entities: [
        { type: 'bold', offset: 0, length: 1 },
        { type: 'underline', offset: 2, length: 1 },
        { type: 'text_link', offset: 4, length: 1, url: 'https://x.example/)' },
      ],
    });
  });
});

test('removes what Telegram removes, and moves the entities along', () => {
  const entities = [{ type: 'bold', offset: 5, length: 2 }];

  expect(formatted({ text: '\u202ea\tb\r\u0333cd ', entities }, 'text', 'entities')).toEqual({
    text: 'a bcd',
    entities: [{ type: 'bold', offset: 3, length: 1 }],
  });
});

test('any text comes back from HTML once it is escaped, and nothing but a refusal comes of the rest', () => {
  const anyText = fc.string({
    unit: fc.oneof(
      fc.constantFrom('<', '>', '&', '"', '</b>', '<b>', '<a href=', ' ', '\n'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
  });
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const failsOtherwise = (parse: () => unknown) => /^\w*Error/.test(refusal(parse));

  fc.assert(
    fc.property(anyText, (text) => {
      expect(html(escaped(text)).text).toBe(formatted({ text }, 'text', 'entities').text);
      expect([failsOtherwise(() => html(text)), failsOtherwise(() => markdown(text))]).toEqual([false, false]);
    }),
  );
});

test.each([
  ['past the end', { type: 'bold', offset: 0, length: 9 }],
  ['through a character', { type: 'bold', offset: 0, length: 1 }],
])('refuses an entity %s', (_, entity) => {
  expect(refusal(() => formatted({ text: '😀x', entities: [entity] }, 'text', 'entities'))).toBe('wrong entity at offset 0');
});
