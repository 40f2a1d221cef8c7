import type { Actor, ActorKind } from './actor.ts';
import type { Reads } from './ports.ts';
import { Refusal } from './refusal.ts';
import type { Instant } from './time.ts';
import type { AnyVerb, AnyView, Look, Tx } from './verb.ts';

/** Runs a verb for an actor who may call it, with a credential that still holds at this moment. */
export async function runVerb(verb: AnyVerb, tx: Tx, input: unknown): Promise<unknown> {
  refuseCaller(verb.name, verb.callers, tx.actor);
  await checkStanding(tx);
  return verb.run(tx, input as never); // parsed at the edge by verb.input
}

export async function runView(view: AnyView, look: Look, input: unknown): Promise<unknown> {
  refuseCaller(view.name, view.callers, look.actor);
  await checkStanding(look);
  return view.run(look, input as never); // parsed at the edge by view.input
}

export function refuseCaller(name: string, callers: readonly ActorKind[], actor: Actor): void {
  if (callers.includes(actor.kind)) return;
  if (actor.kind === 'stranger') {
    throw new Refusal(
      'unauthorized',
      `"${name}" needs a credential and none came.`,
      'Send Authorization: Bearer with a token of Gatebell.',
    );
  }
  if (callers.length === 1 && callers[0] === 'person') {
    throw new Refusal(
      'not-a-person',
      `"${name}" is a decision, and this credential belongs to an ${actor.kind}.`,
      'Let a person answer from their own session: in their chat, the terminal, or with a token from POST /v1/sessions.',
    );
  }
  throw new Refusal(
    'not-allowed',
    `"${name}" may be called by: ${callers.join(', ')}. This credential belongs to: ${actor.kind}.`,
    'Call it with a credential of that kind.',
  );
}

export async function checkStanding({
  actor,
  reads,
  now,
}: {
  readonly actor: Actor;
  readonly reads: Reads;
  readonly now: Instant;
}): Promise<void> {
  if ('token' in actor && actor.token !== undefined) {
    const token = await reads.token(actor.token);
    if (token?.state !== 'live' || (token.expires_at !== null && token.expires_at <= now)) throw noLonger('token');
  }
  if (actor.kind === 'agent') {
    const agent = await reads.agent(actor.agent);
    if (agent === undefined || agent.state === 'revoked') throw noLonger('agent');
  }
  if (actor.kind === 'person') {
    const person = await reads.person(actor.person);
    if (person?.state !== 'active') throw noLonger('person');
  }
}

function noLonger(what: string): Refusal {
  return new Refusal('unauthorized', `The ${what} behind this credential is no longer active.`, 'Ask an operator for a new credential.');
}
