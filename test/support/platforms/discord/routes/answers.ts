import * as spec from 'discord-api-spec/zod';
import type { Json } from '../../json.ts';
import { isJson, listOf, textOf } from '../../json.ts';
import type { UploadedFile } from '../body.ts';
import { twice, withPaths } from '../components.ts';
import { checkedContent } from '../content.ts';
import { tellOfMessage } from '../events.ts';
import { limits } from '../limits.ts';
import { refuse, refuseForm, refusePart } from '../refuse.ts';
import type { Interaction, Message, State } from '../state.ts';
import { aMessage } from '../state.ts';
import { componentsV2Flag, ephemeralFlag, messageJson } from '../message-json.ts';
import { numbered } from '../parts.ts';
import { applyEdit } from './messages.ts';
import type { Discord, Route } from './route.ts';

/** Which answers each kind of interaction takes. */
const takes = { command: [4, 5, 9], component: [4, 5, 6, 7, 9], modal: [4, 5, 6, 7] } as const satisfies Record<
  Interaction['kind'],
  readonly number[]
>;
const wireType = { command: 2, component: 3, modal: 5 } as const;

/** The first answer to an interaction: within three seconds, and once. */
export const answerInteraction: Route = {
  name: 'create_interaction_response',
  verb: 'POST',
  path: '/interactions/{interaction}/{token}/callback',
  token: 'none',
  request: schemaOfAnswer,
  response: spec.InteractionCallbackResponseSchema,
  run(discord, { params, query, args, files }) {
    const { state, interactions } = discord;
    const interaction = state.interactions.get(params.interaction ?? '');
    const ageMs = state.clock.nowMs() - (interaction?.atMs ?? 0);
    if (interaction === undefined || interaction.token !== params.token) return refuse(10062);
    if (interaction.answeredWith !== null) return refuse(40060);
    if (ageMs > limits.interaction.answerMs) return refuse(10062);
    const type = Number(args.type);
    const allowed: readonly number[] = interaction.kind === 'modal' && interaction.message === null ? [4, 5] : takes[interaction.kind];
    if (!allowed.includes(type)) refusePart(['type'], 'BASE_TYPE_CHOICES', `Value must be one of {${allowed.join(', ')}}.`);
    const message = answer(discord, interaction, type, isJson(args.data) ? args.data : {}, files);
    interaction.original = message;
    interactions.answered(interaction, type);
    return query.get('with_response') === 'true' ? withResponse(state, interaction, type, message) : undefined;
  },
};

function schemaOfAnswer(json: unknown) {
  switch (isJson(json) ? json.type : undefined) {
    case 4:
    case 5:
      return spec.CreateMessageInteractionCallbackRequestSchema;
    case 6:
    case 7:
      return spec.UpdateMessageInteractionCallbackRequestSchema;
    case 9:
      return spec.ModalInteractionCallbackRequestSchema;
    default:
      return null;
  }
}

/** Does what an answer of this type does; gives the message that it makes or changes. */
function answer(discord: Discord, interaction: Interaction, type: number, given: Json, files: readonly UploadedFile[]): Message | null {
  const { state, gateway } = discord;
  switch (type) {
    case 4:
      return say(discord, interaction, 'create_interaction_response', given, files, ['data']);
    case 5: {
      const flags = Number(given.flags ?? 0);
      if ((flags & ~(ephemeralFlag | componentsV2Flag)) !== 0)
        state.warnings.push(`create_interaction_response: flags ${flags} at a deferral`);
      return put(discord, interaction, { loading: true, flags: flags & (ephemeralFlag | componentsV2Flag) });
    }
    case 6:
      return interaction.message;
    case 7: {
      const pressed = interaction.message ?? refuse(10008);
      const written = checkedContent(state, 'create_interaction_response', {
        args: given,
        files,
        before: pressed,
        route: 'interaction',
        at: ['data'],
        repliedTo: null,
      });
      applyEdit(state, pressed, written);
      tellOfMessage(state, gateway, 'MESSAGE_UPDATE', pressed);
      return pressed;
    }
    default:
      openForm(state, interaction, given);
      return null;
  }
}

/** A message of an interaction, seen by all or by one person alone. */
export function say(
  discord: Discord,
  interaction: Interaction,
  from: string,
  args: Json,
  files: readonly UploadedFile[],
  at: readonly PropertyKey[] = [],
): Message {
  const written = checkedContent(discord.state, from, { args, files, before: null, route: 'interaction', at, repliedTo: null });
  return put(discord, interaction, written);
}

function put({ state, gateway }: Discord, interaction: Interaction, written: Partial<Message>): Message {
  const alone = ((written.flags ?? 0) & ephemeralFlag) !== 0 ? interaction.user : null;
  const { channel } = interaction;
  const message = aMessage({
    id: state.nextId(),
    channel,
    author: state.app.id,
    own: true,
    webhook: state.app.id,
    interaction,
    alone,
    ...written,
  });
  if (alone === null) state.channels.get(channel)?.messages.push(message);
  else state.ephemerals.push(message);
  tellOfMessage(state, gateway, 'MESSAGE_CREATE', message);
  return message;
}

function openForm(state: State, openedBy: Interaction, given: Json): void {
  const components = listOf(given.components);
  const parts = withPaths(components, ['data', 'components']);
  const { parts: most } = limits.modal;
  const faults = [
    ...(components.length > most
      ? [{ path: ['data', 'components'], code: 'BASE_TYPE_BAD_LENGTH', message: `Must be between 1 and ${most} in length.` }]
      : []),
    ...twice(parts, 'custom_id', 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated'),
    ...twice(parts, 'id', 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated'),
    ...parts.flatMap(({ part, path }) => {
      if (part.type !== 4) return [];
      const [min, max, value] = [Number(part.min_length ?? 0), Number(part.max_length ?? limits.modal.textInput), textOf(part.value)];
      const inRow = path.at(-2) === 'components';
      return [
        ...(min > max ? [{ path: [...path, 'min_length'], code: 'BASE_TYPE_MIN', message: 'min_length is more than max_length' }] : []),
        ...(value.length > max
          ? [{ path: [...path, 'value'], code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${max} or fewer in length.` }]
          : []),
        ...(inRow && textOf(part.label) === ''
          ? [{ path: [...path, 'label'], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }]
          : []),
        ...(!inRow && part.label
          ? [{ path: [...path, 'label'], code: 'COMPONENT_LABEL', message: 'A text input in a label has none itself' }]
          : []),
      ];
    }),
  ];
  if (faults.length > 0) refuseForm(faults);
  if (components.some(({ type }) => type === 1))
    state.warnings.push('create_interaction_response: text inputs in action rows are deprecated');
  const { user } = openedBy;
  for (const form of state.forms) if (form.user === user) form.state = 'closed';
  state.forms.push({
    id: state.nextId(),
    user,
    openedBy,
    customId: textOf(given.custom_id),
    title: textOf(given.title),
    components: numbered(components),
    state: 'open',
    trouble: null,
  });
}

function withResponse(state: State, { id, kind }: Interaction, type: number, message: Message | null): Json {
  const about =
    message === null
      ? {}
      : { response_message_id: message.id, response_message_loading: message.loading, response_message_ephemeral: message.alone !== null };
  const shows = message !== null && (type === 4 || type === 7);
  return {
    interaction: { id, type: wireType[kind], ...about },
    ...(shows ? { resource: { type, message: messageJson(state, message, true) } } : {}),
  };
}
