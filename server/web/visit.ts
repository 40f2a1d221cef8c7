import type { Context } from 'hono';
import { runView } from '../../src/run-verb.ts';
import type { Look, Verb, View } from '../../src/verb.ts';
import { commandOf } from '../http/idempotency.ts';
import { parseInput } from '../http/parse-input.ts';
import type { HttpParts } from '../http/parts.ts';
import { sha256Hex } from '../sha256.ts';
import type { Form } from './form.ts';
import type { Visitor } from './session.ts';

/** One request of a person who is signed in. */
export type Visit = { readonly parts: HttpParts; readonly context: Context; readonly visitor: Visitor };

/** All that `work` reads is of one and the same commit. It awaits nothing but its reads. */
export function lookFrom<T>({ parts, visitor }: Visit, work: (look: Look) => Promise<T>): Promise<T> {
  const { kernel } = parts;
  return kernel.snapshot((reads) => work({ actor: visitor.actor, now: kernel.clock.now(), reads }));
}

/** Runs a view of the catalog as the visitor. */
export async function see<Input, Reply>(look: Look, view: View<Input, Reply>, input: Input): Promise<Reply> {
  return (await runView(view, look, input)) as Reply; // a view gives what it declares
}

/**
 * Runs a verb as the visitor: what came in the form is held to the verb's own input first. `key` is the one that the page gave
 * its form, so a form that is sent twice with the same fields is one change; with others it is another form.
 */
export async function act<Input, Reply>(
  { parts, visitor }: Visit,
  verb: Verb<Input, Reply>,
  fields: Readonly<Record<string, unknown>>,
  key?: string,
): Promise<Reply> {
  const input = parseInput(verb.input, fields);
  const sent = key === undefined || key === '' ? undefined : sha256Hex(JSON.stringify([key, fields]));
  const command = commandOf(visitor.caller, sent, `web:${verb.name}`, fields);
  const { reply } = await parts.kernel.execute(verb.name, visitor.actor, input, command);
  return reply as Reply; // a verb replies what it declares
}

/** What the script of our pages asks for, instead of a page. */
export function wantsJson({ context }: Pick<Visit, 'context'>): boolean {
  return context.req.header('accept') === 'application/json';
}

export function wantsPart({ context }: Pick<Visit, 'context'>): boolean {
  return context.req.query('part') === '1';
}

/** A field that was sent and says something. */
export function given(form: Form, name: string): string | undefined {
  const text = form[name]?.trim();
  return text === undefined || text === '' ? undefined : text;
}
