import type { Acknowledged, Deliver } from '../deliveries.ts';
import type { Json } from '../../json.ts';
import { isJson, listOf, textOf } from '../../json.ts';
import { elementsOf } from '../lengths.ts';
import { messageJson } from '../methods/channels.ts';
import type { Channel, Message, State } from '../state.ts';
import type { Lateness } from './interaction.ts';
import { channelJson, channelNamed, interactionFrom, newResponseUrl, newTrigger, personIn, tellTrouble } from './interaction.ts';

export type PeopleContext = { readonly state: State; readonly deliver: Deliver; readonly baseUrl: () => string };

/** A button, or an option of a menu, by what stands on it, its `action_id` or its value. */
export type PressOn = Lateness & {
  readonly user: string;
  readonly channel: string;
  readonly on: string;
  /** The message; the newest one with such a button when it is left out. */
  readonly ts?: string | undefined;
  /** Says yes in the dialog that asks once more, where there is one. */
  readonly confirmed?: boolean;
  /** Looks still at an earlier version of the message, and presses what stood there. */
  readonly stale?: boolean;
  /** Instead of the value that stands there: what a forged or altered button would send. */
  readonly forged?: Json;
};

/** A person presses. Throws when there is nothing to press: then the person saw no such button. */
export async function press(context: PeopleContext, on: PressOn): Promise<Acknowledged> {
  const { state } = context;
  const channel = channelNamed(state, on.channel);
  const user = personIn(state, on.user, channel);
  const { message, block, element, option, ephemeral } = find(state, channel, on);
  const payload = {
    ...interactionFrom(state, user),
    type: 'block_actions',
    container: { type: 'message', message_ts: message.ts, channel_id: channel.id, is_ephemeral: ephemeral },
    trigger_id: newTrigger(state, user.id, on),
    channel: channelJson(channel),
    ...(ephemeral ? {} : { message: messageJson(state, channel, message, true) }),
    state: { values: {} },
    response_url: newResponseUrl(state, context.baseUrl(), {
      user: user.id,
      channel: channel.id,
      thread: message.thread,
      message: message.ts,
    }),
    actions: [{ ...action(state, block, element, option), ...on.forged }],
  };
  const outcome = await context.deliver.interaction('interactive', payload);
  tellTrouble(state, user.id, channel.id, outcome, 'This app did not react to the press');
  return outcome;
}

type Found = {
  readonly message: Message;
  readonly block: Json;
  readonly element: Json;
  readonly option: Json | null;
  readonly ephemeral: boolean;
};

function find(state: State, channel: Channel, on: PressOn): Found {
  for (const { message, ephemeral } of visibleTo(state, channel, on.user)) {
    if (on.ts !== undefined && message.ts !== on.ts) continue;
    for (const block of [message.blocks, ...(on.stale === true ? message.earlier : [])].flat()) {
      for (const element of elementsOf(block)) {
        const option = [...listOf(element.options), ...listOf(element.option_groups).flatMap((group) => listOf(group.options))].find(
          (one) => fits(one, on.on),
        );
        if (option === undefined && !(element.type === 'button' && fits(element, on.on))) continue;
        if (isJson(element.confirm) && on.confirmed !== true) throw new Error(`"${on.on}" asks once more; say \`confirmed\``);
        return { message, block, element, option: option ?? null, ephemeral };
      }
    }
  }
  throw new Error(`nothing to press called "${on.on}" in ${channel.id}${on.ts === undefined ? '' : ` at ${on.ts}`}`);
}

/** Newest first: the messages of a channel, and what this person alone saw there. */
function visibleTo(state: State, channel: Channel, user: string): readonly { message: Message; ephemeral: boolean }[] {
  const shared = channel.messages.filter((message) => !message.deleted).map((message) => ({ message, ephemeral: false }));
  const alone = state.ephemerals
    .filter((seen) => seen.user === user && seen.channel === channel.id)
    .map(({ ts, text, blocks, thread }) => ({ message: ephemeralMessage(state, ts, text, blocks, thread), ephemeral: true }));
  return [...shared, ...alone].sort((a, b) => (a.message.ts < b.message.ts ? 1 : -1));
}

function ephemeralMessage(state: State, ts: string, text: string, blocks: readonly Json[], thread: string | null): Message {
  const fixed = { own: true, bot: true, broadcast: false, earlier: [], metadata: null, edits: 0, deleted: false, parsesNames: false };
  return { ts, user: state.app.botUser, thread, text, blocks, ...fixed };
}

function fits(one: Json, on: string): boolean {
  const label = isJson(one.text) ? textOf(one.text.text) : '';
  return label === on || one.action_id === on || one.value === on;
}

function action(state: State, block: Json, element: Json, option: Json | null): Json {
  const fixed = { action_id: element.action_id, block_id: block.block_id, type: element.type, action_ts: state.nextTs() };
  if (option !== null) return { ...fixed, selected_option: option, placeholder: element.placeholder };
  const { text, value, style, confirm } = element;
  return {
    ...fixed,
    text,
    ...(value === undefined ? {} : { value }),
    ...(style === undefined ? {} : { style }),
    ...(confirm === undefined ? {} : { confirm }),
  };
}
