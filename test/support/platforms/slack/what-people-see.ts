import type { Json } from '../json.ts';
import { isJson, listOf, textOf } from '../json.ts';
import { elementsOf } from './lengths.ts';
import type { Message } from './state.ts';

/** A message as a person reads it. */
export type Seen = {
  readonly ts: string;
  readonly thread: string | null;
  readonly user: string;
  /** Its blocks in words, or its text where it has none; formatting is applied, escapes are undone. */
  readonly shown: string;
  /** What notifications show and screen readers read. */
  readonly fallback: string;
  /** What can be pressed: buttons, and the options of menus. */
  readonly buttons: readonly string[];
  /** Mentions, mass mentions and links that say something else than where they lead. */
  readonly dangers: readonly string[];
  readonly edits: number;
  readonly metadata: Json | null;
};

export type Written = Pick<Message, 'text' | 'blocks'>;

type NameOf = (user: string) => string;

export function seen(message: Message, nameOf: NameOf): Seen {
  const { ts, thread, user, edits, metadata } = message;
  return { ts, thread, user, ...read(message, message.parsesNames, nameOf), edits, metadata };
}

export function read(
  written: Written,
  parsesNames: boolean,
  nameOf: NameOf = (user) => user,
): Pick<Seen, 'shown' | 'fallback' | 'buttons' | 'dangers'> {
  const fallback = fromMrkdwn(written.text);
  return {
    shown: written.blocks.length === 0 ? fallback : written.blocks.map((block) => blockText(block, nameOf)).join('\n'),
    fallback,
    buttons: written.blocks.flatMap(pressable),
    dangers: [
      ...mrkdwnDangers(written.text),
      ...(parsesNames ? Array.from(written.text.matchAll(/(?<![\w<])[@#][\w-]+/g), ([name]) => name) : []),
      ...written.blocks.flatMap(dangersIn),
    ],
  };
}

/** Slack's mrkdwn as it is read: links and dates by their words, emphasis and quotes without their marks, escapes undone. */
export function fromMrkdwn(text: string): string {
  return text
    .replaceAll(/<([^<>]*)>/g, (_, inside: string) => tokenText(inside))
    .replaceAll(/^&gt;(?:&gt;&gt;)? ?/gm, '')
    .replaceAll(emphasis, '$1$3')
    .replaceAll(emphasis, '$1$3')
    .replaceAll(emoji, '☺')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** A mark, something that is no mark, and the mark again; a second look finds the outer pair. */
const emphasis = /(^|[\s\p{P}])([*_~`])(?=[^\s*_~`])([^\n]*?[^\s*_~`])\2(?=$|[\s\p{P}])/gmu;

/** Enough of Slack's emoji to see that a text was taken for one. */
const emoji = /:(?:smile|tada|fire|x|warning|rocket|white_check_mark|rotating_light|eyes|\+1|-1):/g;

function tokenText(inside: string): string {
  const [target = '', label] = inside.split('|', 2);
  if (target.startsWith('!date^')) return label ?? '';
  if (target.startsWith('!')) return `@${target.slice(1)}`;
  return label ?? target;
}

function blockText(block: Json, nameOf: NameOf): string {
  switch (block.type) {
    case 'section':
      return [textObject(block.text), ...listOf(block.fields).map(textObject), ...elementsOf(block).map(elementText)]
        .filter(Boolean)
        .join('\n');
    case 'header':
      return textObject(block.text);
    case 'context':
      return listOf(block.elements)
        .map((element) => (element.type === 'image' ? textOf(element.alt_text) : textObject(element)))
        .join('\n');
    case 'actions':
      return elementsOf(block).map(elementText).join(' ');
    case 'input':
      return [textObject(block.label), textObject(block.hint)].filter(Boolean).join('\n');
    case 'rich_text':
      return listOf(block.elements)
        .map((part) => richText(part, nameOf))
        .join('\n');
    case 'markdown':
      return textOf(block.text);
    case 'image':
      return [textObject(block.title), textOf(block.alt_text)].filter(Boolean).join('\n');
    default:
      return '';
  }
}

function textObject(text: unknown): string {
  if (!isJson(text)) return '';
  if (text.type === 'mrkdwn') return fromMrkdwn(textOf(text.text));
  return text.emoji === false ? textOf(text.text) : textOf(text.text).replaceAll(emoji, '☺');
}

function elementText(element: Json): string {
  if (element.type === 'button') return `[${textObject(element.text)}]`;
  return `[${textObject(element.placeholder)}: ${optionsOf(element)
    .map((option) => textObject(option.text))
    .join(' / ')}]`;
}

function pressable(block: Json): readonly string[] {
  return elementsOf(block).flatMap((element) => {
    return element.type === 'button' ? [textObject(element.text)] : optionsOf(element).map((option) => textObject(option.text));
  });
}

function optionsOf(element: Json): readonly Json[] {
  return [...listOf(element.options), ...listOf(element.option_groups).flatMap((group) => listOf(group.options))];
}

/** Nothing inside a rich text leaf is parsed. */
function richText(element: Json, nameOf: NameOf): string {
  const inner = listOf(element.elements);
  switch (element.type) {
    case 'text':
      return textOf(element.text);
    case 'link':
      return textOf(element.text) || textOf(element.url);
    case 'date':
      return textOf(element.fallback);
    case 'emoji':
      return '☺';
    case 'user':
      return `@${nameOf(textOf(element.user_id))}`;
    case 'rich_text_list':
      return inner.map((line) => `• ${richText(line, nameOf)}`).join('\n');
    default:
      return inner.length > 0 ? inner.map((part) => richText(part, nameOf)).join('') : `@${textOf(element.type)}`;
  }
}

function mrkdwnDangers(text: string): readonly string[] {
  return Array.from(text.matchAll(/<([^<>]*)>/g), ([token, inside = '']) => ({ token, inside }))
    .filter(({ inside }) => {
      const [target = '', label] = inside.split('|', 2);
      if (target.startsWith('!date^')) return false;
      return /^[!@#]/.test(target) || (label !== undefined && label !== target);
    })
    .map(({ token }) => token);
}

function dangersIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(dangersIn);
  if (!isJson(part)) return [];
  const { type } = part;
  if (type === 'mrkdwn') return mrkdwnDangers(textOf(part.text));
  if (type === 'broadcast' || type === 'user' || type === 'usergroup' || type === 'channel') return [`rich text ${type}`];
  if (type === 'link' && part.text !== undefined && part.text !== part.url) return [`${textOf(part.text)} → ${textOf(part.url)}`];
  return Object.values(part).flatMap(dangersIn);
}
