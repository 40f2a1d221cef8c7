import { ApplicationCommandType, ComponentType, InteractionType } from 'discord.js';
import { z } from 'zod';
import type { Said, Standing } from '../port.ts';
import type { Arrival, Dispatched, Ticket } from './arrival.ts';
import { lineSaid, placeOf, snowflake } from './arrival.ts';
import { messageName } from './message-name.ts';
import { readSubmitted } from './modal.ts';

/** What the commands are called. */
export const commandNames = { line: 'gatebell', message: 'Answer gate' } as const;

const outdated = 'That button is of an older version of Gatebell, so nothing was done. Type gates for those that wait for you.';

const user = z.object({ id: snowflake, bot: z.boolean().nullish() });

const interaction = z.object({
  id: snowflake,
  application_id: snowflake,
  token: z.string().min(1).max(1_000),
  type: z.number(),
  guild_id: snowflake.nullish(),
  channel_id: snowflake.nullish(),
  channel: z.object({ id: snowflake, type: z.number().nullish(), parent_id: snowflake.nullish() }).nullish(),
  member: z.object({ user, pending: z.boolean().nullish() }).nullish(),
  user: user.nullish(),
  authorizing_integration_owners: z.record(z.string(), z.unknown()).nullish(),
  data: z.unknown().optional(),
});

type Interaction = z.infer<typeof interaction>;

/** Understands a press, a command, a shortcut or a submitted form. Null: none of them, or nobody did it. */
export function readInteraction({ d, self, parent }: Dispatched): Arrival | null {
  const parsed = interaction.safeParse(d);
  if (!parsed.success) return null;
  const came = parsed.data;
  const presser = came.member?.user ?? came.user;
  const channel = came.channel_id ?? came.channel?.id;
  const meant = saidIn(came, channel ?? '', self);
  if (presser === undefined || presser === null || channel === undefined || meant === null) return null;
  const guild = came.guild_id ?? null;
  return {
    id: `interaction:${came.id}`,
    user: presser.id,
    guild,
    channel,
    ...placeOf({ channel, guild, parent: threadParent(came) ?? parent, user: presser.id }),
    said: meant.said,
    saidAtMs: null,
    ticket: { id: came.id, token: came.token, application: came.application_id, defer: meant.defer },
    standing: standingIn(came, presser.bot === true),
  };
}

/** Kinds of channels that are threads. */
const threadTypes: readonly (number | null | undefined)[] = [10, 11, 12];

function threadParent({ channel }: Interaction): string | null {
  return threadTypes.includes(channel?.type) ? (channel?.parent_id ?? null) : null;
}

/** An app that only the presser installed acts in servers that never invited it: nobody there decides. */
function standingIn(came: Interaction, isBot: boolean): Standing | null {
  const owners = Object.keys(came.authorizing_integration_owners ?? {});
  if (isBot) return 'bot';
  if (came.guild_id === undefined || came.guild_id === null || came.member === undefined || came.member === null) return null;
  if (owners.includes('1') && !owners.includes('0')) return 'stranger';
  return came.member.pending === true ? 'guest' : 'member';
}

type Meant = { readonly said: Said; readonly defer: Ticket['defer'] };

function saidIn(came: Interaction, channel: string, self: string | null): Meant | null {
  switch (came.type) {
    case InteractionType.MessageComponent:
      return { said: pressed(came.data), defer: 'update' };
    case InteractionType.ModalSubmit: {
      const form = readSubmitted(came.data);
      const said: Said = form === null ? { kind: 'unreadable', why: outdated } : { kind: 'form', ...form };
      return { said, defer: 'reply' };
    }
    case InteractionType.ApplicationCommand: {
      const said = commanded(came.data, channel, self);
      return said === null ? null : { said, defer: 'reply' };
    }
    default:
      return null;
  }
}

const component = z.object({ custom_id: z.string(), component_type: z.number().nullish(), values: z.array(z.string()).nullish() });

function pressed(data: unknown): Said {
  const found = component.safeParse(data);
  if (!found.success) return { kind: 'unreadable', why: outdated };
  const { custom_id, component_type, values } = found.data;
  return { kind: 'token', token: component_type === ComponentType.StringSelect ? (values?.[0] ?? '') : custom_id };
}

type Option = { readonly name: string; readonly value?: unknown; readonly options?: readonly Option[] | null | undefined };

const option: z.ZodType<Option> = z.lazy(() =>
  z.object({ name: z.string(), value: z.unknown().optional(), options: z.array(option).max(25).nullish() }),
);

const referred = z.object({
  author: z.object({ id: snowflake }).nullish(),
  message_reference: z.object({ message_id: snowflake.nullish(), channel_id: snowflake.nullish() }).nullish(),
});

const command = z.object({
  name: z.string(),
  type: z.number().nullish(),
  options: z.array(option).max(25).nullish(),
  target_id: snowflake.nullish(),
  resolved: z.object({ messages: z.record(z.string(), z.unknown()).nullish() }).nullish(),
});

function commanded(data: unknown, channel: string, self: string | null): Said | null {
  const found = command.safeParse(data);
  if (!found.success) return null;
  const { name, type, options, target_id: target, resolved } = found.data;
  if (type === ApplicationCommandType.Message) {
    if (target === undefined || target === null) return null;
    return { kind: 'shortcut', message: cardMeant(channel, target, resolved?.messages?.[target], self) };
  }
  const line = [...(name === commandNames.line ? [] : [name]), lineOf(options ?? [])].join(' ').trim();
  return lineSaid(line === '' ? 'help' : line);
}

/** Whoever calls it on a reply to a card means the card. */
function cardMeant(channel: string, target: string, message: unknown, self: string | null): string {
  const found = referred.safeParse(message);
  const reference = found.success && found.data.author?.id !== self ? found.data.message_reference : null;
  const id = reference?.message_id ?? target;
  return messageName(id === target ? channel : (reference?.channel_id ?? channel), id);
}

/** The one text of the command, or the names and values of its parts as they would have been typed. */
function lineOf(options: readonly Option[]): string {
  return options
    .map(({ name, value, options: inner }) => (value === undefined ? `${name} ${lineOf(inner ?? [])}` : textOf(value)))
    .join(' ')
    .trim();
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
