import { describe, expect, test } from 'vitest';
import { cast } from './cast.ts';
import { dangersIn, readMarkdown } from './markdown.ts';

const read = (text: string) => readMarkdown(text, (id) => (id === cast.mara ? 'Mara Voss' : 'somebody'));

describe('the markup of Discord, as it is read', () => {
  test.each([
    ['**bold** __under__ ~~gone~~ ||spoiler|| *it* _it_', 'bold under gone spoiler it it'],
    ['***both***', 'both'],
    ['\\*\\*not bold\\*\\* \\_it\\_', '**not bold** _it_'],
    ['snake_case_name 2*3', 'snake_case_name 2*3'],
    ['# Heading\n-# small\n> quoted\n- item', 'Heading\nsmall\nquoted\n• item'],
    ['\\# no heading\n\\- no item', '# no heading\n- no item'],
    ['[label](https://example.org/a)', 'label'],
    ['\\[label](https://example.org/a)', '[label](https://example.org/a)'],
    ['<https://example.org/a_b_c>', 'https://example.org/a_b_c'],
    ['`**code**` ```js\n*more*\n```', '**code** *more*\n'],
    ['<t:1796115600:R>', '2026-12-01 09:00 UTC'],
    [`<@${cast.mara}> :tada: <:ok:1>`, '@Mara Voss ☺ ☺'],
    [`\\<@${cast.mara}> \\:tada:`, `<@${cast.mara}> :tada:`],
  ])('%s', (text, shown) => {
    expect(read(text)).toBe(shown);
  });

  test.each([
    ['an everyone, also an escaped one', '\\@everyone', ['@everyone']],
    ['a mention', `<@${cast.mara}>`, [`<@${cast.mara}>`]],
    ['no mention that is escaped', `\\<@${cast.mara}>`, []],
    ['a link in disguise', '[https://good.example](https://bad.example)', ['[https://good.example](https://bad.example)']],
    ['no link that shows where it leads', '[https://good.example](https://good.example)', []],
  ])('finds %s', (_, text, dangers) => {
    expect(dangersIn(text)).toEqual(dangers);
  });
});
