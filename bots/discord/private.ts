import { Routes } from 'discord.js';
import type { Private } from '../port.ts';
import type { Answer } from './answer.ts';
import type { Arrival } from './arrival.ts';
import { privateMessages, withText } from './content.ts';
import { classOf } from './errors.ts';
import { formModal } from './modal.ts';
import type { Rest } from './rest.ts';

/** Where the presser can be told something. A message has no answer of its own. */
export type Listener = { readonly arrival: Arrival; readonly answer: Answer | null };

export type TellOptions = {
  readonly rest: Rest;
  readonly direct: (user: string) => Promise<string>;
  readonly report: (failure: unknown) => void;
};

const pressAgain = 'The form could not be opened in time. Press again.';
const elsewhere =
  'Gatebell told you privately what came of that, but you take no direct messages from this server. Press a button, or use /gatebell.';

/** Tells the presser alone: as the answer to what they pressed, else directly. Never rejects. */
export async function tellPresser(options: TellOptions, { arrival, answer }: Listener, told: Private): Promise<void> {
  try {
    if (told.form !== null && answer !== null && (await answer.open(formModal(told.form)))) return;
    const lines = told.form === null ? told.lines : [...told.lines, pressAgain];
    const outcome: Private = { ...told, lines, form: null };
    if (answer !== null && (await answer.say(privateMessages(outcome, true)))) return;
    await tellDirectly(options, arrival, outcome);
  } catch (failure) {
    options.report(failure);
  }
}

/** A button counts only where it was put, so nothing can be pressed on what is told elsewhere. */
async function tellDirectly({ rest, direct }: TellOptions, arrival: Arrival, told: Private): Promise<void> {
  const isThere = arrival.guild === null;
  try {
    const channel = isThere ? arrival.channel : await direct(arrival.user);
    for (const body of privateMessages(told, isThere)) await rest({ method: 'post', route: Routes.channelMessages(channel), body });
  } catch (failure) {
    const isRefused = classOf(failure).kind === 'broken-channel';
    if (isRefused && arrival.ticket === null && arrival.said.kind === 'reply' && !isThere) await pointThere(rest, arrival);
  }
}

/** Others read it, so it says nothing of what was pressed or answered. */
async function pointThere(rest: Rest, { id, channel }: Arrival): Promise<void> {
  const message_reference = { message_id: id.split(':')[1] ?? '', fail_if_not_exists: false };
  await rest({ method: 'post', route: Routes.channelMessages(channel), body: { ...withText(elsewhere), message_reference } }).catch(
    () => {},
  );
}
