import type { Json } from '../../json.ts';
import { listOf, textOf } from '../../json.ts';
import type { Answered } from '../interactions.ts';
import type { Discord } from '../routes/route.ts';
import type { State } from '../state.ts';
import { messageIn } from '../state.ts';
import { messageJson } from '../message-json.ts';
import { channelNamed, interactionFrom, personIn } from './origin.ts';

type Given = { readonly user: string; readonly channel: string; readonly from?: string | undefined; readonly ageMs?: number | undefined };

/** `/name text:…`; the text goes into the first option that takes one. */
export type Command = Given & { readonly name?: string | undefined; readonly text: string };

export async function command(discord: Discord, given: Command): Promise<Answered> {
  const { name = 'gatebell', text } = given;
  const registered = registeredAt(discord.state, given, name, 1);
  const option = listOf(registered.options).find(({ type }) => type === 3);
  if (option === undefined && text !== '') throw new Error(`/${name} takes no text`);
  if (option?.required === true && text === '') throw new Error(`/${name} asks for ${textOf(option.name)}`);
  const { min_length: min = 0, max_length: max = 6_000 } = option ?? {};
  if (text !== '' && (text.length < Number(min) || text.length > Number(max)))
    throw new Error(`/${name} takes ${min} to ${max} characters`);
  const options = option === undefined || text === '' ? [] : [{ name: option.name, type: 3, value: text }];
  return begin(discord, given, { ...named(registered), ...(options.length === 0 ? {} : { options }) });
}

/** A command of the menu at a message: works on any message, also on those of others. */
export type MenuCommand = Given & { readonly message: string; readonly name?: string | undefined };

export async function menuCommand(discord: Discord, given: MenuCommand): Promise<Answered> {
  const { state } = discord;
  const registered = registeredAt(state, given, given.name ?? 'Answer gate', 3);
  const message = messageIn(channelNamed(state, given.channel), given.message);
  if (message === undefined) throw new Error(`there is no message ${given.message} in ${given.channel}`);
  const resolved = { messages: { [message.id]: messageJson(state, message, true) } };
  return begin(discord, given, { ...named(registered), target_id: message.id, resolved });
}

function begin({ state, interactions }: Discord, given: Given, data: Json): Promise<Answered> {
  const channel = channelNamed(state, given.channel);
  const user = personIn(state, given.user, channel, given.from);
  const guild = given.from ?? channel.guild;
  return interactions.begin({
    kind: 'command',
    user: user.id,
    channel: channel.id,
    guild,
    message: null,
    ageMs: given.ageMs,
    payload: (id, token) => ({ ...interactionFrom(state, user, channel, guild), id, token, type: 2, data }),
  });
}

/** What the app registered: in a guild its own commands and the global ones, elsewhere the global ones alone. */
function registeredAt(state: State, { channel: id }: Given, name: string, type: number): Json {
  const { guild } = channelNamed(state, id);
  const there = [...(guild === null ? [] : (state.commands.get(guild) ?? [])), ...(state.commands.get('global') ?? [])];
  const found = there.find((one) => one.name === name && one.type === type);
  if (found === undefined)
    throw new Error(`there is no command ${name}; there are ${there.map((one) => textOf(one.name)).join(', ') || 'none'}`);
  return found;
}

function named({ id, name, type, guild_id }: Json): Json {
  return { id, name, type, ...(guild_id === undefined ? {} : { guild_id }) };
}
