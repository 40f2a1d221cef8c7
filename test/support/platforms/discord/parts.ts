import type { Json } from '../json.ts';
import { isJson, listOf, textOf } from '../json.ts';

/** Components as they come back: each with a number, without what was null, with what Discord fills in. */
export function numbered(components: readonly Json[]): readonly Json[] {
  const taken = new Set<unknown>(everyPart(components).map(({ id }) => id));
  let last = 0;
  const next = () => {
    do last += 1;
    while (taken.has(last));
    return last;
  };
  const number = (part: Json): Json => {
    const { id, ...rest } = withoutNulls(part);
    return {
      id: typeof id === 'number' && id > 0 ? id : next(),
      ...filledIn(part),
      ...rest,
      ...mediaOf(part),
      ...(Array.isArray(part.components) ? { components: listOf(part.components).map(number) } : {}),
      ...(isJson(part.accessory) ? { accessory: number(part.accessory) } : {}),
      ...(isJson(part.component) ? { component: number(part.component) } : {}),
    };
  };
  return components.map(number);
}

/** What Discord adds where nothing was said. */
function filledIn(part: Json): Json {
  switch (part.type) {
    case 3:
      return { min_values: 1, max_values: 1 };
    case 11:
      return { description: null, spoiler: false };
    case 13:
      return { name: null, size: null, spoiler: false };
    case 14:
      return { divider: true, spacing: 1 };
    case 17:
      return { accent_color: null, spoiler: false };
    default:
      return {};
  }
}

/** Pictures and files come back with the address that Discord keeps them at. */
function mediaOf(part: Json): Json {
  const kept = (media: Json) => ({ id: '1', proxy_url: textOf(media.url), ...withoutNulls(media) });
  return {
    ...(isJson(part.media) ? { media: kept(part.media) } : {}),
    ...(isJson(part.file) ? { file: kept(part.file) } : {}),
    ...(part.type === 12
      ? { items: listOf(part.items).map((one) => ({ description: null, spoiler: false, ...one, ...mediaOf(one) })) }
      : {}),
  };
}

function withoutNulls(part: Json): Json {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null && value !== undefined));
}

/** Every component, also the nested ones, in the order in which they are read. */
export function everyPart(components: readonly Json[]): readonly Json[] {
  return components.flatMap((part) => [
    part,
    ...everyPart(listOf(part.components)),
    ...(isJson(part.accessory) ? everyPart([part.accessory]) : []),
    ...(isJson(part.component) ? everyPart([part.component]) : []),
  ]);
}
