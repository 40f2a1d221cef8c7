import type { Acknowledged } from '../deliveries.ts';
import { encoded, postSigned } from '../http-deliveries.ts';
import type { Posted, Signing } from '../http-deliveries.ts';
import type { Json } from '../../json.ts';
import type { OpenedView } from '../state.ts';
import { openViewOf } from '../methods/views.ts';
import type { Seen } from '../what-people-see.ts';
import { read, seen } from '../what-people-see.ts';
import type { Submit } from './forms.ts';
import { closeForm, submit } from './forms.ts';
import { channelNamed } from './interaction.ts';
import type { PeopleContext, PressOn } from './press.ts';
import { press } from './press.ts';
import type { Command, Say, Shortcut } from './talk.ts';
import { command, deleteMessageOf, editSaid, say, shortcut } from './talk.ts';

export type SeenAlone = { readonly channel: string; readonly from: string; readonly shown: string; readonly buttons: readonly string[] };

/** What the people of the workspace do and see. */
export function createPeople(context: PeopleContext) {
  const { state, deliver } = context;
  const nameOf = (user: string) => state.users.get(user)?.realName ?? user;
  return {
    press: (on: PressOn): Promise<Acknowledged> => press(context, on),
    say: (said: Say): string => say(context, said),
    editSaid: (channel: string, ts: string, text: string) => editSaid(context, channel, ts, text),
    deleteMessage: (channel: string, ts: string) => deleteMessageOf(context, channel, ts),
    command: (given: Command): Promise<Acknowledged> => command(context, given),
    shortcut: (taken: Shortcut): Promise<Acknowledged> => shortcut(context, taken),
    submit: (submitted: Submit): Promise<Acknowledged> => submit(context, submitted),
    closeForm: (user: string) => closeForm(context, user),
    redeliver: (): Promise<Acknowledged> => deliver.again(),
    openHome: (user: string): Promise<Acknowledged> => {
      return deliver.event({ type: 'app_home_opened', user, channel: `D${user.slice(1)}`, tab: 'home', event_ts: state.nextTs() });
    },
    /** The messages of a channel that are not deleted, oldest first. */
    messages: (channel: string): readonly Seen[] =>
      channelNamed(state, channel)
        .messages.filter(({ deleted }) => !deleted)
        .map((message) => seen(message, nameOf)),
    /** What this person alone was shown, oldest first. */
    alone: (user: string): readonly SeenAlone[] =>
      state.ephemerals
        .filter((ephemeral) => ephemeral.user === user)
        .map((ephemeral) => ({ channel: ephemeral.channel, from: ephemeral.from, ...read(ephemeral, false, nameOf) })),
    form: (user: string): OpenedView | undefined => openViewOf(state, user),
    formText: (user: string): string => {
      const form = openViewOf(state, user);
      return form === undefined ? '' : read({ text: '', blocks: form.view.blocks as readonly Json[] }, false, nameOf).shown;
    },
    archive(channel: string) {
      const archived = channelNamed(state, channel);
      const ts = state.nextTs();
      if (archived.members.has(state.app.botUser)) {
        void deliver.event({
          type: 'message',
          subtype: 'channel_archive',
          channel,
          channel_type: 'channel',
          user: 'U0MARA',
          text: '',
          ts,
          event_ts: ts,
        });
      }
      archived.archived = true;
    },
    unarchive: (channel: string) => {
      channelNamed(state, channel).archived = false;
    },
    removeBot: (channel: string) => void channelNamed(state, channel).members.delete(state.app.botUser),
    invite: (channel: string, user = state.app.botUser) => void channelNamed(state, channel).members.add(user),
    revokeToken: () => {
      state.token = 'revoked';
    },
    restoreToken: () => {
      state.token = 'valid';
    },
    /** Anything at all, to the request URL, with a signature that may be wrong. */
    postForged: (url: string, kind: 'events_api' | 'interactive' | 'slash_commands', payload: Json, signing: Signing): Promise<Posted> => {
      const [contentType, body] = encoded({ kind, payload, retry: null });
      return postSigned(state, url, contentType, body, signing);
    },
  };
}
