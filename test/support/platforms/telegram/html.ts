import type { Json } from '../json.ts';
import { refuse } from './refuse.ts';
import type { Formatted } from './state.ts';

/** The tags of Telegram's HTML, and the entity that each makes. */
const tags: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
  'tg-emoji': 'custom_emoji',
  'tg-time': 'date_time',
  a: 'text_link',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
};

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

type Open = { readonly tag: string; readonly attributes: ReadonlyMap<string, string>; readonly offset: number };
type Tag = { readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly end: number };

/** Parses as Telegram does: what it does not know is refused, with the byte at which it stands. */
export function parseHtml(source: string): Formatted {
  const open: Open[] = [];
  const entities: Json[] = [];
  let text = '';
  let at = 0;
  while (at < source.length) {
    if (source[at] !== '<') {
      const { read, end } = character(source, at);
      text += read;
      at = end;
    } else if (source[at + 1] === '/') {
      const last = open.pop() ?? broken(`Unexpected end tag at byte offset ${byteAt(source, at)}`);
      at = endTag(source, at, last.tag);
      if (text.length > last.offset) entities.push(...entityOf(last, text));
    } else {
      const { name, attributes, end } = startTag(source, at);
      open.push({ tag: name, attributes, offset: text.length });
      at = end;
    }
  }
  const left = open.at(-1);
  if (left !== undefined) broken(`Can't find end tag corresponding to start tag "${left.tag}"`);
  return { text, entities: withLanguages(entities) };
}

/** Code of a language is a block of it when a block is all around it. */
function withLanguages(entities: readonly Json[]): readonly Json[] {
  return entities.map(({ language, ...entity }) => {
    const inner = entities.find((other) => other.type === 'code' && other.offset === entity.offset && other.length === entity.length);
    return entity.type === 'pre' && inner?.language !== undefined ? { ...entity, language: inner.language } : entity;
  });
}

function startTag(source: string, begin: number): Tag {
  const where = byteAt(source, begin);
  const unclosed = () => broken(`Unclosed start tag at byte offset ${where}`);
  let at = skip(source, begin + 1, /[^\s>]/);
  if (at >= source.length) unclosed();
  const name = source.slice(begin + 1, at).toLowerCase();
  if (!Object.hasOwn(tags, name)) broken(`Unsupported start tag "${name}" at byte offset ${where}`);
  const attributes = new Map<string, string>();
  for (;;) {
    at = skip(source, at, /\s/);
    if (at >= source.length) unclosed();
    if (source[at] === '>') break;
    const from = at;
    at = skip(source, at, /[^\s=>]/);
    const attribute = source.slice(from, at).toLowerCase();
    if (attribute === '') broken(`Empty attribute name in the tag "${name}" at byte offset ${where}`);
    at = skip(source, at, /\s/);
    if (source[at] !== '=') {
      if (name !== 'blockquote' || attribute !== 'expandable') {
        broken(`Expected equal sign in declaration of an attribute of the tag "${name}" at byte offset ${where}`);
      }
      attributes.set(attribute, '');
      continue;
    }
    const { value, end } = attributeValue(source, skip(source, at + 1, /\s/));
    if (end >= source.length) unclosed();
    attributes.set(attribute, value);
    at = end;
  }
  checkAttributes(name, attributes, where);
  return { name, attributes, end: at + 1 };
}

function attributeValue(source: string, begin: number): { readonly value: string; readonly end: number } {
  const quote = source[begin];
  if (quote !== '"' && quote !== "'") {
    const end = skip(source, begin, /[\w.-]/);
    if (end < source.length && !/[\s>]/.test(source[end] ?? ''))
      broken(`Unexpected end of name token at byte offset ${byteAt(source, begin)}`);
    return { value: source.slice(begin, end).toLowerCase(), end };
  }
  let value = '';
  let at = begin + 1;
  while (at < source.length && source[at] !== quote) {
    const { read, end } = character(source, at);
    value += read;
    at = end;
  }
  return { value, end: at + 1 };
}

