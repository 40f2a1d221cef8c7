import fc from 'fast-check';

/** Texts that are made of what Discord might take for its own, of scripts, emoji and broken characters. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom('@everyone', '@here', '<@123>', '<@&4>', '<#5>', '<t:0:R>', '<:fire:1>', ':fire:', '[bank](https://evil.example)'),
      fc.constantFrom('https://a.example/b', 'discord.gg/x', '</gates:1>', '<https://a.example>', '(', ')', '[', ']', '\\', '<', '>', ':'),
      fc.constantFrom('**', '__', '*_~`|', '```', '||', '\n# ', '\n-# ', '\n> ', '\n>>> ', '\n- ', '\n1. ', '1) ', ' ', '\r\n', '\u0000'),
      fc.constantFrom('\u202e', '\u2066', '\u200b', '\ud800', '👩‍👩‍👧', 'ё', '漢字', 'مرحبا', 'שלום', '😀', 'é', 'a\u0301'),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));
