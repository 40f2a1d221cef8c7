import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';

/** What signs button tokens: the secret of the environment, else one that the installation made at its first start. */
export async function signingSecrets(
  config: Pick<Config, 'secret' | 'secretPrevious'>,
  setting: (name: string, first: string) => Promise<string>,
): Promise<{ readonly current: string; readonly previous: string | null }> {
  const own = await setting('secret', randomBytes(32).toString('base64url'));
  if (config.secret === undefined) return { current: own, previous: config.secretPrevious ?? null };
  return { current: config.secret, previous: config.secretPrevious ?? own };
}