function checkAttributes(name: string, attributes: ReadonlyMap<string, string>, where: number): void {
  if (name === 'span' && attributes.get('class') !== 'tg-spoiler') {
    broken(`Tag "span" must have class "tg-spoiler" at byte offset ${where}`);
  }
  if (name === 'tg-emoji' && !/^\d+$/.test(attributes.get('emoji-id') ?? '')) broken('Invalid custom emoji identifier specified');
  if (name === 'tg-time' && !/^\d{1,12}$/.test(attributes.get('unix') ?? ''))
    broken(`Tag "tg-time" must have a valid attribute "unix" at byte offset ${where}`);
  if (name === 'tg-time' && !/^(?:r|w?[dD]?[tT]?)$/.test(attributes.get('format') ?? ''))
    broken(`Invalid date-time format specified at byte offset ${where}`);
}

function endTag(source: string, begin: number, expected: string): number {
  const where = byteAt(source, begin);
  const nameEnd = skip(source, begin + 2, /[^\s>]/);
  const name = source.slice(begin + 2, nameEnd).toLowerCase();
  const close = skip(source, nameEnd, /\s/);
  if (source[close] !== '>') broken(`Unclosed end tag at byte offset ${where}`);
  if (name !== expected) broken(`Unmatched end tag at byte offset ${where}, expected "</${expected}>", found "</${name}>"`);
  return close + 1;
}

function entityOf({ tag, attributes, offset }: Open, text: string): readonly Json[] {
  const place = { offset, length: text.length - offset };
  const type = tags[tag] ?? tag;
  switch (tag) {
    case 'a':
      return linkEntity(attributes.get('href') ?? text.slice(offset), place);
    case 'tg-emoji':
      return [{ type, ...place, custom_emoji_id: attributes.get('emoji-id') }];
    case 'tg-time':
      return [
        {
          type,
          ...place,
          unix_time: Number(attributes.get('unix')),
          ...(attributes.has('format') ? { date_time_format: attributes.get('format') } : {}),
        },
      ];
    case 'blockquote':
      return [{ type: attributes.has('expandable') ? 'expandable_blockquote' : type, ...place }];
    case 'code': {
      const language = /^language-(.+)$/.exec(attributes.get('class') ?? '')?.[1];
      return [{ type, ...place, ...(language === undefined ? {} : { language }) }];
    }
    default:
      return [{ type, ...place }];
  }
}

/** A link to nowhere is dropped, as Telegram does. */
export function linkEntity(url: string, place: { readonly offset: number; readonly length: number }): readonly Json[] {
  const user = /^tg:\/\/user\?id=(\d+)$/.exec(url)?.[1];
  if (user !== undefined) return [{ type: 'text_mention', ...place, user: { id: Number(user) } }];
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `http://${url}`;
  const isLink =
    /^(?:https?|tg|ton|tonsite):\/\/[^\s]+$/i.test(whole) && (whole.startsWith('tg:') || /^[^/]*\/\/[^/\s]*[.:][^/\s]*/.test(whole));
  return isLink && URL.canParse(whole) ? [{ type: 'text_link', ...place, url: new URL(whole).href }] : [];
}

/** One character, or what a name or a number stands for; any other ampersand is itself. */
function character(source: string, at: number): { readonly read: string; readonly end: number } {
  const form = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));?/iy;
  form.lastIndex = at;
  const match = source[at] === '&' ? form.exec(source) : null;
  const [whole = '', decimal, hexadecimal, name = ''] = match ?? [];
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '0', 16) : Number(decimal);
  const isCode = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  const read = isCode ? String.fromCodePoint(code) : Object.hasOwn(named, name.toLowerCase()) ? named[name.toLowerCase()] : undefined;
  return read === undefined ? { read: source[at] ?? '', end: at + 1 } : { read, end: at + whole.length };
}

function skip(source: string, from: number, what: RegExp): number {
  let at = from;
  while (at < source.length && what.test(source[at] ?? '')) at += 1;
  return at;
}

export function byteAt(source: string, at: number): number {
  return Buffer.byteLength(source.slice(0, at));
}

export function broken(why: string): never {
  return refuse(`can't parse entities: ${why}`);
}
