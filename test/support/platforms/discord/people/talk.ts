import { cast } from '../cast.ts';
import { tellOfChannel, tellOfDeletion, tellOfMessage } from '../events.ts';
import type { Discord } from '../routes/route.ts';
import type { Message, State } from '../state.ts';
import { aMessage, messageIn } from '../state.ts';
import { channelNamed, personIn } from './origin.ts';

export type Say = {
  readonly user: string;
  readonly channel: string;
  readonly text: string;
  /** The message that is replied to. */
  readonly replyTo?: string | undefined;
  /** Whether the reply mentions the author of that message; Discord's client has it on unless it is switched off. */
  readonly ping?: boolean | undefined;
  /** A picture with it, or instead of a text. */
  readonly picture?: boolean | undefined;
};

/** A person (or another bot) writes; gives the id of the message. In an archived thread that opens it again. */
export function say({ state, gateway }: Discord, { user: userId, channel: channelId, text, replyTo, ping = true, picture }: Say): string {
  const channel = channelNamed(state, channelId);
  const user = personIn(state, userId, channel);
  if (channel.locked) throw new Error(`${channel.name} is locked`);
  if (text === '' && picture !== true) throw new Error('nobody can send nothing');
  if (replyTo !== undefined && messageIn(channel, replyTo) === undefined)
    throw new Error(`there is no message ${replyTo} in ${channel.name}`);
  if (channel.archived) {
    channel.archived = false;
    tellOfChannel(state, gateway, 'THREAD_UPDATE', channel);
  }
  const message = aMessage({
    id: state.nextId(),
    channel: channel.id,
    author: user.id,
    content: text,
    attachments: picture === true ? [{ id: state.nextId(), filename: 'picture.png', size: 1_000, description: null }] : [],
    reference: replyTo === undefined ? null : { message: replyTo, pings: ping },
  });
  channel.messages.push(message);
  tellOfMessage(state, gateway, 'MESSAGE_CREATE', message);
  return message.id;
}

/** A webhook of the guild writes, perhaps under somebody's name; Discord lets none of them reply, a fake one does. */
export function sayByHook({ state, gateway }: Discord, channelId: string, text: string, replyTo?: string): string {
  const channel = channelNamed(state, channelId);
  const reference = replyTo === undefined ? null : { message: replyTo, pings: true };
  const message = aMessage({ id: state.nextId(), channel: channel.id, author: cast.hook, webhook: cast.hook, content: text, reference });
  channel.messages.push(message);
  tellOfMessage(state, gateway, 'MESSAGE_CREATE', message);
  return message.id;
}

/** Changes what a person said before: an edited reply. */
export function editSaid({ state, gateway }: Discord, channel: string, id: string, text: string): void {
  const message = messageNamed(state, channel, id);
  message.content = text;
  message.edits += 1;
  message.editedMs = state.clock.nowMs();
  tellOfMessage(state, gateway, 'MESSAGE_UPDATE', message);
}

/** A moderator deletes any message. */
export function deleteSaid({ state, gateway }: Discord, channel: string, id: string): void {
  const message = messageNamed(state, channel, id);
  message.deleted = true;
  tellOfDeletion(state, gateway, message);
}

export function messageNamed(state: State, channel: string, id: string): Message {
  const message = messageIn(channelNamed(state, channel), id);
  if (message === undefined) throw new Error(`there is no message ${id} in ${channel}`);
  return message;
}
