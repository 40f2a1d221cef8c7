import { createHash } from 'node:crypto';
import type { Actor } from '../src/actor.ts';
import type { Person } from '../src/people/person.ts';
import type { Clock, Command, Execute, Reads } from '../src/ports.ts';
import type { Route } from '../src/post/route.ts';
import { Refusal } from '../src/refusal.ts';
import type { Verb } from '../src/verb.ts';
import type { Press } from './port.ts';
import type { Shown } from './shown.ts';
import type { TokenCodec } from './token.ts';

/** The messages that ask one account for a text: they outlive a restart, as a form does that somebody has open. */
export type Prompts = {
  keepPrompt(prompt: {
    readonly platform: string;
    readonly message: string;
    readonly account: string;
    readonly token: string;
  }): Promise<void>;
};

/** What hearing people needs of the service. */
export type Desk = {
  readonly execute: Execute;
  readonly reads: Reads;
  readonly clock: Clock;
  readonly shown: Shown;
  readonly tokens: TokenCodec;
  readonly prompts: Prompts;
  /** Where people open this installation, when that is known. */
  readonly publicUrl?: string | undefined;
  /** A command as it is typed where this desk hears people. */
  readonly typed: (command: string) => string;
};

/** Who asks, with which press, and the open routes of the place where they do. */
export type Asker = {
  readonly person: Person;
  readonly platform: Route['platform'];
  readonly routes: readonly Route[];
  readonly press: Pick<Press, 'id' | 'account' | 'said' | 'from' | 'saidAtMs'>;
};

/** Who is behind a press, made from rows of this moment. `unknown`: nobody yet, so the account may be linked. */
export type Identified =
  | { readonly kind: 'known'; readonly asker: Asker }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'barred'; readonly why: string };

export type Identify = (press: Press) => Promise<Identified>;

/** Runs a verb as the person who asks: what they typed is held to the verb's own input first. */
export async function act<Input, Reply>(desk: Desk, asker: Asker, verb: Verb<Input, Reply>, typed: unknown): Promise<Reply> {
  const actor: Actor = { kind: 'person', person: asker.person.id, surface: asker.platform };
  const { reply } = await desk.execute(verb.name, actor, parsed(verb, typed), verb.reveals === true ? undefined : commandOf(asker));
  return verb.output.parse(reply);
}

/** Runs a verb of the service itself, for an account that nobody is behind. */
export async function actForNobody<Input, Reply>(desk: Desk, verb: Verb<Input, Reply>, typed: unknown): Promise<Reply> {
  const { reply } = await desk.execute(verb.name, { kind: 'service' }, parsed(verb, typed));
  return verb.output.parse(reply);
}

function parsed<Input, Reply>(verb: Verb<Input, Reply>, typed: unknown): Input {
  const input = verb.input.safeParse(typed);
  if (!input.success) throw new Refusal('bad-input', `${input.error.issues[0]?.message ?? 'That does not fit'}.`, 'Nothing was done.');
  return input.data;
}

/** A press that was kept is one command, so that hearing it again gives the first reply. */
function commandOf({ platform, press }: Asker): Command | undefined {
  if (press.id === null) return undefined;
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([press.account, press.said]))
    .digest('hex');
  return { id: `press:${platform}:${press.id}`, bodyHash };
}
