import type { Command } from 'commander';
import { z } from 'zod';
import { connect, path } from './client.ts';
import { exits, Stop } from './exit.ts';
import { optionsOf } from './options.ts';
import { printerOf } from './print.ts';

const issued = z.looseObject({ code: z.string(), expires_at: z.string() });

const session = z.looseObject({ token: z.string(), expires_at: z.string(), person: z.looseObject({ slug: z.string(), name: z.string() }) });

const options = z.object({ code: z.string().optional() });

export function personLogin(person: Command): void {
  person
    .command('login')
    .argument('[slug]', 'the person; an operator makes a code for them')
    .option('--code <code>', 'the code that an operator gave you; you get your own token')
    .description('make a login code for a person (operator), or turn the code into a token (the person)')
    .addHelpText('after', '\nExamples:\n  gatebell person login mira\n  gatebell person login --code ABCD-EFGH-JKLM')
    .action(async (slug: string | undefined, _: unknown, command: Command) => {
      const { code } = optionsOf(command, options);
      if (code !== undefined) return openSession(code, command);
      if (slug !== undefined) return issueCode(slug, command);
      throw new Stop(exits.usage, ['Name a person, or give a code with --code.']);
    });
}

async function issueCode(slug: string, command: Command): Promise<void> {
  const service = connect(process.env);
  const made = await service.post(path`/v1/people/${slug}/login-codes`, {}, issued);
  const link = `${(process.env.GATEBELL_PUBLIC_URL ?? service.url.href).replace(/\/+$/, '')}/login#${made.code}`;
  printerOf(command).result({ ...made, link }, [
    `Login code of ${slug}, for one use until ${made.expires_at}: ${made.code}`,
    `They sign in on the web with: ${link}`,
    `Or they turn it into their token with: gatebell person login --code ${made.code}`,
  ]);
}

async function openSession(code: string, command: Command): Promise<void> {
  const { GATEBELL_TOKEN: _, ...environment } = process.env;
  const opened = await connect(environment).post('/v1/sessions', { code }, session);
  printerOf(command).result(opened, [
    `You are ${opened.person.name} (${opened.person.slug}) until ${opened.expires_at}.`,
    `Your token, shown only now: ${opened.token}`,
    'Set it as GATEBELL_TOKEN to answer gates.',
  ]);
}
