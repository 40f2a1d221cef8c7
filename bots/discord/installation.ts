import { OAuth2Scopes, PermissionFlagsBits } from 'discord.js';
import type { Trouble } from '../port.ts';

/** What the bot needs in a channel: what each is for stands in README.md. */
const permissions =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.ReadMessageHistory;

/** Where a person who manages a server lets the bot in, with its commands and with no more permissions than it needs. */
export function inviteLink(application: string, guild: string | null): string {
  const asked = new URLSearchParams({
    client_id: application,
    scope: `${OAuth2Scopes.Bot} ${OAuth2Scopes.ApplicationsCommands}`,
    permissions: String(permissions),
    ...(guild === null ? {} : { guild_id: guild }),
  });
  return `https://discord.com/oauth2/authorize?${asked}`;
}

export function notInGuild(application: string, guild: string | null): Trouble {
  return {
    reason: guild === null ? 'The bot is in no server' : `The bot is not in the server ${guild}`,
    fix: `Open ${inviteLink(application, guild)} and let it in${guild === null ? '' : ', or set DISCORD_GUILD_ID to another server'}.`,
  };
}

export function noCommands(application: string, guild: string | null, why: string): Trouble {
  return {
    reason: `The app cannot register its commands (scope applications.commands): ${why}`,
    fix: `Open ${inviteLink(application, guild)} once more: it adds the commands to the server.`,
  };
}
