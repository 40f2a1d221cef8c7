import { z } from 'zod';
import { idOf } from '../src/ids.ts';
import type { Entry } from '../src/ledger/entry.ts';
import { bearer } from '../src/people/credential.ts';
import type { Reads } from '../src/ports.ts';
import type { PostSubject } from '../src/post/post.ts';
import { instantText } from '../src/time.ts';
import { actorWords } from './card-facts.ts';
import { when } from './when.ts';

const lapse = z.object({ agent: z.string(), todo: idOf('todo').nullable() });
const issuedToken = z.object({ token: z.string(), bearer });
const tied = z.object({ platform: z.string(), account: z.string() });
const issuedCode = z.object({ expires_at: instantText });

/** What an entry tells people, in words. The text may hold what agents wrote: the adapter encodes it. */
export async function noticeText(reads: Pick<Reads, 'agent' | 'person' | 'todo'>, entry: Entry, timeZone: string | null): Promise<string> {
  const zone = timeZone ?? 'UTC';
  switch (entry.type) {
    case 'lease-lapsed': {
      const { agent, todo } = lapse.parse(entry.data);
      const work = todo === null ? 'its turn' : `"${(await reads.todo(todo))?.title ?? todo}"`;
      const name = (await reads.agent(agent))?.slug ?? agent;
      return `Agent ${name} fell silent and lost its lease on ${work}. Another agent may take it now; what ${name} still sends is not counted.`;
    }
    case 'token-issued': {
      const { token } = issuedToken.parse(entry.data);
      const at = when(entry.at, zone);
      // Whoever brings a login code is nobody yet.
      if (entry.actor === 'stranger') return `Your login code was used: with ${token} one can answer as you since ${at}. ${ifNotYou}`;
      return `${await issuer(reads, entry)} issued ${token}, with which one can answer as you, at ${at}. ${ifNotYou}`;
    }
    case 'login-code-issued': {
      const { expires_at } = issuedCode.parse(entry.data);
      return `${await issuer(reads, entry)} issued a login code, with which one can answer as you until ${when(expires_at, zone)}. ${ifNotYou}`;
    }
    case 'identity-linked': {
      const { platform, account } = tied.parse(entry.data);
      return `The account ${platform}:${account} is yours now: what is done from it is done as you. If you did not expect this, have an operator take it away.`;
    }
    case 'identity-unlinked': {
      const { platform, account } = tied.parse(entry.data);
      return `The account ${platform}:${account} is not yours any more: nothing can be done from it as you.`;
    }
    default:
      throw new Error(`entry ${entry.id} is ${entry.type}, and no notice is written for that`);
  }
}

/** Word of a route that broke, to where its goal still speaks; once it is mended the same message says so. */
export async function troubleText(
  reads: Pick<Reads, 'route' | 'routeTroubles'>,
  { route: id, since }: Extract<PostSubject, { kind: 'trouble' }>,
  timeZone: string | null,
): Promise<string> {
  const route = await reads.route(id);
  const where = route === undefined ? id : `${route.platform} ${route.address}`;
  const trouble = (await reads.routeTroubles()).find((found) => found.route === id && found.since === since);
  const at = when(since, timeZone ?? 'UTC');
  if (trouble === undefined) return `The route ${where}, which broke at ${at}, works again.`;
  return `Nothing can be put on ${where} since ${at}: ${trouble.reason}. ${trouble.fix} Until then its gates stand elsewhere.`;
}

const ifNotYou = 'If you did not expect this, have an operator revoke your tokens.';

async function issuer(reads: Pick<Reads, 'agent' | 'person'>, entry: Entry): Promise<string> {
  const words = await actorWords(reads, entry.actor);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
