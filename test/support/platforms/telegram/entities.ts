import type { Json } from '../json.ts';
import { listOf, textOf } from '../json.ts';
import { broken, parseHtml } from './html.ts';
import { limits } from './limits.ts';
import { parseMarkdownV2 } from './markdown.ts';
import { refuse } from './refuse.ts';
import type { Formatted } from './state.ts';
import { foundEntities } from './wire.ts';

/** What becomes of a text that a bot sends: its markup parsed, its ends trimmed, what Telegram finds by itself added. */
export function formatted(args: Json, textKey: 'text' | 'caption', entitiesKey: 'entities' | 'caption_entities'): Formatted {
  const text = textOf(args[textKey]);
  if (/\p{Surrogate}/u.test(text)) refuse('strings must be encoded in UTF-8');
  const { text: trimmed, entities } = trim(parsed(text, textOf(args.parse_mode), listOf(args[entitiesKey])));
  const found = foundEntities(trimmed, entities);
  return { text: trimmed, entities: [...entities, ...found].toSorted(inOrder).slice(0, limits.entities) };
}

function parsed(text: string, mode: string, entities: readonly Json[]): Formatted {
  switch (mode.toLowerCase()) {
    case '':
      for (const entity of entities) checkPlace(entity, text);
      return nested({ text, entities });
    case 'html':
      return nested(parseHtml(text));
    case 'markdownv2':
      return nested(parseMarkdownV2(text));
    default:
      return refuse('unsupported parse_mode');
  }
}

function checkPlace({ offset, length }: Json, text: string): void {
  const [from, to] = [Number(offset), Number(offset) + Number(length)];
  const isInside = from >= 0 && to > from && to <= text.length;
  const cutsCharacter = [from, to].some((at) => /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1)));
  if (!isInside || cutsCharacter) broken(`wrong entity at offset ${from}`);
}

const emphasis = new Set(['bold', 'italic', 'underline', 'strikethrough', 'spoiler']);

/** Of entities in each other only emphasis and one quote last; in code there is nothing else. What is too much is dropped silently. */
function nested({ text, entities }: Formatted): Formatted {
  const kept: Json[] = [];
  for (const entity of entities.toSorted(inOrder)) {
    const around = kept.filter((other) => endOf(other) > Number(entity.offset));
    const fits = around.every((other) => {
      if (endOf(other) < endOf(entity) || other.type === 'code' || other.type === 'pre') return false;
      return isQuote(other)
        ? !isQuote(entity)
        : emphasis.has(String(other.type))
          ? entity.type !== 'code' && entity.type !== 'pre'
          : emphasis.has(String(entity.type));
    });
    if (fits) kept.push(entity);
  }
  return { text, entities: kept };
}

function isQuote({ type }: Json): boolean {
  return type === 'blockquote' || type === 'expandable_blockquote';
}

function endOf({ offset, length }: Json): number {
  return Number(offset) + Number(length);
}

/** Without the characters that Telegram removes, and without blanks at the ends; the entities move along. */
function trim({ text, entities }: Formatted): Formatted {
  const cleaned = withoutControls(text);
  const trimmed = cleaned.trim();
  const start = cleaned.length - cleaned.trimStart().length;
  const moved = (at: number) => Math.min(Math.max(withoutControls(text.slice(0, at)).length - start, 0), trimmed.length);
  const placed = entities.map((entity) => {
    const offset = moved(Number(entity.offset));
    return { ...entity, offset, length: moved(endOf(entity)) - offset };
  });
  return { text: trimmed, entities: placed.filter(({ length }) => length > 0) };
}

/** Marks of direction and lines over letters go, other controls become blanks. */
function withoutControls(text: string): string {
  return text
    .replaceAll(/[\r\u2028-\u202e]|\u030a|\u0333|\u033f/g, '')
    .replaceAll(/\p{Cc}/gu, (control) => (control === '\n' || control > '\u001f' ? control : ' '));
}

/** What begins first, and of those the longer; a block before the code in it. */
export function inOrder(a: Json, b: Json): number {
  return Number(a.offset) - Number(b.offset) || Number(b.length) - Number(a.length) || Number(b.type === 'pre') - Number(a.type === 'pre');
}
