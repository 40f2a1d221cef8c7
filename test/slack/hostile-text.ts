import fc from 'fast-check';

/** Texts that are made of what Slack might take for its own, of scripts, emoji and broken characters. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<!channel>',
        '<!here>',
        '<@U1>',
        '<#C1|x>',
        '<!subteam^S1>',
        '<http://evil.example|bank>',
        '&lt;!channel&gt;',
        '&amp;',
        '&',
      ),
      fc.constantFrom(
        '*_~`',
        '\n> quoted',
        '```',
        ':fire:',
        '\u202e',
        '\u200b',
        '\ud800',
        '👩‍👩‍👧',
        'ё',
        '@channel',
        '\u0000',
        '\r\n',
        '|',
      ),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));
