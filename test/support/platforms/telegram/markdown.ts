import type { Json } from '../json.ts';
import { broken, byteAt, linkEntity } from './html.ts';
import type { Formatted } from './state.ts';

/** What opens an entity, longest first, and Telegram's name for it. */
const marks = [
  ['```', 'pre', 'Pre'],
  ['||', 'spoiler', 'Spoiler'],
  ['__', 'underline', 'Underline'],
  ['_', 'italic', 'Italic'],
  ['*', 'bold', 'Bold'],
  ['~', 'strikethrough', 'Strikethrough'],
  ['`', 'code', 'Code'],
  ['[', 'text_link', 'TextUrl'],
] as const;

const reserved = new Set('_*[]()~`>#+-=|{}.!');

type Open = { readonly mark: string; readonly type: string; readonly name: string; readonly offset: number; readonly at: number };

/** Parses MarkdownV2 as strictly as Telegram: each reserved character that marks nothing has to be escaped. Quotes are not known here. */
export function parseMarkdownV2(source: string): Formatted {
  const open: Open[] = [];
  const entities: Json[] = [];
  let text = '';
  let at = 0;
  const close = (entity: Open, more: (place: { offset: number; length: number }) => readonly Json[]) => {
    open.pop();
    if (text.length > entity.offset) entities.push(...more({ offset: entity.offset, length: text.length - entity.offset }));
  };
  while (at < source.length) {
    const here = source[at] ?? '';
    const last = open.at(-1);
    const inCode = last !== undefined && (last.type === 'code' || last.type === 'pre');
    if (here === '\\' && isAscii(source[at + 1])) {
      text += source[at + 1];
      at += 2;
    } else if (last !== undefined && source.startsWith(last.mark === '[' ? ']' : last.mark, at) && !isUnderline(source, at, open)) {
      if (last.mark === '[') {
        const { url, end } = target(source, at + 1);
        close(last, (place) => linkEntity(url, place));
        at = end;
      } else {
        close(last, (place) => [{ type: last.type, ...place }]);
        at += last.mark.length;
      }
    } else if (inCode || !reserved.has(here)) {
      if (inCode && here === '`') broken(`Character '\`' is reserved and must be escaped with the preceding '\\'`);
      text += here;
      at += 1;
    } else {
      const [mark, type, name] =
        marks.find(([begin]) => source.startsWith(begin, at)) ??
        broken(`Character '${here}' is reserved and must be escaped with the preceding '\\'`);
      open.push({ mark, type, name, offset: text.length, at });
      at += mark.length;
    }
  }
  const left = open.at(-1);
  if (left !== undefined) broken(`Can't find end of ${left.name} entity at byte offset ${byteAt(source, left.at)}`);
  return { text, entities };
}

function isAscii(character: string | undefined): boolean {
  const code = character?.charCodeAt(0) ?? 0;
  return code >= 1 && code <= 126;
}

/** Of two underscores the longer mark counts, unless only an italic is open. */
function isUnderline(source: string, at: number, open: readonly Open[]): boolean {
  return open.at(-1)?.mark === '_' && source.startsWith('__', at) && open.every(({ mark }) => mark !== '__');
}

function target(source: string, at: number): { readonly url: string; readonly end: number } {
  if (source[at] !== '(') return { url: '', end: at };
  let url = '';
  for (let end = at + 1; end < source.length; end += 1) {
    if (source[end] === ')') return { url, end: end + 1 };
    if (source[end] === '\\') end += 1;
    url += source[end] ?? '';
  }
  return broken(`Can't find end of a URL at byte offset ${byteAt(source, at)}`);
}
