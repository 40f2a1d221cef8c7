import * as spec from 'discord-api-spec/zod';
import type { Json } from '../json.ts';
import type { Gateway } from './gateway.ts';
import type { Intent } from './identify.ts';
import { mayInChannel } from './permissions.ts';
import type { Channel, Message, State } from './state.ts';
import { messageJson } from './message-json.ts';
import { shapeFaults } from './schemas/shape.ts';
import { bareMemberJson, channelJson, channelTypes, guildOf } from './wire.ts';

/** What the bot hears of messages: nothing of those that one person alone sees, or of channels that it does not see. */
export function tellOfMessage(state: State, gateway: Gateway, event: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE', message: Message): void {
  const channel = channelHeard(state, message);
  const wrong = shapeFaults(spec.MessageResponseSchema, messageJson(state, message, true));
  if (wrong.length > 0) throw new Error(`tells of a message that Discord would not: ${JSON.stringify(wrong)}`);
  if (channel === null) return;
  const author = state.users.get(message.author);
  const member = channel.guild === null || author === undefined || message.webhook !== null ? {} : { member: bareMemberJson(author) };
  const nonce = message.nonce === null || event === 'MESSAGE_UPDATE' ? {} : { nonce: message.nonce };
  const payload = (mayRead: boolean) => ({
    ...messageJson(state, message, mayRead),
    channel_type: channelTypes[channel.kind],
    ...guildOf(state, channel.id),
    ...member,
    ...nonce,
  });
  gateway.dispatch({ event, intent: intentOf(channel), payload });
}

export function tellOfDeletion(state: State, gateway: Gateway, message: Message): void {
  const channel = channelHeard(state, message);
  if (channel === null) return;
  const payload = { id: message.id, channel_id: channel.id, ...guildOf(state, channel.id) };
  gateway.dispatch({ event: 'MESSAGE_DELETE', intent: intentOf(channel), payload: () => payload });
}

export function tellOfChannel(state: State, gateway: Gateway, event: string, channel: Channel, more: Json = {}): void {
  gateway.dispatch({ event, intent: 'Guilds', payload: () => ({ ...channelJson(state, channel), ...more }) });
}

function channelHeard(state: State, message: Message): Channel | null {
  const channel = state.channels.get(message.channel);
  if (message.alone !== null || channel === undefined) return null;
  return mayInChannel(state, channel).includes('VIEW_CHANNEL') ? channel : null;
}

function intentOf(channel: Channel): Intent {
  return channel.kind === 'direct' ? 'DirectMessages' : 'GuildMessages';
}
