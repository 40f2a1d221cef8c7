import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameOf } from '../../server/web/client/name-of.ts';
import { Diff, diffLimits, diffRoom } from '../../server/web/diff.tsx';
import { Markdown } from '../../server/web/markdown.tsx';
import { ago, clockTime, spoken, visible, webAddress } from '../../server/web/words.ts';
import type { Instant } from '../../src/time.ts';

const drawn = (text: string) => String(<Markdown text={text} />);

test.each([
  ['**a** and *b*, `c`', '<p><strong>a</strong> and <em>b</em>, <code>c</code></p>'],
  ['- one\n- two', '<ul><li>one</li><li>two</li></ul>'],
  [
    '[here](https://ci.example/1)',
    '<p><a href="https://ci.example/1" rel="noreferrer noopener nofollow ugc" target="_blank">here</a> <span class="host">(ci.example)</span></p>',
  ],
  ['[here](javascript:x)', '<p>[here](javascript:x)</p>'],
  ['[bank](https://bank.example@evil.example/)', '<p>bank</p>'],
  ['# Not a heading', '<p># Not a heading</p>'],
  ['<b>bold</b>', '<p>&lt;b&gt;bold&lt;/b&gt;</p>'],
])('Markdown of an agent: %s', (text, html) => {
  expect(drawn(text)).toBe(`<div class="md" dir="auto">${html}</div>`);
});

test('no picture is fetched for a text', () => {
  expect(drawn('![x](https://evil.example/pixel.png)')).not.toContain('<img');
});

test('no text at all makes another element than ours, or loses a word', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '[',
      '](',
      ')',
      '*',
      '_',
      '`',
      '```',
      '> ',
      '- ',
      '<',
      '>',
      '\n',
      '&',
      '"',
      'javascript:',
      'https://a.example',
      '\u202e',
    ),
    fc.stringMatching(/^[a-z]{3,8}$/),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const html = drawn(pieces.join(''));
      const tags = [...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag);
      const allowed = [
        'div',
        'p',
        'ul',
        'ol',
        'li',
        'blockquote',
        'em',
        'strong',
        'a',
        'span',
        'code',
        'pre',
        'figure',
        'figcaption',
        'br',
      ];
      expect(tags.filter((tag) => !allowed.includes(tag ?? ''))).toEqual([]);
      expect(html).not.toMatch(/href="(?!https?:)|[\u202a-\u202e]/);
    }),
    { numRuns: 300 },
  );
});

test('text that is nested without end is shown as it came, and soon', () => {
  for (const text of ['> '.repeat(2_000), '['.repeat(4_000), '- '.repeat(1_000), '*a '.repeat(2_000)]) {
    const started = performance.now();
    expect(drawn(`${text}end`)).toContain('end');
    expect(performance.now() - started).toBeLessThan(2_000);
  }
});

test('a diff shows as many lines of a file as its limit, and says how many more there are', () => {
  const diffOf = (lines: number) => `--- a/x\n+++ b/x\n@@ -0,0 +1,${lines} @@\n${'+line\n'.repeat(lines)}`;
  const rows = (lines: number) => String(<Diff text={diffOf(lines)} name="x.diff" href="/files/x" room={diffRoom()} />);

  expect(rows(diffLimits.linesPerFileMax).match(/<tr class="added">/g)).toHaveLength(diffLimits.linesPerFileMax);
  expect(rows(diffLimits.linesPerFileMax)).not.toContain('The other');
  expect(rows(diffLimits.linesPerFileMax + 1).match(/<tr class="added">/g)).toHaveLength(diffLimits.linesPerFileMax);
  expect(rows(diffLimits.linesPerFileMax + 1)).toContain('The other line is in the file');
});

test('a diff of many files shows as many lines as the limit of all', () => {
  const file = (name: string) => `--- a/${name}\n+++ b/${name}\n@@ -0,0 +1,400 @@\n${'+line\n'.repeat(400)}`;
  const text = Array.from({ length: 6 }, (_, at) => file(`f${at}`)).join('');

  const html = String(<Diff text={text} name="x.diff" href="/files/x" room={diffRoom()} />);

  expect(html.match(/<tr class="added">/g)).toHaveLength(diffLimits.linesMax);
  expect(html).toContain('One more file is in the diff');
});

test('the diffs of a gate share one room, and files without a line take of it too', () => {
  const room = diffRoom();
  const empty = '--- a\n+++ b\n'.repeat(diffLimits.linesMax + 1);

  const first = String(<Diff text={empty} name="x.diff" href="/files/x" room={room} />);
  const second = String(<Diff text={empty} name="y.diff" href="/files/y" room={room} />);

  expect(first.match(/<section/g)).toHaveLength(diffLimits.linesMax);
  expect(first).toContain('<a href="/files/x">One more file is in the diff</a>');
  expect(second).toBe(`<p class="note"><a href="/files/y">${diffLimits.linesMax + 1} more files are in the diff</a></p>`);
});

test.each([
  ['Việt Nam, שָׁלוֹם, 👩‍👩‍👧 and 1️⃣', 'Việt Nam, שָׁלוֹם, 👩‍👩‍👧 and 1️⃣'],
  [`a${'\u0301'.repeat(6)}`, `a${'\u0301'.repeat(6)}`],
  [`a${'\u0301'.repeat(7)}b`, `a${'\u0301'.repeat(6)}⟨1 more mark⟩b`],
  [`a${'\u0301'.repeat(290)}`, `a${'\u0301'.repeat(6)}⟨284 more marks⟩`],
  ['a\u034fb\u2800\uffa0', 'a⟨U+034F⟩b⟨U+2800⟩⟨U+FFA0⟩'],
])('%j hides nothing and covers nothing', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, isComposing: false };

