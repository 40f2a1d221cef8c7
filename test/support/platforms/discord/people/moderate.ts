import { cast } from '../cast.ts';
import { tellOfChannel } from '../events.ts';
import type { Permission } from '../permissions.ts';
import type { Discord } from '../routes/route.ts';
import { aChannel } from '../state.ts';
import { guildJson } from '../guild-json.ts';
import { memberJson } from '../wire.ts';
import { channelNamed, userNamed } from './origin.ts';

/** What moderators of the guild do to its channels, its people and its bot. */
export function createModerators(discord: Discord) {
  const { state, gateway } = discord;

  function update(channelId: string): void {
    const channel = channelNamed(state, channelId);
    tellOfChannel(state, gateway, channel.kind === 'thread' ? 'THREAD_UPDATE' : 'CHANNEL_UPDATE', channel);
  }

  return {
    /** A person opens a thread, at a message or without one; gives its id. */
    openThread(
      parent: string,
      { message, name = 'thread', by = cast.mara }: { message?: string; name?: string; by?: string } = {},
    ): string {
      const thread = aChannel({ id: message ?? state.nextId(), name, kind: 'thread', parent: channelNamed(state, parent).id, owner: by });
      state.channels.set(thread.id, thread);
      tellOfChannel(state, gateway, 'THREAD_CREATE', thread, { newly_created: true });
      return thread.id;
    },
    archive(thread: string, { locked = false }: { locked?: boolean } = {}) {
      const channel = channelNamed(state, thread);
      if (channel.kind !== 'thread') throw new Error(`${channel.name} is no thread`);
      channel.archived = true;
      channel.locked = locked;
      update(thread);
    },
    unarchive(thread: string) {
      const channel = channelNamed(state, thread);
      channel.archived = false;
      channel.locked = false;
      update(thread);
    },
    deleteChannel(channelId: string) {
      const channel = channelNamed(state, channelId);
      tellOfChannel(state, gateway, channel.kind === 'thread' ? 'THREAD_DELETE' : 'CHANNEL_DELETE', channel);
      channel.deleted = true;
    },
    /** Denies the bot these permissions in a channel. */
    deny(channel: string, ...permissions: readonly Permission[]) {
      for (const permission of permissions) channelNamed(state, channel).denied.add(permission);
      update(channel);
    },
    /** Takes such a denial back: of these permissions, or of all. */
    allow(channel: string, ...permissions: readonly Permission[]) {
      const { denied } = channelNamed(state, channel);
      if (permissions.length === 0) denied.clear();
      for (const permission of permissions) denied.delete(permission);
      update(channel);
    },
    kickBot() {
      state.guild.joined = false;
      gateway.dispatch({ event: 'GUILD_DELETE', intent: 'Guilds', payload: () => ({ id: state.guild.id }) });
    },
    inviteBot() {
      state.guild.joined = true;
      gateway.dispatch({ event: 'GUILD_CREATE', intent: 'Guilds', payload: () => guildJson(state) });
    },
    /** Whether the bot was invited with the scope for commands. */
    allowCommands(allowed: boolean) {
      state.guild.commandsAllowed = allowed;
    },
    /** A member leaves the guild, or comes (back). */
    leave(user: string) {
      userNamed(state, user).guilds.delete(state.guild.id);
      gateway.dispatch({
        event: 'GUILD_MEMBER_REMOVE',
        intent: 'GuildMembers',
        payload: () => ({ guild_id: state.guild.id, user: { id: user } }),
      });
    },
    join(user: string) {
      const member = userNamed(state, user);
      member.guilds.add(state.guild.id);
      gateway.dispatch({
        event: 'GUILD_MEMBER_ADD',
        intent: 'GuildMembers',
        payload: () => ({ ...memberJson(state, member), guild_id: state.guild.id }),
      });
    },
    /** A person takes direct messages no more, or again. */
    closeDirects(user: string, closed = true) {
      userNamed(state, user).directsClosed = closed;
    },
    /** The token is reset: calls meet 401, and every session ends with 4004. */
    revokeToken() {
      state.token = 'revoked';
      gateway.hangUp(4004);
    },
    restoreToken() {
      state.token = 'valid';
    },
  };
}
