import type { Json } from '../json.ts';
import { isJson, textOf } from '../json.ts';
import { limits } from './limits.ts';
import { refuse } from './refuse.ts';

type Keyboard = readonly (readonly Json[])[];

export type Markup = { readonly keyboard: Keyboard | null; readonly forceReply: Json | null };

/** The buttons that a call puts under a message, or that it asks for a reply. One refused button refuses the message. */
export function markupOf(args: Json): Markup {
  const { reply_markup: markup } = args;
  if (!isJson(markup)) return { keyboard: null, forceReply: null };
  if (markup.force_reply === true) {
    const placeholder = markup.input_field_placeholder;
    if (placeholder !== undefined) between(textOf(placeholder), 1, limits.placeholder, 'input field placeholder');
    return { keyboard: null, forceReply: markup };
  }
  const keyboard = Array.isArray(markup.inline_keyboard) ? (markup.inline_keyboard as Keyboard).filter((row) => row.length > 0) : [];
  if (keyboard.flat().length > limits.buttons || keyboard.some((row) => row.length > limits.buttonsInRow))
    refuse('reply markup is too long');
  for (const button of keyboard.flat()) checkButton(button);
  return { keyboard: keyboard.length === 0 ? null : keyboard, forceReply: null };
}

const kinds = [
  'url',
  'callback_data',
  'web_app',
  'login_url',
  'switch_inline_query',
  'switch_inline_query_current_chat',
  'copy_text',
  'disabled',
] as const;

function checkButton(button: Json): void {
  if (textOf(button.text) === '') refuse("can't parse inline keyboard button: Inline keyboard button text must be non-empty");
  const [kind, ...more] = kinds.filter((name) => button[name] !== undefined);
  if (kind === undefined) refuse("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
  if (more.length > 0) refuse(`can't parse inline keyboard button: ${kind} and ${more.join(', ')} in one button`);
  if (button.callback_data !== undefined) {
    const bytes = Buffer.byteLength(textOf(button.callback_data));
    if (bytes < 1 || bytes > limits.callbackDataBytes) refuse('BUTTON_DATA_INVALID');
  }
  if (button.url !== undefined && !/^(?:https?|tg):\/\/[^\s/]/.test(textOf(button.url))) {
    refuse(`inline keyboard button URL '${textOf(button.url)}' is invalid: Wrong HTTP URL`);
  }
  if (isJson(button.copy_text)) between(textOf(button.copy_text.text), 1, limits.copyText, 'copied text');
}

function between(text: string, min: number, max: number, what: string): void {
  if (text.length < min || text.length > max) refuse(`${what} must be ${min} to ${max} characters, is ${text.length}`);
}
