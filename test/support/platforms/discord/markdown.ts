/** Discord's markup as it is read: links and times by their words, marks gone, escapes undone. */
export function readMarkdown(text: string, nameOf: (user: string) => string): string {
  const marked = hideLiterals(text)
    .replaceAll(maskedLink, '$1')
    .replaceAll(/<(https?:\/\/[^\s>]+)>/g, '$1')
    .replaceAll(/<t:(-?\d+)(?::[tTdDfFRsS])?>/g, (_, seconds: string) => timeShown(Number(seconds)))
    .replaceAll(/<@!?(\d+)>/g, (_, id: string) => `@${nameOf(id)}`)
    .replaceAll(/<@&\d+>/g, '@role')
    .replaceAll(/<#\d+>/g, '#channel')
    .replaceAll(/<a?:(\w+):\d+>/g, '☺')
    .replaceAll(emoji, '☺')
    .replaceAll(/^(?:>>> |> )/gm, '')
    .replaceAll(/^(?:#{1,3}|-#) +/gm, '')
    .replaceAll(/^( *)[-*] +/gm, '$1• ');
  return [...pairs, ...pairs].reduce((shown, pair) => shown.replaceAll(pair, '$1'), marked).replaceAll(/[\uE000-\uE07F]/g, shownAgain);
}

/** Mentions, mass mentions (an escape does not stop those), and links that say something else than where they lead. */
export function dangersIn(text: string): readonly string[] {
  const visible = hideLiterals(text);
  const found = (form: RegExp) => Array.from(visible.matchAll(form), ([token]) => token);
  const disguised = Array.from(visible.matchAll(maskedLink)).filter(([, label, target]) => label !== target);
  return [
    ...Array.from(text.matchAll(/@(?:everyone|here)/g), ([token]) => token),
    ...found(/<@[!&]?\d+>|<#\d+>|<\/[^<>]+:\d+>/g),
    ...disguised.map(([token]) => token.replaceAll(/[\uE000-\uE07F]/g, shownAgain)),
  ];
}

const maskedLink = /\[([^[\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/g;

/** Marks in pairs, the longer ones first. */
const pairs = [
  /\*\*([^\n]+?)\*\*/g,
  /__([^\n]+?)__/g,
  /~~([^\n]+?)~~/g,
  /\|\|([^\n]+?)\|\|/g,
  /\*(?=\S)([^\n*]*?\S)\*/g,
  /(?<!\w)_(?=\S)([^\n_]*?\S)_(?!\w)/g,
];

/** Enough of Discord's emoji to see that a text was taken for one. */
const emoji = /:(?:smile|tada|fire|x|warning|rocket|white_check_mark|rotating_light|eyes|\+1|-1):/g;

/** What is escaped or stands in code is no mark: each of its signs is put out of reach. */
function hideLiterals(text: string): string {
  return text
    .replaceAll(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => hidden(sign))
    .replaceAll(/```(?:\w*\n)?([\s\S]+?)```/g, (_, code: string) => hidden(code))
    .replaceAll(/(`{1,2})([^`\n]+?)\1/g, (_, __: string, code: string) => hidden(code));
}

function hidden(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(0xe000 + sign.charCodeAt(0)));
}

function shownAgain(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) - 0xe000);
}

function timeShown(seconds: number): string {
  return new Date(seconds * 1_000)
    .toISOString()
    .replace(/:\d\d\.000Z$/, ' UTC')
    .replace('T', ' ');
}
