import type { Actor } from '../src/actor.ts';
import type { Person } from '../src/people/person.ts';
import type { Clock, Execute, Reads } from '../src/ports.ts';
import type { Route } from '../src/post/route.ts';
import { Refusal } from '../src/refusal.ts';
import type { Verb } from '../src/verb.ts';
import type { Shown } from './shown.ts';

/** What hearing people needs of the service. */
export type Desk = {
  readonly execute: Execute;
  readonly reads: Reads;
  readonly clock: Clock;
  readonly shown: Shown;
};

/** Who asks, and on which route what they see is put. */
export type Asker = { readonly person: Person; readonly route: Route };

/** The person behind an account, made from rows of this moment; null when nobody is. */
export type Identify = (account: string) => Promise<Asker | null>;

/** Runs a verb as the person who asks: what they typed is held to the verb's own input first. */
export async function act<Input, Reply>(desk: Desk, asker: Asker, verb: Verb<Input, Reply>, typed: unknown): Promise<Reply> {
  const actor: Actor = { kind: 'person', person: asker.person.id, surface: asker.route.platform };
  const input = verb.input.safeParse(typed);
  if (!input.success) throw new Refusal('bad-input', `${input.error.issues[0]?.message ?? 'That does not fit'}.`, 'Nothing was done.');
  const { reply } = await desk.execute(verb.name, actor, input.data);
  return verb.output.parse(reply);
}
