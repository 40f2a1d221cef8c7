import { z } from 'zod';
import { commands } from '../commands.ts';
import { cut } from '../text.ts';
import type { Self } from './arrival.ts';
import type { Client } from './client.ts';
import { telegramLimits } from './limits.ts';

const me = z.object({ id: z.int().positive(), username: z.string().min(1) });

/** Asks Telegram whose token this is. Rejects as its calls do. */
export async function askSelf(client: Client): Promise<Self> {
  const found = me.safeParse(await client.getMe());
  if (!found.success) throw new Error('Telegram took the token and did not say whose it is');
  return found.data;
}

/** The commands as Telegram offers them while somebody types. */
export const menu = Object.entries(commands).map(([command, { summary }]) => ({
  command,
  description: cut(summary, telegramLimits.commandDescriptionMax),
}));

/** Tells Telegram the commands, when it has others. */
export async function registerCommands(client: Client): Promise<void> {
  const registered = z.array(z.object({ command: z.string(), description: z.string() })).safeParse(await client.getMyCommands());
  if (JSON.stringify(registered.data) !== JSON.stringify(menu)) await client.setMyCommands(menu);
}
