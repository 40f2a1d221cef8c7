import { listOf, textOf } from '../../json.ts';
import type { Json } from '../../json.ts';
import type { Answered } from '../interactions.ts';
import type { Discord } from '../routes/route.ts';
import type { Channel, Message, State } from '../state.ts';
import { messageJson } from '../message-json.ts';
import { everyPart } from '../parts.ts';
import { channelNamed, interactionFrom, personIn } from './origin.ts';

/** A button, or an option of a menu, by what stands on it, its `custom_id` or its value. */
export type PressOn = {
  readonly user: string;
  readonly channel: string;
  readonly on: string;
  /** The message; the newest one with such a button when it is left out. */
  readonly message?: string | undefined;
  /** Looks still at an earlier version of the message, and presses what stood there. */
  readonly stale?: boolean | undefined;
  /** Instead of the `custom_id` (of an option: the value) that stands there. */
  readonly forged?: string | undefined;
  /** Another guild that it comes from. */
  readonly from?: string | undefined;
  /** The person pressed that long ago. */
  readonly ageMs?: number | undefined;
};

/** A person presses. Throws when there is nothing to press: then the person saw no such button. */
export async function press({ state, interactions }: Discord, on: PressOn): Promise<Answered> {
  const channel = channelNamed(state, on.channel);
  const user = personIn(state, on.user, channel, on.from);
  const { message, part, option } = find(state, channel, on);
  const guild = on.from ?? channel.guild;
  const forgedId = option === null ? on.forged : undefined;
  const data = {
    id: part.id,
    component_type: part.type,
    custom_id: forgedId ?? textOf(part.custom_id),
    ...(option === null ? {} : { values: [on.forged ?? textOf(option.value)] }),
  };
  return interactions.begin({
    kind: 'component',
    user: user.id,
    channel: channel.id,
    guild,
    message,
    ageMs: on.ageMs,
    payload: (id, token) => ({
      ...interactionFrom(state, user, channel, guild),
      id,
      token,
      type: 3,
      data,
      message: messageJson(state, message, true),
    }),
  });
}

type Found = { readonly message: Message; readonly part: Json; readonly option: Json | null };

function find(state: State, channel: Channel, on: PressOn): Found {
  for (const message of visibleTo(state, channel, on.user).toReversed()) {
    if (on.message !== undefined && message.id !== on.message) continue;
    for (const part of everyPart([message.components, ...(on.stale === true ? message.earlier : [])].flat())) {
      const option = listOf(part.options).find((one) => one.label === on.on || one.value === on.on);
      const isButton = part.type === 2 && part.style !== 5 && (part.label === on.on || part.custom_id === on.on);
      if ((option === undefined && !isButton) || part.disabled === true) continue;
      return { message, part, option: option ?? null };
    }
  }
  throw new Error(`nothing to press called "${on.on}" in ${channel.name}${on.message === undefined ? '' : ` at ${on.message}`}`);
}

/** The messages of a channel and what this person alone sees there, oldest first. */
export function visibleTo(state: State, channel: Channel, user: string): readonly Message[] {
  const alone = state.ephemerals.filter((message) => message.alone === user && message.channel === channel.id);
  return [...channel.messages, ...alone].filter(({ deleted }) => !deleted).toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}
