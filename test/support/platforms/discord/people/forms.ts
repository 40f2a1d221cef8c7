import type { Json } from '../../json.ts';
import { isJson, listOf, textOf } from '../../json.ts';
import type { Answered } from '../interactions.ts';
import type { Discord } from '../routes/route.ts';
import type { Form, State } from '../state.ts';
import { messageJson } from '../message-json.ts';
import { channelNamed, interactionFrom, personIn } from './origin.ts';

/** Fills in every text input of the form that stands open (or of `form`, also when it is closed) and submits it. */
export type Submit = {
  readonly user: string;
  readonly text: string;
  readonly form?: string | undefined;
  readonly ageMs?: number | undefined;
};

export async function submit({ state, interactions }: Discord, { user: id, text, form: formId, ageMs }: Submit): Promise<Answered> {
  const form = formId === undefined ? openFormOf(state, id) : state.forms.find((one) => one.id === formId);
  if (form === undefined) throw new Error(`${id} has no form open`);
  const { channel: channelId, guild, message } = form.openedBy;
  const channel = channelNamed(state, channelId);
  const user = personIn(state, id, channel, guild ?? undefined);
  const data = { custom_id: form.customId, components: form.components.map((part) => filledIn(part, text)) };
  const pressed = message === null ? {} : { message: messageJson(state, message, true) };
  const outcome = await interactions.begin({
    kind: 'modal',
    user: user.id,
    channel: channel.id,
    guild,
    message,
    ageMs,
    payload: (interaction, token) => ({
      ...interactionFrom(state, user, channel, guild),
      id: interaction,
      token,
      type: 5,
      data,
      ...pressed,
    }),
  });
  if (outcome.result === 'answered') form.state = 'closed';
  else form.trouble = 'Something went wrong. Try again.';
  return outcome;
}

export function openFormOf(state: State, user: string): Form | undefined {
  return state.forms.findLast((form) => form.user === user && form.state === 'open');
}

/** Closes the form. The app hears nothing of it. */
export function closeForm(state: State, user: string): void {
  const form = openFormOf(state, user);
  if (form === undefined) throw new Error(`${user} has no form open`);
  form.state = 'closed';
}

/** Discord's own client lets nobody submit a text that an input does not take. */
function filledIn(part: Json, text: string): Json {
  const { type, id } = part;
  switch (type) {
    case 1:
      return { type, id, components: listOf(part.components).map((inner) => filledIn(inner, text)) };
    case 18:
      return { type, id, component: isJson(part.component) ? filledIn(part.component, text) : {} };
    case 4: {
      const { min_length: min = 0, max_length: max = 4_000, required = true } = part;
      if (text.length > Number(max) || (text.length < Number(min) && text !== ''))
        throw new Error(`the form takes ${min} to ${max} characters, not ${text.length}`);
      if (required === true && text === '') throw new Error('the form asks for a text');
      return { type, id, custom_id: part.custom_id, value: text };
    }
    case 3:
      return { type, id, custom_id: part.custom_id, values: [textOf(listOf(part.options)[0]?.value)] };
    default:
      return { type, id };
  }
}
