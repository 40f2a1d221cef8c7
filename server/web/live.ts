import type { HttpBindings } from '@hono/node-server';
import { Refusal } from '../../src/refusal.ts';
import { checkStanding } from '../../src/run-verb.ts';
import { streamLimits } from '../http/event-stream.ts';
import { whenGone } from '../http/events.ts';
import type { GateNews, LiveFeed } from './live-feed.ts';
import { liveStream } from './live-stream.ts';
import type { Visit } from './visit.ts';

/** `GET /live`: what moves, for the open pages of one browser. `Last-Event-ID` resumes; before there is one, `after`: where the page was drawn. */
export async function livePage({ parts, context, visitor }: Visit, feed: LiveFeed): Promise<Response> {
  const { kernel, timers, stopping, metrics, onFault, commits } = parts;
  if (context.req.method !== 'GET') throw new Refusal('wrong-method', 'News are followed with GET.', 'Use GET.', { allow: ['GET'] });
  if (metrics.eventReaders.count >= streamLimits.readersMax) {
    throw new Refusal(
      'busy',
      `${streamLimits.readersMax} readers follow the events already.`,
      'The page works without; reload it to see news.',
    );
  }
  const missed = await missedBy(context.req.header('last-event-id') ?? context.req.query('after'), feed);
  metrics.eventReaders.count += 1;
  const stream = liveStream({
    feed,
    missed,
    timers,
    stopping,
    commits,
    stands: () => stands(kernel, visitor),
    onFault: (error) => onFault(error, 'live'),
    whenGone: (call) => whenGone(context, call),
    onStalled: () => (context.env as Partial<HttpBindings> | undefined)?.outgoing?.destroy(),
    onEnd: () => {
      metrics.eventReaders.count -= 1;
    },
  });
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'private, no-cache',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'transfer-encoding': 'chunked',
  };
  return new Response(stream, { status: 200, headers });
}

/** Nothing for a page that just came; `resync` when what it missed is too long ago, or of another database. */
async function missedBy(lastId: string | undefined, feed: LiveFeed): Promise<readonly GateNews[] | 'resync'> {
  if (lastId === undefined || lastId === '') return [];
  if (!/^\d{1,15}$/.test(lastId)) return 'resync';
  return (await feed.since(Number(lastId))) ?? 'resync';
}

async function stands({ reads, clock }: Visit['parts']['kernel'], { actor }: Visit['visitor']): Promise<boolean> {
  try {
    await checkStanding({ actor, reads, now: clock.now() });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
