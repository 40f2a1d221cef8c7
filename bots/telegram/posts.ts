import { z } from 'zod';
import type { Outgoing, Place, Put } from '../port.ts';
import { general } from './callback-data.ts';
import { digestRows, digestWords, messageText, plainText } from './card.ts';
import type { Client } from './client.ts';
import type { Entity } from './encoder.ts';
import type { Failure, Refused } from './errors.ts';
import { classOf, putOf } from './errors.ts';
import type { Button, Keyboard } from './keyboard.ts';
import { keyboardOf } from './keyboard.ts';
import { messageName, parseMessageName } from './message-name.ts';

export type Posting = {
  readonly client: Client;
  /** Each failure as it is classed, and null for each call that worked. */
  readonly noted: (failure: Failure | null) => void;
  /** A chat goes by another id from now on. */
  readonly moved: (from: string, to: string) => Promise<void>;
  readonly report: (failure: unknown) => void;
};

/** Puts a new message. Telegram cannot be asked what stands there, so one that may stand there already is marked. */
export function postMessage(posting: Posting, place: Place, outgoing: Outgoing): Promise<Put> {
  const call = async (content: Content) => nameOf(await send(posting.client, spotOf(place), content));
  return put(posting, outgoing, { chat: place.address, stands: null, call });
}

/** An edit that is made twice leaves one message, so it never says that it may be a repeat. */
export function editMessage(posting: Posting, name: string, outgoing: Outgoing): Promise<Put> {
  const { chat, message } = parseMessageName(name);
  const call = async ({ text, ...more }: Content) => {
    await posting.client.editMessageText(chat, message, text, { ...withoutPreview, ...extrasOf(more) });
    return name;
  };
  return put(posting, { ...outgoing, repeat: false }, { chat: String(chat), stands: name, call });
}

/** What is sent: a text, what is special in it, and what stands under it. Without buttons an edit takes those away that are there. */
export type Content = {
  readonly text: string;
  readonly entities?: readonly Entity[];
  readonly keyboard?: Keyboard;
  readonly prompt?: { readonly placeholder: string };
  readonly replyTo?: number | null;
  /** Nobody is notified of it. */
  readonly silent?: boolean;
};

type Target = { readonly chat: number | string; readonly thread: number | null };

/** Gives what Telegram calls the message that it made. */
export async function send(client: Client, { chat, thread }: Target, { text, ...more }: Content): Promise<unknown> {
  return client.sendMessage(chat, text, {
    ...withoutPreview,
    ...(more.silent === true ? { disable_notification: true } : {}),
    ...extrasOf(more),
    ...(more.prompt === undefined
      ? {}
      : { reply_markup: { force_reply: true, selective: true, input_field_placeholder: more.prompt.placeholder } }),
    ...(more.replyTo === undefined || more.replyTo === null
      ? {}
      : { reply_parameters: { message_id: more.replyTo, allow_sending_without_reply: true } }),
    ...(thread === null || thread === general ? {} : { message_thread_id: thread }),
  });
}

const sent = z.object({ message_id: z.int(), chat: z.object({ id: z.int() }) });

export function nameOf(answer: unknown): string {
  const message = sent.safeParse(answer);
  if (!message.success) throw new Error('Telegram took a message and did not name it');
  return messageName(message.data.chat.id, message.data.message_id);
}

/** A call with its chat, and the name of the message that stands there when it is an edit. */
type Call = { readonly chat: string; readonly stands: string | null; readonly call: (content: Content) => Promise<string> };

/** One call, and plainer ones when Telegram refuses the form of it: a refusal means that nothing was put. */
async function put(posting: Posting, outgoing: Outgoing, { chat, stands, call }: Call): Promise<Put> {
  const forms = outgoing.plain ? [{ text: plainText(outgoing) }] : formsOf(outgoing);
  let refused: Refused = { kind: 'rejected', reason: 'there was nothing to put' };
  for (const [index, content] of forms.entries()) {
    const tried = await attempt(call, content, stands);
    if (typeof tried === 'string') {
      posting.noted(null);
      return { result: 'sent', message: tried };
    }
    if (tried.kind === 'moved') return followed(posting, tried, chat, stands);
    refused = tried;
    if (refused.kind !== 'unformatted') break;
    const next = index + 1 < forms.length ? 'it is put in a plainer form' : 'nobody sees it there until it changes';
    posting.report(new Error(`${refused.reason}, so of post ${outgoing.key} ${next}`));
  }
  posting.noted(refused);
  return putOf(refused);
}

type Moved = Extract<Failure, { readonly kind: 'moved' }>;

/** The name of what stands there now, or why it does not. */
async function attempt(call: Call['call'], content: Content, stands: string | null): Promise<string | Moved | Refused> {
  try {
    return await call(content);
  } catch (failure) {
    const classed = classOf(failure);
    if (classed.kind !== 'unchanged') return classed;
    return stands ?? { kind: 'rejected', reason: classed.reason };
  }
}

/** What stood in a chat that moved cannot be edited any more; what is new is put where the route leads from now on. */
async function followed(posting: Posting, { reason, address }: Moved, chat: string, stands: string | null): Promise<Put> {
  await posting.moved(chat, address);
  return stands === null ? { result: 'failed', reason, as: 'retry-later', retryInMs: 0 } : { result: 'failed', reason, as: 'gone' };
}

/** The full form, plain text under which its buttons stand, and at last the text alone. */
function formsOf(outgoing: Outgoing): readonly Content[] {
  const { text, entities } = messageText(outgoing);
  const keyboard = keyboardUnder(outgoing);
  const plain = plainText(outgoing);
  const silent = outgoing.kind === 'digest' && outgoing.digest.silent;
  return [{ text, entities, keyboard }, { text: plain, keyboard }, { text: plain }].map((content) => ({ ...content, silent }));
}

function keyboardUnder(outgoing: Outgoing): Keyboard {
  switch (outgoing.kind) {
    case 'card':
      return keyboardOf(outgoing.card, outgoing.buttons, null);
    case 'digest':
      return digestWords(outgoing).shown.flatMap(digestRows);
    case 'notice':
      return [];
  }
}

const withoutPreview = { link_preview_options: { is_disabled: true } };

type Extras = {
  entities?: Entity[];
  reply_markup?: { inline_keyboard: Button[][] };
};

function extrasOf({ entities = [], keyboard = [] }: Pick<Content, 'entities' | 'keyboard'>): Extras {
  return {
    ...(entities.length === 0 ? {} : { entities: [...entities] }),
    ...(keyboard.length === 0 ? {} : { reply_markup: { inline_keyboard: keyboard.map((row) => [...row]) } }),
  };
}

function spotOf({ address, thread }: Place): Target {
  const chat = /^-?\d{1,16}$/.test(address) ? Number(address) : address;
  return { chat, thread: thread === null || !/^\d{1,15}$/.test(thread) ? null : Number(thread) };
}
