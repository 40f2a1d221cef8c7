import type { Command } from 'commander';
import type { z } from 'zod';
import { exits, Stop } from './exit.ts';

/** The options of a command, parsed; what does not fit is wrong usage. */
export function optionsOf<Chosen>(command: Command, schema: z.ZodType<Chosen>): Chosen {
  const parsed = schema.safeParse(command.opts());
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}.`);
  throw new Stop(exits.usage, [...faults, '(see --help)']);
}
