import type { Json } from '../json.ts';
import { isJson, listOf, textOf } from '../json.ts';
import { limits } from './limits.ts';

type Report = (path: string, fault: string) => void;

/** What the types cannot say: lengths, counts, and names that must be unique. Each fault begins with where it is. */
export function lengthFaults(blocks: readonly Json[], blocksMax: number): readonly string[] {
  const faults: string[] = [];
  const report: Report = (path, fault) => faults.push(`${fault} [json-pointer:${path}]`);
  if (blocks.length > blocksMax) report('/blocks', `no more than ${blocksMax} items allowed`);
  unique(blocks, 'block_id', '/blocks', report);
  blocks.forEach((block, at) => {
    atMost(block.block_id, limits.block.id, `/blocks/${at}/block_id`, report);
    blockLengths(block, `/blocks/${at}`, report);
    unique(elementsOf(block), 'action_id', `/blocks/${at}/elements`, report);
  });
  const total = blocks.reduce((sum, block) => sum + textLength(block), 0);
  if (total > limits.message.blockText) report('/blocks', `msg_blocks_too_long: ${total} characters of text`);
  return faults;
}

/** Lengths of a form or a home tab beside those of its blocks. */
export function viewFaults(view: Json): readonly string[] {
  const faults: string[] = [];
  const report: Report = (path, fault) => faults.push(`${fault} [json-pointer:${path}]`);
  for (const part of ['title', 'submit', 'close'] as const) textBetween(view[part], 1, limits.view[part], `/${part}`, report);
  atMost(view.private_metadata, limits.view.privateMetadata, '/private_metadata', report);
  atMost(view.callback_id, limits.view.callbackId, '/callback_id', report);
  atMost(view.external_id, limits.view.externalId, '/external_id', report);
  const asks = listOf(view.blocks).some((block) => block.type === 'input');
  if (view.type === 'modal' && asks && view.submit === undefined) report('/submit', 'missing required field: submit');
  return [...faults, ...lengthFaults(listOf(view.blocks), limits.view.blocks)];
}

export function elementsOf(block: Json): readonly Json[] {
  if (block.type === 'section') return isJson(block.accessory) ? [block.accessory] : [];
  if (block.type === 'input') return isJson(block.element) ? [block.element] : [];
  return block.type === 'actions' || block.type === 'context_actions' ? listOf(block.elements) : [];
}

function blockLengths(block: Json, path: string, report: Report): void {
  switch (block.type) {
    case 'section':
      textBetween(block.text, 1, limits.section.text, `${path}/text`, report);
      atMostItems(block.fields, limits.section.fields, `${path}/fields`, report);
      for (const [at, field] of listOf(block.fields).entries()) textBetween(field, 1, limits.section.field, `${path}/fields/${at}`, report);
      if (block.text === undefined && block.fields === undefined) report(path, 'either text or fields must be given');
      break;
    case 'header':
      textBetween(block.text, 1, limits.header.text, `${path}/text`, report);
      break;
    case 'context':
      between(listOf(block.elements).length, 1, limits.context.elements, `${path}/elements`, 'items', report);
      listOf(block.elements).forEach((element, at) => {
        if (element.type !== 'image') textBetween(element, 1, limits.context.text, `${path}/elements/${at}`, report);
      });
      break;
    case 'actions':
      between(listOf(block.elements).length, 1, limits.actions.elements, `${path}/elements`, 'items', report);
      break;
    case 'input':
      textBetween(block.label, 1, limits.input.label, `${path}/label`, report);
      textBetween(block.hint, 1, limits.input.hint, `${path}/hint`, report);
      break;
    case 'image':
      atMost(block.alt_text, limits.image.altText, `${path}/alt_text`, report);
      atMost(block.image_url, limits.image.url, `${path}/image_url`, report);
      break;
  }
  for (const [at, element] of elementsOf(block).entries()) elementLengths(element, `${path}/elements/${at}`, report);
}

