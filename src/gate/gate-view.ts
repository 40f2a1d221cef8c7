import { z } from 'zod';
import type { Actor } from '../actor.ts';
import type { Reads } from '../ports.ts';
import { slugsOf } from '../people/find-people.ts';
import type { Instant } from '../time.ts';
import { instantText } from '../time.ts';
import type { Gate } from './gate.ts';
import { answer, expects, gate, heldUntil } from './gate.ts';
import { isOverdue } from './rules.ts';

const asked = gate.options[0].omit({
  state: true,
  answerers: true,
  content_hash: true,
  expects: true,
  number: true,
  changed_at: true,
  changed_seq: true,
});

/** A gate as callers see it. `options` of a choice stand at the top too. An agent reads a held answer as `open`. */
export const gateView = asked.extend({
  state: z.enum(['open', 'answered', 'withdrawn', 'superseded']),
  expects,
  answerers: z.object({ people: z.array(z.string()), roles: z.array(z.string()) }).nullable(),
  held: z.literal(true).optional(),
  answer: answer.optional(),
  why: z.string().optional(),
  superseded_by: z.string().optional(),
  covered: z.boolean().optional(),
  closed_at: instantText.optional(),
  closed_by: z.string().optional(),
});

export type GateView = z.infer<typeof gateView>;

export type Reader = { readonly reads: Reads; readonly actor: Actor; readonly now: Instant };

export async function viewGates({ reads, actor, now }: Reader, gates: readonly Gate[]): Promise<readonly GateView[]> {
  const slugs = await slugsOf(
    reads,
    gates.flatMap((one) => one.answerers?.people ?? []),
  );
  return gates.map((one) => shownTo(one, actor, now, slugs));
}

export async function viewGate(reader: Reader, gate: Gate): Promise<GateView> {
  const [view] = await viewGates(reader, [gate]);
  if (view === undefined) throw new Error(`gate ${gate.code} cannot be shown`);
  return view;
}

function shownTo(of: Gate, actor: Actor, now: Instant, slugs: (id: NonNullable<Gate['answerers']>['people'][number]) => string): GateView {
  const { number: _n, content_hash: _h, changed_at: _at, changed_seq: _seq, answerers, ...rest } = of;
  const shown = {
    ...rest,
    overdue: isOverdue(of, now),
    answerers: answerers === null ? null : { people: answerers.people.map(slugs), roles: answerers.roles },
  };
  if (shown.state === 'answered' && heldUntil(of, now) !== null) {
    if (actor.kind !== 'agent') return { ...shown, held: true };
    const { answer: _a, ...open } = shown;
    return { ...open, state: 'open', overdue: of.due_at !== null && of.due_at <= now };
  }
  if (shown.state !== 'superseded') return shown;
  const { by: _b, by_code, ...superseded } = shown;
  return { ...superseded, superseded_by: by_code };
}

/** Settled for this reader: nothing about the gate will change that they wait for. */
export function isSettledFor(view: GateView): boolean {
  return view.state !== 'open' && view.held !== true;
}
