import type { Json } from '../json.ts';
import { listOf, textOf } from '../json.ts';
import { parseHtml } from './html.ts';
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
  if (mode === '') return { text, entities: entities.filter((entity) => fits(entity, text)) };
  switch (mode.toLowerCase()) {
    case 'html':
      return parseHtml(text);
    case 'markdownv2':
      return parseMarkdownV2(text);
    default:
      return refuse('unsupported parse_mode');
  }
}

function fits(entity: Json, text: string): boolean {
  const [offset, length] = [Number(entity.offset), Number(entity.length)];
  return offset >= 0 && length > 0 && offset + length <= text.length;
}

function trim({ text, entities }: Formatted): Formatted {
  const cleaned = text.replaceAll('\r', '');
  if (cleaned !== text && entities.length > 0) return trim(withoutReturns(text, entities));
  const start = cleaned.length - cleaned.trimStart().length;
  const trimmed = cleaned.trim();
  const moved = entities.map((entity) => {
    const from = Math.max(Number(entity.offset) - start, 0);
    const to = Math.min(Number(entity.offset) + Number(entity.length) - start, trimmed.length);
    return { ...entity, offset: from, length: to - from };
  });
  return { text: trimmed, entities: moved.filter(({ length }) => length > 0) };
}

function withoutReturns(text: string, entities: readonly Json[]): Formatted {
  const before = (at: number) => text.slice(0, at).replaceAll('\r', '').length;
  return {
    text: text.replaceAll('\r', ''),
    entities: entities.map((entity) => {
      const offset = Number(entity.offset);
      return { ...entity, offset: before(offset), length: before(offset + Number(entity.length)) - before(offset) };
    }),
  };
}

export function inOrder(a: Json, b: Json): number {
  return Number(a.offset) - Number(b.offset) || Number(b.length) - Number(a.length);
}
