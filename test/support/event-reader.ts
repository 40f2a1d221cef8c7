import type { Caller } from './caller.ts';

export type StreamedEvent = { readonly id: string; readonly event: string; readonly data: string };

/** Reads server-sent events from `after` on until `enough` says so or the stream ends. */
export async function readEvents(
  caller: Caller,
  after: string | undefined,
  enough: (read: readonly StreamedEvent[]) => boolean,
): Promise<readonly StreamedEvent[]> {
  const stopping = new AbortController();
  const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': after };
  const response = await caller.send('/v1/events', { headers, signal: stopping.signal });
  const read: StreamedEvent[] = [];
  let left = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const blocks = (left + decoder.decode(chunk, { stream: true })).split('\n\n');
    left = blocks.pop() ?? '';
    read.push(...blocks.flatMap(eventOf));
    if (enough(read)) break;
  }
  stopping.abort();
  return read;
}

function eventOf(block: string): readonly StreamedEvent[] {
  const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1).trim()]));
  const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
  return id === undefined || event === undefined || data === undefined ? [] : [{ id, event, data }];
}
