import { house } from '../src/ids.ts';
import type { Token } from '../src/people/credential.ts';
import type { Kernel } from './kernel.ts';

const rememberedMax = 1_000;

/**
 * Finds tokens by their hash, and reads a live one once instead of with every call. Each commit in the house forgets all of
 * them; and whatever is run checks the token again where it runs.
 */
export function rememberTokens({ reads, onCommitted }: Pick<Kernel, 'reads' | 'onCommitted'>): Kernel['tokenByHash'] {
  const remembered = new Map<string, Token>();
  let houseCommits = 0;
  onCommitted(({ streams }) => {
    if (!streams.includes(house)) return;
    houseCommits += 1;
    remembered.clear();
  });
  return async (hash) => {
    const known = remembered.get(hash);
    if (known !== undefined) return known;
    const readAt = houseCommits;
    const token = await reads.tokenByHash(hash);
    if (token?.state !== 'live' || readAt !== houseCommits) return token;
    if (remembered.size >= rememberedMax) remembered.clear();
    remembered.set(hash, token);
    return token;
  };
}
