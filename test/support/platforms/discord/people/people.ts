import type { Answered } from '../interactions.ts';
import { directChannel } from '../routes/channels.ts';
import type { Discord } from '../routes/route.ts';
import type { Form } from '../state.ts';
import type { Seen, SeenAlone } from '../what-people-see.ts';
import { formShown, seen, seenAlone } from '../what-people-see.ts';
import type { Command, MenuCommand } from './commands.ts';
import { command, menuCommand } from './commands.ts';
import type { Submit } from './forms.ts';
import { closeForm, openFormOf, submit } from './forms.ts';
import { createModerators } from './moderate.ts';
import { channelNamed, userNamed } from './origin.ts';
import type { PressOn } from './press.ts';
import { press } from './press.ts';
import type { Say } from './talk.ts';
import { deleteSaid, editSaid, say, sayByHook } from './talk.ts';

/** What the people of the guild do and see. */
export function createPeople(discord: Discord) {
  const { state, interactions } = discord;
  return {
    ...createModerators(discord),
    press: (on: PressOn): Promise<Answered> => press(discord, on),
    command: (given: Command): Promise<Answered> => command(discord, given),
    menuCommand: (given: MenuCommand): Promise<Answered> => menuCommand(discord, given),
    submit: (submitted: Submit): Promise<Answered> => submit(discord, submitted),
    closeForm: (user: string) => closeForm(state, user),
    /** Gives the id of the message. With `replyTo` it is a reply; `ping: false` switches the mention off. */
    say: (said: Say): string => say(discord, said),
    sayByHook: (channel: string, text: string, replyTo?: string): string => sayByHook(discord, channel, text, replyTo),
    editSaid: (channel: string, message: string, text: string) => editSaid(discord, channel, message, text),
    deleteMessage: (channel: string, message: string) => deleteSaid(discord, channel, message),
    /** The channel of direct messages with the bot; it is opened when it is not there. */
    directChannel: (user: string): string => directChannel(state, userNamed(state, user).id).id,
    /** Tells the bot the last interaction again, `times` times at once. */
    redeliver: (times = 1) => interactions.redeliver(times),
    /** The messages of a channel that are not deleted, oldest first. */
    messages: (channel: string): readonly Seen[] =>
      channelNamed(state, channel)
        .messages.filter(({ deleted }) => !deleted)
        .map((message) => seen(state, message)),
    /** What this person alone was shown, oldest first: by the bot, in direct messages, or by Discord itself. */
    alone: (user: string): readonly SeenAlone[] => seenAlone(state, user),
    form: (user: string): Form | undefined => openFormOf(state, user),
    formText(user: string): string {
      const form = openFormOf(state, user);
      return form === undefined ? '' : formShown(state, form);
    },
  };
}
