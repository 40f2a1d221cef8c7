import fc from 'fast-check';

/** Texts that are made of what Telegram might take for its own, of scripts, emoji and broken characters. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom('<b>', '</a>', '<a href="http://evil.example">bank</a>', '<tg-spoiler>', '&lt;', '&', '*_~`', '[x](tg://user?id=1)'),
      fc.constantFrom('@mara_v', '@everyone', 'a@b.example', '/undo g3', '#tag', 'https://evil.example/@mara', '\n> quoted', '```'),
      fc.constantFrom('\u202e', '\u200b', '\u2060', '\ud800', '👩‍👩‍👧', 'ё', 'שלום', 'مرحبا', '漢字', '\u0000', '\r\n', '\t'),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));
