import type { CallbackQuery } from '../state.ts';
import { messageIn } from '../state.ts';
import type { Prompt, Seen, SeenAlone } from '../what-people-see.ts';
import { promptsOf, seen, seenAlone } from '../what-people-see.ts';
import { createMembership } from './membership.ts';
import type { PeopleContext } from './places.ts';
import { chatNamed, messageNamed } from './places.ts';
import type { PressOn } from './press.ts';
import { press } from './press.ts';
import type { Say } from './talk.ts';
import { command, editSaid, postInChannel, say, sayAsGroup } from './talk.ts';

/** What the people of this Telegram do and see. */
export function createPeople(context: PeopleContext) {
  const { state, updates } = context;
  return {
    press: (on: PressOn): string => press(context, on),
    say: (said: Say): number => say(context, said),
    reply: (said: Say & { readonly to: number }): number => say(context, said),
    command: (given: Say & { readonly bare?: boolean }): number => command(context, given),
    /** Opens the private chat with the bot: it may write there from now on. */
    start: (user: number, payload = ''): number => say(context, { user, chat: user, text: `/start ${payload}`.trim() }),
    editSaid: (edited: { readonly chat: number; readonly message: number; readonly text: string }) => editSaid(context, edited),
    sayAsGroup: (said: Omit<Say, 'user' | 'by'>): number => sayAsGroup(context, said),
    postInChannel: (posted: { readonly chat: number; readonly text: string; readonly linked?: number }): number =>
      postInChannel(context, posted),
    /** An administrator deletes a message; the bot is not told. */
    deleteMessage: (chat: number, message: number) => {
      messageNamed(state, chat, message).deleted = true;
    },
    /** The last update comes once more, under its number. */
    redeliver: (): number => updates.again(),
    ...createMembership(context),
    /** The messages of a chat that are not deleted, oldest first. */
    messages: (chat: number): readonly Seen[] =>
      chatNamed(state, chat)
        .messages.filter(({ deleted }) => !deleted)
        .map(seen),
    message: (chat: number, id: number): Seen | undefined => {
      const message = messageIn(chatNamed(state, chat), id);
      return message === undefined ? undefined : seen(message);
    },
    /** What this person alone was shown, oldest first. */
    alone: (user: number): readonly SeenAlone[] => state.alone.filter((alone) => alone.user === user).flatMap(seenAlone),
    /** What the person pressed and what still turns, because nobody answered. */
    spinning: (user: number): readonly CallbackQuery[] =>
      [...state.queries.values()].filter((query) => query.user === user && query.answer === null),
    prompts: (user: number): readonly Prompt[] => promptsOf(state, user),
    revokeToken: () => {
      state.token = 'revoked';
    },
    restoreToken: () => {
      state.token = 'valid';
    },
  };
}
