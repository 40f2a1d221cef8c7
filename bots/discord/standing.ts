import { DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js';
import { z } from 'zod';
import type { Standing } from '../port.ts';
import type { Arrival } from './arrival.ts';
import { discordTimes } from './limits.ts';
import type { Rest } from './rest.ts';

export type StandingOptions = {
  readonly rest: Rest;
  /** The one server that counts, or null. */
  readonly guildId: string | null;
  /** The servers of the bot; null while they are not known. */
  readonly guilds: () => ReadonlySet<string> | null;
  readonly nowMs: () => number;
};

type Known = { readonly standing: Standing; readonly until: number };

const guildsAskedMax = 10;
const notThere: readonly (number | string)[] = [RESTJSONErrorCodes.UnknownMember, RESTJSONErrorCodes.UnknownUser];
const member = z.object({ user: z.object({ bot: z.boolean().nullish() }), pending: z.boolean().nullish() });

/**
 * What somebody is. A press in a server that counts says so itself; elsewhere (direct messages, what is heard again later) Discord
 * is asked. An answer is used for a minute; a failure to ask is never remembered.
 */
export function createStandings(options: StandingOptions): (arrival: Arrival) => Promise<Standing> {
  const { guildId, guilds, nowMs } = options;
  const standings = new Map<string, Known>();

  return async ({ user, guild, standing }) => {
    if (standing === 'bot' || standing === 'stranger') return standing;
    if (guild !== null && isElsewhere(guild)) return 'stranger';
    if (standing !== null) return standing;
    const now = nowMs();
    for (const [id, { until }] of standings) if (until <= now) standings.delete(id);
    const name = `${guild ?? ''}:${user}`;
    const remembered = standings.get(name);
    if (remembered !== undefined) return remembered.standing;
    const asked = guildId ?? guild;
    const found = await askStanding(options.rest, asked === null ? [...(guilds() ?? [])].slice(0, guildsAskedMax) : [asked], user);
    if (found !== 'unverified') standings.set(name, { standing: found, until: now + discordTimes.standingKeptMs });
    return found;
  };

  function isElsewhere(guild: string): boolean {
    if (guildId !== null) return guild !== guildId;
    return guilds()?.has(guild) === false;
  }
}

/** A member of any of these servers is one; a stranger is in none of them. */
async function askStanding(rest: Rest, guilds: readonly string[], user: string): Promise<Standing> {
  let isAsked = guilds.length > 0;
  for (const guild of guilds) {
    try {
      const found = member.parse(await rest({ method: 'get', route: Routes.guildMember(guild, user) }));
      if (found.user.bot === true) return 'bot';
      return found.pending === true ? 'guest' : 'member';
    } catch (failure) {
      if (!(failure instanceof DiscordAPIError && notThere.includes(failure.code))) isAsked = false;
    }
  }
  return isAsked ? 'stranger' : 'unverified';
}
