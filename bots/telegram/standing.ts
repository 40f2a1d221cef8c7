import { z } from 'zod';
import type { Standing } from '../port.ts';
import type { Client } from './client.ts';
import { classOf } from './errors.ts';
import { telegramTimes } from './limits.ts';

type Known = { readonly standing: Standing; readonly until: number };

export type Standings = {
  /** Asks Telegram what somebody is in a chat. An answer is used for a minute; a failure to ask is never remembered. */
  of(chat: number, user: number): Promise<Standing>;
  /** Something changed there. */
  forget(chat: number): void;
};

export function createStandings(client: Client, nowMs: () => number): Standings {
  const standings = new Map<string, Known>();
  return {
    async of(chat, user) {
      // Whoever writes to the bot alone is there.
      if (chat === user) return 'member';
      const now = nowMs();
      for (const [name, { until }] of standings) if (until <= now) standings.delete(name);
      const name = `${chat}:${user}`;
      const remembered = standings.get(name);
      if (remembered !== undefined) return remembered.standing;
      const standing = await askStanding(client, chat, user);
      if (standing !== 'unverified') standings.set(name, { standing, until: now + telegramTimes.standingKeptMs });
      return standing;
    },
    forget(chat) {
      for (const name of standings.keys()) if (name.startsWith(`${chat}:`)) standings.delete(name);
    },
  };
}

const member = z.object({
  status: z.enum(['creator', 'administrator', 'member', 'restricted', 'left', 'kicked']),
  is_member: z.boolean().optional(),
  user: z.object({ is_bot: z.boolean() }),
});

const nobody = /user not found|member not found|participant_id_invalid|user_id_invalid/i;

async function askStanding(client: Client, chat: number, user: number): Promise<Standing> {
  try {
    const found = member.safeParse(await client.getChatMember(chat, user));
    if (!found.success) return 'unverified';
    const { status, is_member: isMember, user: who } = found.data;
    if (who.is_bot) return 'bot';
    switch (status) {
      case 'creator':
      case 'administrator':
      case 'member':
        return 'member';
      case 'restricted':
        return isMember === false ? 'stranger' : 'guest';
      case 'left':
      case 'kicked':
        return 'stranger';
    }
  } catch (failure) {
    return nobody.test(classOf(failure).reason) ? 'stranger' : 'unverified';
  }
}
