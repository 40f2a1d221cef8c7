import { z } from 'zod';
import { commands, parseCommand } from '../commands.ts';
import type { Said } from '../port.ts';
import type { Arrival, Self } from './arrival.ts';
import { standsAt, tooLong } from './arrival.ts';
import { anonymousAdmin, telegramLimits } from './limits.ts';
import { messageName } from './message-name.ts';

const edited = 'An edited message decides nothing. Write your answer as a new one.';
const passedOn = 'A message that was forwarded or made by another bot decides nothing. Write your answer yourself.';
const noText = 'There is no text in that, so nothing was done. Answer with a number, a key or a label.';
const anonymous = 'An anonymous administrator decides nothing. Switch off "Remain anonymous", or press the buttons.';

const message = z.object({
  message_id: z.int(),
  date: z.int(),
  chat: z.object({ id: z.int(), type: z.string(), is_forum: z.boolean().optional() }),
  from: z.object({ id: z.int().positive(), is_bot: z.boolean().optional(), first_name: z.string().default('') }),
  sender_chat: z.unknown().optional(),
  is_automatic_forward: z.unknown().optional(),
  message_thread_id: z.int().optional(),
  is_topic_message: z.boolean().optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  edit_date: z.unknown().optional(),
  via_bot: z.unknown().optional(),
  forward_origin: z.unknown().optional(),
  forward_date: z.unknown().optional(),
  reply_to_message: z
    .object({ message_id: z.int(), from: z.object({ id: z.int() }).optional(), forum_topic_created: z.unknown().optional() })
    .optional()
    .catch(undefined),
});

type Message = z.infer<typeof message>;

/** What a person may send in place of words; everything else without a text is said by Telegram itself. */
const wordless = [
  'photo',
  'sticker',
  'voice',
  'video',
  'video_note',
  'animation',
  'audio',
  'document',
  'location',
  'contact',
  'poll',
  'dice',
];

/** Understands a message: commands, replies to messages of the bot, and in a private chat whatever is written. */
export function readMessage(body: unknown, id: string, self: Self): Arrival | null {
  const found = z.object({ message: z.record(z.string(), z.unknown()) }).safeParse(body);
  const parsed = message.safeParse(found.data?.message);
  if (!parsed.success) return null;
  const said = parsed.data;
  const isAnonymous = said.from.id === anonymousAdmin;
  if (!isAnonymous && (said.from.is_bot === true || said.sender_chat !== undefined)) return null;
  if (said.chat.type === 'channel' || said.is_automatic_forward !== undefined) return null;
  const isWordless = wordless.some((kind) => found.data?.message[kind] !== undefined);
  const meant = saidIn(said, self, isWordless);
  if (meant === null) return null;
  const at = standsAt(said);
  return {
    id,
    account: said.from.id,
    name: said.from.first_name,
    at,
    place: at,
    said: isAnonymous ? { kind: 'unreadable', why: anonymous } : meant,
    saidAtMs: said.date * 1_000,
    callback: null,
    isBot: false,
    isToldHere: isAnonymous,
  };
}

/** Null: it is said to somebody else. */
function saidIn(said: Message, self: Self, isWordless: boolean): Said | null {
  const isPrivate = said.chat.type === 'private';
  const replied = repliedTo(said, self);
  const text = (said.text ?? said.caption ?? '').trim();
  const addressed = addressedLine(text, self, isPrivate);
  if (addressed === 'to another bot') return null;
  if (addressed === null && replied === null && !isPrivate) return null;
  if (text === '') return isWordless ? { kind: 'unreadable', why: noText } : null;
  if (said.edit_date !== undefined) return { kind: 'unreadable', why: edited };
  if (said.via_bot !== undefined || said.forward_origin !== undefined || said.forward_date !== undefined) {
    return { kind: 'unreadable', why: passedOn };
  }
  if (text.length > telegramLimits.inputCharsMax) return tooLong();
  const line = addressed ?? text;
  if (replied === null) return { kind: 'line', text: line };
  if (addressed === 'gate') return { kind: 'shortcut', message: replied };
  // Who replies to the bot may call it by its name too, and means the message all the same.
  const isAnswer = addressed === null || (text.startsWith('@') && parseCommand(addressed)?.kind === 'unknown');
  return isAnswer ? { kind: 'reply', message: replied, direct: true, text: line } : { kind: 'line', text: line };
}

/** In a topic, whatever replies to nothing replies to the message that opened the topic. */
function repliedTo({ chat, reply_to_message: replied }: Message, self: Self): string | null {
  if (replied === undefined || replied.from?.id !== self.id || replied.forum_topic_created !== undefined) return null;
  return messageName(chat.id, replied.message_id);
}

const command = /^\/(?<word>\w{1,64})(?:@(?<bot>\w{1,64}))?(?:\s+(?<rest>.*))?$/su;
const mentioned = /^@(?<bot>\w{1,64})\s+(?<rest>.*)$/su;

/** The line in a command or behind a mention. Commands that name no bot reach all of them, so there only ours are taken. */
function addressedLine(text: string, self: Self, isPrivate: boolean): string | 'to another bot' | null {
  const { word, bot, rest = '' } = command.exec(text)?.groups ?? mentioned.exec(text)?.groups ?? {};
  if (bot !== undefined && bot.toLowerCase() !== self.username.toLowerCase()) return word === undefined ? null : 'to another bot';
  if (word === undefined) return bot === undefined ? null : rest;
  const name = word.toLowerCase();
  if (name === 'start') return 'help';
  if (bot === undefined && !isPrivate && !Object.hasOwn(commands, name) && !/^g\d{1,9}$/.test(name)) return null;
  return rest === '' ? word : `${word} ${rest}`;
}
