import type { Context } from 'hono';
import { heldUntil } from '../../src/gate/gate.ts';
import { isSettledFor } from '../../src/gate/gate-view.ts';
import type { GateView } from '../../src/gate/gate-view.ts';
import { goalStream } from '../../src/ids.ts';
import { limits } from '../../src/limits.ts';
import { Refusal } from '../../src/refusal.ts';
import { refuseCaller, runView } from '../../src/run-verb.ts';
import { msBetween } from '../../src/time.ts';
import type { AnyView } from '../../src/verb.ts';
import { authenticate } from '../auth.ts';
import type { Binding } from './bindings.ts';
import { merged } from './call.ts';
import { parseInput } from './parse-input.ts';
import type { HttpParts } from './parts.ts';
import { queryReader } from './query.ts';
import { respondJson } from './respond.ts';

/**
 * `GET /v1/gates/:gate?wait=…`: at once when the gate is settled for this reader; otherwise when what the reader sees changes,
 * when a hold ends, when a slot woke this agent for work, or after `wait` seconds. A held answer is not seen by an agent, so it
 * wakes none.
 */
export function gateCall(parts: HttpParts, view: AnyView, binding: Binding): (context: Context) => Promise<Response> {
  const { kernel } = parts;
  const readQuery = queryReader(view.input);
  return async (context) => {
    const { actor } = await authenticate(kernel, context.req.header('authorization'));
    refuseCaller(view.name, view.callers, actor);
    const { wait, ...query } = context.req.query();
    const input = parseInput(view.input, merged(readQuery(query), context.req.param()));
    const waitMs = waitMsOf(wait);
    const look = async () => {
      const seen = await kernel.snapshot((reads) => runView(view, { actor, now: kernel.clock.now(), reads }, input));
      return seen as GateView; // what the output schema of show-gate extends
    };
    const first = await look();
    if (waitMs === 0 || isSettledFor(first)) return respondJson(binding.status, first);
    const ends = AbortSignal.any([parts.stopping, context.req.raw.signal]);
    const wakings = actor.kind === 'agent' ? async () => (await kernel.reads.waking(first.goal, actor.agent))?.seq : async () => undefined;
    return respondJson(binding.status, await lookUntilTold(parts, { gate: first.id, first, look, wakings, waitMs, ends }));
  };
}

type Waiting = {
  readonly gate: GateView['id'];
  readonly first: GateView;
  readonly look: () => Promise<GateView>;
  /** Which entry last woke the agent that waits. */
  readonly wakings: () => Promise<number | undefined>;
  readonly waitMs: number;
  readonly ends: AbortSignal;
};

async function lookUntilTold(parts: HttpParts, { gate, first, look, wakings, waitMs, ends }: Waiting): Promise<GateView> {
  const wake = wakeable();
  let timeUp = false;
  const cancelTimer = parts.timers.after(waitMs, () => {
    timeUp = true;
    wake.call();
  });
  const stopListening = parts.commits.onCommit(goalStream(first.goal), wake.call);
  ends.addEventListener('abort', wake.call);
  try {
    const wokenBefore = await wakings();
    let seen = await look();
    while (!timeUp && !ends.aborted && !isSettledFor(seen) && sameToReader(first, seen) && (await wakings()) === wokenBefore) {
      const cancelHold = await wakeAtHoldEnd(parts, gate, wake.call);
      await wake.called();
      cancelHold();
      seen = await look();
    }
    return seen;
  } finally {
    cancelTimer();
    stopListening();
    ends.removeEventListener('abort', wake.call);
  }
}

/** Reads the gate itself, because an agent's view of it does not tell of a held answer. */
async function wakeAtHoldEnd({ kernel, timers }: HttpParts, gate: GateView['id'], wake: () => void): Promise<() => void> {
  const now = kernel.clock.now();
  const current = await kernel.reads.gate(gate);
  const until = current === undefined ? null : heldUntil(current, now);
  return until === null ? () => {} : timers.after(msBetween(now, until), wake);
}

/** A call that comes before anybody waits is not lost: the next wait returns at once. */
function wakeable(): { readonly call: () => void; readonly called: () => Promise<void> } {
  let due = false;
  let resolve: (() => void) | undefined;
  return {
    call: () => {
      due = true;
      resolve?.();
    },
    called: async () => {
      if (!due) await new Promise<void>((settle) => (resolve = settle));
      due = false;
    },
  };
}

/** What a waiting reader is told of. Nothing of it moves while an answer is held from an agent; `changed_at` and the copies would. */
function sameToReader(before: GateView, after: GateView): boolean {
  const told = ({ state, held, revisions, overdue, due_at, answer }: GateView) =>
    JSON.stringify([state, held, revisions, overdue, due_at, answer]);
  return told(before) === told(after);
}

function waitMsOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const ms = /^\d{1,3}$/.test(text) ? Number(text) * 1_000 : Number.NaN;
  if (ms >= 0 && ms <= limits.longPollMaxMs) return ms;
  throw new Refusal(
    'bad-input',
    `wait is 0-${limits.longPollMaxMs / 1_000} whole seconds; "${text.slice(0, 40)}" came.`,
    'Ask again when the wait is over.',
  );
}
