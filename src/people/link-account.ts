import { z } from 'zod';
import { house } from '../ids.ts';
import { limits } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { instantText, plusMs } from '../time.ts';
import { defineVerb } from '../verb.ts';
import type { Tx } from '../verb.ts';
import { findPerson } from './find-people.ts';
import type { LinkCode } from './identity.ts';
import { account } from './identity.ts';
import { codeAsTyped } from './open-session.ts';
import { lookAtAccount, refuseTaken, tieAccount } from './tie-account.ts';

const madeCode = z.object({ result: z.literal('code'), code: z.string(), expires_at: instantText });
const linked = z.object({ result: z.literal('linked'), ...account.shape });
const typedCode = z.string().min(1).max(100);

/** Without a code: makes one, to be typed from the account. With a code that an account was given: that account is theirs. */
export const linkAccount = defineVerb({
  name: 'link-account',
  summary: 'Tie an account on a chat platform to yourself, with a code from the one side that is given on the other.',
  callers: ['person'],
  reveals: true,
  input: z.strictObject({ code: typedCode.optional() }),
  output: z.discriminatedUnion('result', [madeCode, linked]),
  run: async (tx, input): Promise<z.infer<typeof madeCode> | z.infer<typeof linked>> => {
    if (tx.actor.kind !== 'person') throw new Error('only persons may call link-account');
    const person = await findPerson(tx.reads, tx.actor.person);
    if (input.code === undefined) return { result: 'code', ...issueLinkCode(tx, { kind: 'person', person: person.id }) };
    const code = await liveCode(tx, input.code);
    if (code.made_by.kind !== 'account') {
      throw new Refusal(
        'code-spent',
        'That code was made by a person.',
        'Type it from the account that is to be linked: /gatebell link CODE.',
      );
    }
    const { kind: _, ...named } = code.made_by;
    const tie = await lookAtAccount(tx.reads, named);
    refuseTaken(tie, person);

    tx.append(house, { type: 'link-code-spent', hash: code.hash });
    tieAccount(tx, tie, person, 'code');

    return { result: 'linked', ...named };
  },
});

/** An account that nobody is behind asks to be linked: its code is given by the person, from where they are known. */
export const offerLink = defineVerb({
  name: 'offer-link',
  summary: 'Make a code for an account, with which a person says that it is theirs.',
  callers: ['service'],
  reveals: true,
  input: z.strictObject(account.shape),
  output: madeCode,
  run: async (tx, input) => ({ result: 'code' as const, ...issueLinkCode(tx, { kind: 'account', ...input }) }),
});

/** An account gives the code that a person made: it is theirs from now on. */
export const confirmLink = defineVerb({
  name: 'confirm-link',
  summary: 'Tie an account to the person who made the code that it gives.',
  callers: ['service'],
  input: z.strictObject({ ...account.shape, code: typedCode }),
  output: linked.extend({ name: z.string() }),
  run: async (tx, { code: typed, ...named }) => {
    const code = await liveCode(tx, typed);
    if (code.made_by.kind !== 'person') {
      throw new Refusal(
        'code-spent',
        'That code was made by an account.',
        'Give it from where you are known: POST /v1/links, or link CODE at the terminal.',
      );
    }
    const person = await findPerson(tx.reads, code.made_by.person);
    if (person.state !== 'active') throw spent();
    const tie = await lookAtAccount(tx.reads, named);
    refuseTaken(tie, person);

    tx.append(house, { type: 'link-code-spent', hash: code.hash });
    tieAccount(tx, tie, person, 'code');

    return { result: 'linked' as const, ...named, name: person.name };
  },
});

function issueLinkCode(tx: Tx, made_by: LinkCode['made_by']): { readonly code: string; readonly expires_at: LinkCode['expires_at'] } {
  const { text, hash } = tx.newCode();
  const expires_at = plusMs(tx.now, limits.linkCodeMs);
  tx.append(house, { type: 'link-code-issued', hash, made_by, expires_at });
  return { code: text, expires_at };
}

async function liveCode(tx: Tx, typed: string): Promise<LinkCode> {
  const code = await tx.reads.linkCode(tx.sha256(codeAsTyped(typed)));
  if (code === undefined || code.spent_at !== null || code.expires_at <= tx.now) throw spent();
  return code;
}

function spent(): Refusal {
  return new Refusal('code-spent', 'That link code is unknown, used, or older than 10 minutes.', 'Make a new one: link, without a code.');
}