test.each([
  ['j', 'KeyJ', {}, 'j'],
  ['J', 'KeyJ', { shiftKey: true }, 'J'],
  ['J', 'KeyJ', {}, 'j'],
  ['о', 'KeyJ', {}, 'j'],
  ['О', 'KeyJ', { shiftKey: true }, 'J'],
  ['ξ', 'KeyJ', {}, 'j'],
  ['é', 'Digit2', {}, '2'],
  ['２', 'Digit2', {}, '2'],
  ['2', 'Numpad2', {}, '2'],
  ['PageDown', 'Numpad3', {}, 'PageDown'],
  ['@', 'Digit2', { shiftKey: true }, '@'],
  ['0', 'Digit0', {}, '0'],
  ['?', 'Slash', { shiftKey: true }, '?'],
  ['/', 'Digit7', { shiftKey: true }, '/'],
  ['Enter', 'Enter', {}, 'Enter'],
  ['Enter', 'Enter', { shiftKey: true }, 'shift+Enter'],
  ['Enter', 'Enter', { ctrlKey: true }, 'mod+Enter'],
  ['k', 'KeyK', { metaKey: true }, 'mod+k'],
  ['K', 'KeyK', { ctrlKey: true, shiftKey: true }, undefined],
  ['j', 'KeyJ', { ctrlKey: true }, undefined],
  ['j', 'KeyJ', { altKey: true }, undefined],
  ['j', 'KeyJ', { isComposing: true }, undefined],
  ['Process', 'KeyJ', {}, undefined],
  ['Dead', 'BracketLeft', {}, undefined],
  [' ', 'Space', {}, undefined],
])('the key %j at %s with %j is called %j', (key, code, held, name) => {
  expect(nameOf({ ...plain, key, code, ...held })).toBe(name);
});

test('with AltGr nothing is ours', () => {
  expect(nameOf({ ...plain, key: '[', code: 'Digit8', getModifierState: (of) => of === 'AltGraph' })).toBeUndefined();
});

test('times are told on the clock of the reader, with the day when it is another', () => {
  const now = '2026-12-01T23:30:00.000Z' as Instant;

  expect(clockTime('2026-12-01T23:15:00.000Z' as Instant, now, 'Europe/Berlin')).toBe('00:15:00');
  expect(clockTime('2026-12-01T22:59:59.000Z' as Instant, now, 'Europe/Berlin')).toBe('1 Dec 2026, 23:59:59');
  expect([ago('2026-12-01T23:29:30.000Z' as Instant, now), ago('2026-12-01T22:00:00.000Z' as Instant, now)]).toEqual([
    'just now',
    '1 h ago',
  ]);
  expect([spoken(59 * 60_000), spoken(60 * 60_000), spoken(48 * 3_600_000), spoken(-1)]).toEqual(['59 min', '1 h', '2 days', '0 min']);
});

test('what hides or reorders is shown by its number; letters of every script stay', () => {
  expect(visible('a\u202eb\u200bc\u0000')).toBe('a⟨U+202E⟩b⟨U+200B⟩c⟨U+0000⟩');
  expect(visible('Grüße, שלום, 你好, 👩‍💻\n')).toBe('Grüße, שלום, 你好, 👩‍💻\n');
});

test('only the web is behind a link', () => {
  expect(['https://a.example/x', 'http://a.example'].map((text) => webAddress(text)?.host)).toEqual(['a.example', 'a.example']);
  for (const text of ['javascript:1', 'data:text/html,x', 'mailto:a@b.example', 'https://a:b@c.example', '//x', 'x'])
    expect(webAddress(text)).toBeUndefined();
});

test('every colour of a text stands out from what is behind it, in light and dark', () => {
  const css = readFileSync(new URL('../../server/web/client/inbox.css', import.meta.url), 'utf8');
  const [light = '', dark = ''] = [...css.matchAll(/:root \{([^}]*--bg[^}]*)\}/g)].map(([, body]) => body);
  const pairs = [
    ...['bg', 'surface', 'sunk'].flatMap(
      (back) =>
        [
          ['ink', back, 4.5],
          ['ink-2', back, 4.5],
        ] as const,
    ),
    ...['ink', 'ink-2', 'accent'].map((of) => [of, 'accent-wash', 4.5] as const),
    ...['accent', 'danger', 'warn', 'ok'].flatMap(
      (of) =>
        [
          [of, 'bg', 4.5],
          [of, 'surface', 4.5],
          [of, `${of}-wash`, 4.5],
        ] as const,
    ),
    ['on-accent', 'accent', 4.5],
    ['edge', 'surface', 3],
    ['edge', 'bg', 3],
    ['focus', 'bg', 3],
  ] as const;

  for (const theme of [light, dark]) {
    const colour = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(theme)?.[1] ?? '';
    for (const [of, on, least] of pairs) expect([of, on, contrast(colour(of), colour(on)) >= least]).toEqual([of, on, true]);
  }
});

/** WCAG 2.2: the ratio of two relative luminances. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
