import type { Json } from '../json.ts';
import { isJson, listOf, textOf } from '../json.ts';
import { limits } from './limits.ts';
import type { FormFault } from './refuse.ts';
import { everyPart } from './parts.ts';

/** What Discord's specification does not say of the components of a message: counts, sums, and what excludes what. */
export function componentFaults(components: readonly Json[], v2: boolean): readonly FormFault[] {
  const parts = withPaths(components, ['components']);
  return [
    ...(v2 ? v2Faults(components) : legacyFaults(components)),
    ...twice(parts, 'custom_id', 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated'),
    ...twice(parts, 'id', 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated'),
    ...parts.flatMap(({ part, path }) => partFaults(part, path)),
  ];
}

/** Past this many bytes Discord does not refuse: it fails. */
export function isPastByteCap(components: readonly Json[]): boolean {
  const texts = everyPart(components).filter(({ type }) => type === 10);
  const bytes = texts.reduce((sum, { content }) => sum + Buffer.byteLength(textOf(content), 'utf8') + limits.components.bytesEach, 0);
  return bytes > limits.components.bytes;
}

function v2Faults(components: readonly Json[]): readonly FormFault[] {
  const parts = everyPart(components);
  const text = parts.filter(({ type }) => type === 10).reduce((sum, { content }) => sum + textOf(content).length, 0);
  const { total, text: textMax } = limits.components;
  return [
    ...(parts.length <= total ? [] : [fault('COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', `The total number of components exceeds ${total}`)]),
    ...(text <= textMax ? [] : [fault('COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', `The displayable text exceeds ${textMax} characters`)]),
  ];
}

function legacyFaults(components: readonly Json[]): readonly FormFault[] {
  const foreign = components.flatMap((part, at) => {
    return part.type === 1
      ? []
      : [{ ...fault('UNION_TYPE_CHOICES', 'Value of field "type" must be one of (1,).'), path: ['components', at, 'type'] }];
  });
  const { rows } = limits.message;
  return [...foreign, ...(components.length <= rows ? [] : [fault('BASE_TYPE_BAD_LENGTH', `Must be ${rows} or fewer in length.`)])];
}

function partFaults(part: Json, path: readonly PropertyKey[]): readonly FormFault[] {
  const at = (key: string, code: string, message: string): FormFault => ({ path: [...path, key], code, message });
  switch (part.type) {
    case 1: {
      const inside = listOf(part.components);
      const mixed = inside.length > 1 && inside.some(({ type }) => type !== 2);
      return mixed ? [at('components', 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'The layout width is exceeded: one menu fills a row')] : [];
    }
    case 2: {
      const link = part.style === 5;
      const { buttonUrl } = limits.components;
      return [
        ...(link || part.style === 6 || textOf(part.custom_id) !== ''
          ? []
          : [at('custom_id', 'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED', 'A custom id is required')]),
        ...(link && textOf(part.url) === '' ? [at('url', 'BASE_TYPE_REQUIRED', 'A url is required')] : []),
        ...(link && part.custom_id ? [at('custom_id', 'BUTTON_COMPONENT_CUSTOM_ID_LINK_CONFLICT', 'A link button has no custom id')] : []),
        ...(!link && part.url ? [at('url', 'BUTTON_COMPONENT_URL_CONFLICT', 'Only a link button has a url')] : []),
        ...(textOf(part.url).length > buttonUrl ? [at('url', 'BASE_TYPE_MAX_LENGTH', `Must be ${buttonUrl} or fewer in length.`)] : []),
        ...(textOf(part.label).trim() !== '' || isJson(part.emoji)
          ? []
          : [at('label', 'BUTTON_COMPONENT_LABEL_REQUIRED', 'A label or an emoji is required')]),
      ];
    }
    case 3: {
      const values = listOf(part.options).map(({ value }) => value);
      const { min_values: min, max_values: max } = part;
      return [
        ...(new Set(values).size === values.length
          ? []
          : [at('options', 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', 'The specified option value is already used')]),
        ...(values.length > 0 ? [] : [at('options', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 25 in length.')]),
        ...(Number(max ?? 1) <= values.length && Number(min ?? 1) <= Number(max ?? 1)
          ? []
          : [at('max_values', 'SELECT_COMPONENT_MAX_VALUES', 'Fewer options than may be chosen')]),
      ];
    }
    default:
      return [];
  }
}

type Placed = { readonly part: Json; readonly path: readonly PropertyKey[] };

export function withPaths(components: readonly Json[], path: readonly PropertyKey[]): readonly Placed[] {
  return components.flatMap((part, at) => placed(part, [...path, at]));
}

function placed(part: Json, path: readonly PropertyKey[]): readonly Placed[] {
  return [
    { part, path },
    ...withPaths(listOf(part.components), [...path, 'components']),
    ...(isJson(part.accessory) ? placed(part.accessory, [...path, 'accessory']) : []),
    ...(isJson(part.component) ? placed(part.component, [...path, 'component']) : []),
  ];
}

export function twice(parts: readonly Placed[], key: string, code: string, message: string): readonly FormFault[] {
  const given = parts.filter(({ part }) => part[key] !== undefined && part[key] !== null && part[key] !== 0);
  return given
    .filter(({ part }, at) => given.findIndex((other) => other.part[key] === part[key]) < at)
    .map(({ path }) => ({ path: [...path, key], code, message }));
}

function fault(code: string, message: string): FormFault {
  return { path: ['components'], code, message };
}
