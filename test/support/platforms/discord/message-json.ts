import type { Json } from '../json.ts';
import type { Message, State } from './state.ts';
import { messageIn } from './state.ts';
import { snowflakeMs } from './snowflakes.ts';
import { guildOf, iso, userJson } from './wire.ts';

export const ephemeralFlag = 1 << 6;
export const loadingFlag = 1 << 7;
export const componentsV2Flag = 1 << 15;

export function isV2(flags: number): boolean {
  return (flags & componentsV2Flag) !== 0;
}

/** A message as the bot is given it: without its content where the bot may not read that. */
export function messageJson(state: State, message: Message, mayRead: boolean): Json {
  const shown = mayRead || readableWithoutIntent(state, message);
  const said = message.reference === null ? undefined : find(state, message.channel, message.reference.message);
  const mentioned = mentionedPeople(state, message);
  return {
    id: message.id,
    channel_id: message.channel,
    type: message.reference === null ? (message.interaction?.kind === 'command' ? 20 : 0) : 19,
    author: userJson(state, message.author),
    content: shown ? message.content : '',
    embeds: shown ? message.embeds : [],
    components: shown ? message.components : [],
    attachments: shown ? message.attachments.map(attachmentJson) : [],
    mentions: mentioned.map((id) => userJson(state, id)),
    mention_roles: [],
    mention_everyone: false,
    pinned: false,
    tts: false,
    flags: message.flags | (message.loading ? loadingFlag : 0),
    timestamp: iso(snowflakeMs(message.id)),
    edited_timestamp: message.editedMs === null ? null : iso(message.editedMs),
    ...(message.webhook === null ? {} : { webhook_id: message.webhook }),
    ...(message.interaction === null ? {} : { application_id: state.app.id }),
    ...(message.reference === null
      ? {}
      : {
          message_reference: {
            type: 0,
            channel_id: message.channel,
            message_id: message.reference.message,
            ...guildOf(state, message.channel),
          },
          referenced_message: said === undefined ? null : messageJson(state, { ...said, reference: null }, mayRead),
        }),
  };
}

/** Without the intent for content a bot reads its own messages, direct ones, and those that mention it. */
function readableWithoutIntent(state: State, message: Message): boolean {
  const direct = state.channels.get(message.channel)?.kind === 'direct';
  return message.own || direct || mentionedPeople(state, message).includes(state.app.id);
}

export function mentionedPeople(state: State, message: Message): readonly string[] {
  const named = Array.from(message.content.matchAll(/<@!?(\d+)>/g), ([, id = '']) => id).filter((id) => state.users.has(id));
  const said = message.reference?.pings === true ? find(state, message.channel, message.reference.message) : undefined;
  return [...new Set(said === undefined ? named : [...named, said.author])];
}

function find(state: State, channel: string, id: string): Message | undefined {
  const there = state.channels.get(channel);
  return there === undefined ? undefined : messageIn(there, id);
}

function attachmentJson({ id, filename, size, description }: Message['attachments'][number]): Json {
  const url = `https://cdn.discordapp.com/attachments/1/${id}/${encodeURIComponent(filename)}`;
  return { id, filename, size, url, proxy_url: url, ...(description === null ? {} : { description }) };
}
