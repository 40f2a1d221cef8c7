import { and, eq, gt, lte } from 'drizzle-orm';
import type { Reads } from '../../src/ports.ts';
import { prompt } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileWrite, given } from './compile.ts';

export const promptQueries = {
  prompt: compile(
    build
      .select({ account: prompt.account, token: prompt.token })
      .from(prompt)
      .where(and(eq(prompt.id, given('id')), gt(prompt.expires_at, given('now')))),
  ),
};

export const promptWrites = {
  keep: compileWrite(
    build
      .insert(prompt)
      .values({ id: given('id'), account: given('account'), token: given('token'), expires_at: given('expires_at') })
      .onConflictDoNothing(),
  ),
  purge: compileWrite(build.delete(prompt).where(lte(prompt.expires_at, given('now')))),
};

export function promptReads(ask: Ask): Pick<Reads, 'prompt'> {
  return { prompt: async (platform, message, now) => (await ask(promptQueries.prompt, { id: `${platform}:${message}`, now }))[0] };
}
