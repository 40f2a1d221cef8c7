import * as spec from 'discord-api-spec/zod';
import { checkedContent } from '../content.ts';
import { tellOfDeletion, tellOfMessage } from '../events.ts';
import { limits } from '../limits.ts';
import { refuse } from '../refuse.ts';
import type { Interaction, Message, State } from '../state.ts';
import { messageJson } from '../message-json.ts';
import { say } from './answers.ts';
import { applyEdit } from './messages.ts';
import type { Asked, Discord, Route } from './route.ts';

const path = '/webhooks/{app}/{token}';
const ofMessage = { path: `${path}/messages/{message}`, token: 'none' } as const;

/** What follows the first answer: for fifteen minutes, by the token of the interaction. */
export const followUp: Route = {
  name: 'execute_webhook',
  verb: 'POST',
  path,
  token: 'none',
  request: () => spec.IncomingWebhookInteractionRequestSchema,
  response: spec.MessageResponseSchema,
  run(discord, asked) {
    const { state } = discord;
    const interaction = interactionOf(state, asked);
    const { original } = interaction;
    // The first one takes the place of a deferred answer, and is seen by whom that was promised to.
    if (original?.loading === true) return edited(discord, original, asked, 'execute_webhook');
    return messageJson(state, say(discord, interaction, 'execute_webhook', asked.args, asked.files), true);
  },
};

export const getAnswer: Route = {
  ...ofMessage,
  name: 'get_webhook_message',
  verb: 'GET',
  request: null,
  response: spec.MessageResponseSchema,
  run: ({ state }, asked) => messageJson(state, messageOf(state, asked), true),
};

export const editAnswer: Route = {
  ...ofMessage,
  name: 'update_webhook_message',
  verb: 'PATCH',
  request: () => spec.IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema,
  response: spec.MessageResponseSchema,
  run: (discord, asked) => edited(discord, messageOf(discord.state, asked), asked, 'update_webhook_message'),
};

export const deleteAnswer: Route = {
  ...ofMessage,
  name: 'delete_webhook_message',
  verb: 'DELETE',
  request: null,
  response: null,
  run({ state, gateway }, asked) {
    const message = messageOf(state, asked);
    message.deleted = true;
    tellOfDeletion(state, gateway, message);
    return undefined;
  },
};

function edited({ state, gateway }: Discord, message: Message, { args, files }: Asked, from: string) {
  const written = checkedContent(state, from, { args, files, before: message, route: 'interaction', repliedTo: null });
  const wasLoading = message.loading;
  applyEdit(state, message, { ...written, loading: false });
  if (wasLoading) message.edits -= 1; // it shows for the first time
  tellOfMessage(state, gateway, 'MESSAGE_UPDATE', message);
  return messageJson(state, message, true);
}

function interactionOf(state: State, { params }: Asked): Interaction {
  const interaction = [...state.interactions.values()].find(({ token }) => token === params.token);
  if (interaction === undefined || params.app !== state.app.id || interaction.answeredWith === null) return refuse(10015);
  if (state.clock.nowMs() - interaction.atMs > limits.interaction.tokenMs) return refuse(50027);
  return interaction;
}

function messageOf(state: State, asked: Asked): Message {
  const interaction = interactionOf(state, asked);
  const { message: id } = asked.params;
  const { original } = interaction;
  if (id === '@original') return original === null || original.deleted ? refuse(10008) : original;
  const said = [...state.ephemerals, ...(state.channels.get(interaction.channel)?.messages ?? [])];
  const found = said.find(
    (message) => message.id === id && !message.deleted && (message.interaction === interaction || message === original),
  );
  return found ?? refuse(10008);
}
