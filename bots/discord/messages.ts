import { z } from 'zod';
import type { Said, Standing } from '../port.ts';
import type { Arrival, Dispatched } from './arrival.ts';
import { lineSaid, placeOf, snowflake, tooLong } from './arrival.ts';
import { discordLimits } from './limits.ts';
import { messageName } from './message-name.ts';

const editedReply = 'An edited message decides nothing, so nothing was done. Write your answer as a new reply.';
const noText =
  'Gatebell can read no text in that, so nothing was done. Reply with the ping (@) switched on and a number, a key or a label, or press a button.';

const message = z.object({
  id: snowflake,
  channel_id: snowflake,
  guild_id: snowflake.nullish(),
  type: z.number().default(0),
  content: z.string().default(''),
  author: z.object({ id: snowflake, bot: z.boolean().nullish() }),
  webhook_id: z.unknown().optional(),
  member: z.object({ pending: z.boolean().nullish() }).nullish(),
  timestamp: z.string().nullish(),
  edited_timestamp: z.string().nullish(),
  message_reference: z.object({ type: z.number().nullish(), message_id: snowflake.nullish(), channel_id: snowflake.nullish() }).nullish(),
  referenced_message: z.object({ author: z.object({ id: snowflake }) }).nullish(),
});

type Message = z.infer<typeof message>;

/** Kinds of messages that a person wrote: a plain one and a reply. */
const written: readonly number[] = [0, 19];
const forwarded = 1;

/** What a message stands under. `ours`: certainly under a message of the bot. `direct`: it replies to it. */
type Under = { readonly message: string; readonly ours: boolean; readonly direct: boolean };

/** Understands a message: a reply, words in a thread, what is written to the bot directly, and edits of them. */
export function readMessage(came: Dispatched): Arrival | null {
  const parsed = message.safeParse(came.d);
  if (!parsed.success || !isOfPerson(parsed.data, came.self)) return null;
  const said = parsed.data;
  const isEdit = came.t === 'MESSAGE_UPDATE';
  // Discord updates a message also when it adds a preview: nobody wrote anything then.
  const edited = said.edited_timestamp ?? null;
  if (isEdit && edited === null) return null;
  const guild = said.guild_id ?? null;
  const parent = guild === null ? null : came.parent;
  const under = underWhat(said, came.self, parent);
  if (guild !== null && under === null) return null;
  const meant = edited === null ? saidIn(said, under, came.self) : ({ kind: 'unreadable', why: editedReply } as const);
  // What cannot be read is answered at once, so it must be certain that it was meant for the bot.
  if (meant.kind === 'unreadable' && guild !== null && under?.ours !== true) return null;
  const { channel_id: channel, author } = said;
  return {
    id: `message:${said.id}${isEdit ? `:${edited}` : ''}`,
    user: author.id,
    guild,
    channel,
    ...placeOf({ channel, guild, parent, user: author.id }),
    said: meant,
    saidAtMs: momentOf(said.timestamp ?? ''),
    ticket: null,
    standing: standingIn(said),
  };
}

function isOfPerson({ type, author, webhook_id }: Message, self: string | null): boolean {
  const isOfHook = webhook_id !== undefined && webhook_id !== null;
  return written.includes(type) && author.bot !== true && !isOfHook && author.id !== self;
}

function underWhat(said: Message, self: string | null, parent: string | null): Under | null {
  const { message_reference: reference, referenced_message: referenced, channel_id: channel } = said;
  const repliesTo = reference?.type === forwarded ? null : (reference?.message_id ?? null);
  const isToOther = referenced !== undefined && referenced !== null && referenced.author.id !== self;
  if (repliesTo !== null && !isToOther) {
    return { message: messageName(reference?.channel_id ?? channel, repliesTo), ours: referenced?.author.id === self, direct: true };
  }
  // A thread has the id of the message that it was opened on.
  return parent === null ? null : { message: messageName(parent, channel), ours: false, direct: false };
}

function saidIn(said: Message, under: Under | null, self: string | null): Said {
  const text = withoutMention(said.content, self);
  if (text === '') return { kind: 'unreadable', why: noText };
  if (under === null) return lineSaid(text);
  return text.length > discordLimits.inputCharsMax ? tooLong() : { kind: 'reply', message: under.message, direct: under.direct, text };
}

/** Whoever mentions the bot means it, and not its name as an answer. */
function withoutMention(content: string, self: string | null): string {
  const text = content.trim();
  const mention = /^<@!?(\d+)>\s*/u.exec(text);
  return mention?.[1] === self && self !== null ? text.slice(mention[0].length) : text;
}

function standingIn({ guild_id, member }: Message): Standing | null {
  if (guild_id === undefined || guild_id === null || member === undefined || member === null) return null;
  return member.pending === true ? 'guest' : 'member';
}

function momentOf(timestamp: string): number | null {
  const atMs = Date.parse(timestamp);
  return Number.isNaN(atMs) ? null : atMs;
}
