import type { Context } from 'hono';
import { Refusal } from '../../src/refusal.ts';
import { refuseCaller, runView } from '../../src/run-verb.ts';
import type { AnyVerb, AnyView } from '../../src/verb.ts';
import { authenticate } from '../auth.ts';
import type { Kernel } from '../kernel.ts';
import type { Binding } from './bindings.ts';
import { readFields } from './body.ts';
import { commandOf } from './idempotency.ts';
import { parseInput } from './parse-input.ts';
import { respondProblem } from './problem.ts';
import { queryReader } from './query.ts';
import { raceLost } from './races.ts';
import { respondJson } from './respond.ts';

type Handler = (context: Context) => Promise<Response>;

/** The call of one verb: who, what, parse, execute, render. */
export function verbCall(kernel: Kernel, verb: AnyVerb, binding: Binding): Handler {
  return async (context) => {
    const caller = await authenticate(kernel, context.req.header('authorization'));
    refuseCaller(verb.name, verb.callers, caller.actor);
    const fields = merged(await readFields(context.req), context.req.param());
    const input = parseInput(verb.input, fields);
    const command = commandOf(caller, context.req.header('idempotency-key'), verb.name, fields);
    const { reply, replayed } = await kernel.execute(verb.name, caller.actor, input, command);
    return respondReply(binding, reply, replayed);
  };
}

/** The call of one view: it writes nothing. */
export function viewCall(kernel: Kernel, view: AnyView, binding: Binding): Handler {
  const readQuery = queryReader(view.input);
  return async (context) => {
    const { actor } = await authenticate(kernel, context.req.header('authorization'));
    refuseCaller(view.name, view.callers, actor);
    const input = parseInput(view.input, merged(readQuery(context.req.query()), context.req.param()));
    const reply = await kernel.snapshot((reads) => runView(view, { actor, now: kernel.clock.now(), reads }, input));
    return respondJson(binding.status, reply);
  };
}

export function respondReply(binding: Binding, reply: unknown, replayed: boolean): Response {
  const lost = raceLost(reply);
  if (lost !== undefined) return respondProblem(lost);
  return respondJson(wasKnown(reply) ? 200 : binding.status, reply, replayed ? { 'idempotency-replayed': 'true' } : {});
}

/** Asking again under the key of a gate gives the gate that is there: nothing was created. */
function wasKnown(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'known' in reply && reply.known === true;
}

/** Path parameters and fields are one flat input; a field that contradicts the path is refused. */
export function merged(fields: Readonly<Record<string, unknown>>, path: Readonly<Record<string, string>>): Record<string, unknown> {
  for (const [name, named] of Object.entries(path)) {
    if (fields[name] !== undefined && fields[name] !== named) {
      throw new Refusal(
        'bad-input',
        `${name}: the path names "${named}"; the fields name another.`,
        `Leave "${name}" out of the fields: the path says it.`,
      );
    }
  }
  return { ...fields, ...path };
}
