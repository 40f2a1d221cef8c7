import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateToken, fitted, markdown, markdownLine } from '../../bots/discord/encoder.ts';
import { plainLine } from '../../bots/text.ts';
import { dangersIn, readMarkdown } from '../support/platforms/discord/markdown.ts';
import { hostileText } from './hostile-text.ts';

const read = (text: string) => readMarkdown(text, () => 'somebody');

describe('text of strangers on Discord', () => {
  test.each([
    ['[bank](https://evil.example)', '\\[bank](https:\\//evil.example)'],
    ['<@123> <@&4> <#5> </gates:6> <id:home>', '\\<@123> \\<@&4> \\<#5> \\</gates:6> \\<id:home>'],
    ['<t:0:R> <:fire:1> :fire:', '\\<t:0:R> \\<\\:fire:1> \\:fire:'],
    [':100: :8ball: :+1: at 12:34:56', '\\:100: \\:8ball: \\:+1: at 12:34:56'],
    ['**bold** _it_ ~~no~~ ||spoiler|| `code`', '\\*\\*bold\\*\\* \\_it\\_ \\~\\~no\\~\\~ \\|\\|spoiler\\|\\| \\`code\\`'],
    ['# heading', '\\# heading'],
    ['-# small', '\\-# small'],
    ['> quote', '\\> quote'],
    ['- item', '\\- item'],
    ['12. item', '12\\. item'],
    ['a\\', 'a\\\\'],
    ['discord.gg/trap', 'discord.gg\\/trap'],
    ['discord.gift/trap discord.new/trap', 'discord.gift\\/trap discord.new\\/trap'],
    ['13:00:00 at a-b_c', '13:00:00 at a-b\\_c'],
  ])('"%s" is put as "%s"', (text, put) => {
    expect(markdown(text)).toBe(put);
  });

  test('a ping of everybody is broken, because Discord looks for it in spite of backslashes', () => {
    expect(markdown('@everyone and @here, mail a@b.example')).toBe('@\u2060everyone and @\u2060here, mail a@b.example');
  });

  test('any text is read letter by letter, and nothing in it is a mention, a link or a format', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const put = markdownLine(text, 300);

        expect(read(put).replaceAll('@\u2060', '@')).toBe(plainLine(text, 300));
        expect(dangersIn(put)).toEqual([]);
        expect(withoutEscapes(put)).not.toMatch(/[*_~`|<[]|https?:\/\/|^\s*(?:[#>+-]|\d+[.)])/u);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a composed text is cut without half an escape, half a time or half a character', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 60 }), (text, charsMax) => {
        const kept = fitted(`${markdownLine(text, 200)}, <t:1800000000:f> ${markdownLine(text, 200)}`, charsMax);

        expect(kept.length).toBeLessThanOrEqual(charsMax);
        expect(kept).not.toMatch(/\p{Cs}/u);
        expect(withoutEscapes(kept.replace(/<t:\d+:f>/gu, ''))).not.toMatch(/[\\<]/u);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a moment stands there as it was written, and in the zone of each reader', () => {
    expect(dateToken('2026-12-01T12:00:00.000Z', '2026-12-01 13:00:00 GMT+1 (Europe/Berlin)')).toBe(
      '2026-12-01 13:00:00 GMT+1 (Europe/Berlin), <t:1796126400:f>',
    );
  });
});

/** What Discord's parser still looks at: a backslash takes the sign after it out of its sight. */
function withoutEscapes(text: string): string {
  return text.replace(/\\[!-/:-@[-`{-~]/gu, 'x');
}
