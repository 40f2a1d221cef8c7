import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { Refusal } from '../../src/refusal.ts';
import { checkStanding, refuseCaller } from '../../src/run-verb.ts';
import { authenticate } from '../auth.ts';
import { eventStream, streamLimits } from './event-stream.ts';
import type { HttpParts } from './parts.ts';
import { followEvents } from './plain-calls.ts';
import { baseHeaders } from './respond.ts';
import { viewerOf } from './viewer.ts';

/** `GET /v1/events`: each entry that the caller may see, in order, from a position on. */
export function eventsCall({ kernel, tail, timers, stopping, metrics, onFault }: HttpParts): (context: Context) => Promise<Response> {
  return async (context) => {
    const authorization = context.req.header('authorization');
    const enter = async () => {
      const { actor } = await authenticate(kernel, authorization);
      refuseCaller(followEvents.name, followEvents.callers, actor);
      await checkStanding({ actor, reads: kernel.reads, now: kernel.clock.now() });
      return viewerOf(kernel, actor);
    };
    await enter();
    const after = positionOf(context.req.header('last-event-id') ?? context.req.query('after'), tail.newest());
    if (after > tail.newest()) refuseAhead(after, await kernel.reads.lastPosition());
    if (metrics.eventReaders.count >= streamLimits.readersMax) {
      throw new Refusal(
        'busy',
        `${streamLimits.readersMax} readers follow the events already.`,
        'Try again later, or read the ledger of a goal.',
      );
    }
    metrics.eventReaders.count += 1;
    const stream = eventStream({
      tail,
      timers,
      after,
      stopping,
      viewer: () => enter().catch(noneIfRefused),
      onFault: (error) => onFault(error, 'events'),
      whenGone: (call) => whenGone(context, call),
      onStalled: () => (context.env as Partial<HttpBindings>).outgoing?.destroy(),
      onEnd: () => {
        metrics.eventReaders.count -= 1;
      },
    });
    return new Response(stream, {
      status: 200,
      headers: { ...baseHeaders, 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' },
    });
  };
}

/** Who waits for the end of each connection: one listener of the socket for all its streams. */
const waitingOn = new WeakMap<object, Set<() => void>>();

/** Calls when the connection closes. A stream that waits behind another on it is never read, nor told that it ended. */
export function whenGone(context: Context, call: () => void): () => void {
  const socket = (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket;
  if (socket === undefined) return () => {};
  if (socket.destroyed) queueMicrotask(call);
  const calls = waitingOn.get(socket) ?? new Set();
  if (!waitingOn.has(socket)) {
    waitingOn.set(socket, calls);
    socket.once('close', () => {
      for (const waiting of [...calls]) waiting();
    });
  }
  calls.add(call);
  return () => calls.delete(call);
}

function positionOf(text: string | undefined, head: number): number {
  if (text === undefined || text === '') return head;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Refusal(
    'bad-input',
    `Last-Event-ID (or after) is the position of an entry; "${text.slice(0, 40)}" came.`,
    'Send the id of the last event that was read, or nothing.',
  );
}

/** After a restore the ledger can be shorter than what a reader saw: to wait there would pass over what comes up to then. */
function refuseAhead(after: number, newest: number): void {
  if (after <= newest) return;
  throw new Refusal(
    'bad-input',
    `The newest entry is at position ${newest}; ${after} came. The database was restored from a backup, or is another one.`,
    'Read again from 0, or from now on without a position.',
  );
}

function noneIfRefused(error: unknown): undefined {
  if (error instanceof Refusal) return undefined;
  throw error;
}