function elementLengths(element: Json, path: string, report: Report): void {
  atMost(element.action_id, limits.element.actionId, `${path}/action_id`, report);
  if (element.action_id === '') report(`${path}/action_id`, 'must be at least 1 character');
  textBetween(element.placeholder, 1, limits.element.placeholder, `${path}/placeholder`, report);
  if (isJson(element.confirm)) confirmLengths(element.confirm, `${path}/confirm`, report);
  switch (element.type) {
    case 'button':
      textBetween(element.text, 1, limits.button.text, `${path}/text`, report);
      atMost(element.value, limits.button.value, `${path}/value`, report);
      atMost(element.url, limits.button.url, `${path}/url`, report);
      atMost(element.accessibility_label, limits.button.accessibilityLabel, `${path}/accessibility_label`, report);
      break;
    case 'static_select':
    case 'multi_static_select':
      optionsBetween(element, 1, limits.select.options, path, report);
      break;
    case 'overflow':
      optionsBetween(element, limits.overflow.optionsMin, limits.overflow.options, path, report);
      break;
    case 'radio_buttons':
    case 'checkboxes':
      optionsBetween(element, 1, limits.choice.options, path, report);
      break;
    case 'plain_text_input':
      textInputLengths(element, path, report);
      break;
  }
}

function confirmLengths(confirm: Json, path: string, report: Report): void {
  for (const part of ['title', 'text', 'confirm', 'deny'] as const) {
    textBetween(confirm[part], 1, limits.confirm[part], `${path}/${part}`, report);
  }
}

function optionsBetween(element: Json, min: number, max: number, path: string, report: Report): void {
  const groups = listOf(element.option_groups);
  if (groups.length > limits.select.groups) report(`${path}/option_groups`, `no more than ${limits.select.groups} items allowed`);
  for (const options of groups.length === 0 ? [listOf(element.options)] : groups.map((group) => listOf(group.options))) {
    between(options.length, min, max, `${path}/options`, 'items', report);
    options.forEach((option, at) => {
      textBetween(option.text, 1, limits.option.text, `${path}/options/${at}/text`, report);
      textBetween(option.description, 1, limits.option.description, `${path}/options/${at}/description`, report);
      between(textOf(option.value).length, 1, limits.option.value, `${path}/options/${at}/value`, 'characters', report);
    });
    unique(options, 'value', `${path}/options`, report);
  }
}

function textInputLengths(element: Json, path: string, report: Report): void {
  const { min_length: min = 0, max_length: max = limits.textInput.max } = element;
  between(Number(min), 0, limits.textInput.max, `${path}/min_length`, 'characters', report);
  between(Number(max), 1, limits.textInput.max, `${path}/max_length`, 'characters', report);
  atMost(element.initial_value, Number(max), `${path}/initial_value`, report);
}

function textBetween(text: unknown, min: number, max: number, path: string, report: Report): void {
  if (!isJson(text)) return;
  if (text.type === 'plain_text' && 'verbatim' in text) report(`${path}/verbatim`, 'verbatim is for mrkdwn');
  between(textOf(text.text).length, min, max, `${path}/text`, 'characters', report);
}

function atMost(value: unknown, max: number, path: string, report: Report): void {
  if (typeof value === 'string' && value.length > max) report(path, `must be no more than ${max} characters, is ${value.length}`);
}

function atMostItems(value: unknown, max: number, path: string, report: Report): void {
  if (Array.isArray(value) && value.length > max) report(path, `no more than ${max} items allowed, are ${value.length}`);
}

function between(count: number, min: number, max: number, path: string, unit: 'characters' | 'items', report: Report): void {
  if (count < min) report(path, `must be at least ${min} ${unit}, is ${count}`);
  if (count > max) report(path, `must be no more than ${max} ${unit}, is ${count}`);
}

function unique(values: readonly Json[], key: string, path: string, report: Report): void {
  const names = values.map((value) => value[key]).filter((name) => name !== undefined);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) report(path, `${key} ${JSON.stringify(twice)} is there twice`);
}

/** Every `text` leaf, however deep. */
function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, part) => sum + textLength(part), 0);
  if (!isJson(value)) return 0;
  return Object.entries(value).reduce((sum, [key, part]) => {
    return sum + (key === 'text' && typeof part === 'string' ? part.length : textLength(part));
  }, 0);
}
