import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  Routes,
} from 'discord.js';
import { z } from 'zod';
import { commandNames } from './interactions.ts';
import type { Rest } from './rest.ts';

const lineCommand = {
  type: ApplicationCommandType.ChatInput,
  name: commandNames.line,
  description: 'Gates that wait for you, answers, notes: /gatebell help',
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'text',
      description: 'What you want: gates, g3, g3 yes, undo g3, status, help',
      required: true,
    },
  ],
} as const;

const messageCommand = { type: ApplicationCommandType.Message, name: commandNames.message } as const;

/** In servers that let the bot in and in direct messages; not where only a person installed it. */
const everywhere = {
  integration_types: [ApplicationIntegrationType.GuildInstall],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
} as const;

/**
 * Makes the commands of the app these, in one server or in all: asked first, and written only when they differ, because Discord
 * takes 200 a day. Rejects as the calls of Discord do. Whether they were written.
 */
export async function registerCommands(rest: Rest, application: string, guild: string | null): Promise<boolean> {
  const route = guild === null ? Routes.applicationCommands(application) : Routes.applicationGuildCommands(application, guild);
  const wanted = [lineCommand, messageCommand].map((command) => (guild === null ? { ...command, ...everywhere } : command));
  const there = await rest({ method: 'get', route });
  if (sameCommands(there, wanted)) return false;
  await rest({ method: 'put', route, body: wanted });
  return true;
}

const option = z.object({ type: z.number(), name: z.string(), description: z.string(), required: z.boolean().optional() });
const command = z.object({
  type: z.number().default(ApplicationCommandType.ChatInput),
  name: z.string(),
  description: z.string().default(''),
  options: z.array(option).default([]),
  integration_types: z.array(z.number()).nullish(),
  contexts: z.array(z.number()).nullish(),
});
const registered = z.array(command);

function sameCommands(there: unknown, wanted: readonly unknown[]): boolean {
  const [found, meant] = [registered.safeParse(there), registered.parse(wanted)];
  return found.success && JSON.stringify(sorted(found.data, meant)) === JSON.stringify(sorted(meant, meant));
}

/** Discord adds fields of its own; where nothing is wanted of one, what stands there does not matter. */
function sorted(commands: z.infer<typeof registered>, meant: z.infer<typeof registered>) {
  const isGlobal = meant.some(({ contexts }) => contexts !== undefined);
  return commands
    .map(({ integration_types, contexts, ...rest }) => (isGlobal ? { ...rest, integration_types, contexts } : rest))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
