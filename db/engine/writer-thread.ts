import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { verbs } from '../../src/catalog.ts';
import { instantOf } from '../../src/time.ts';
import type { FromWriter, ToWriter } from './wire.ts';
import { packed } from './wire.ts';
import { openWriter } from './writer.ts';

/** The thread of the one writer: started by embedded.ts, ended by its `close`. */
const port = parentPort;
if (port === null) throw new Error('writer-thread runs only as a worker');
const send = (message: FromWriter) => port.postMessage(message);
const clock = { now: () => instantOf(Date.now()) };
const report = (what: string, error: unknown) =>
  send({ kind: 'report', what, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });

const { file } = workerData as { file: string }; // given by embedded.ts
const writer = openWriter<number>(file, { verbs, clock, randomBytes, report }, (written) => send(packed(written)));

port.on('message', (message: ToWriter) => {
  if ('close' in message) {
    void writer.close().then(() => port.close());
    return;
  }
  for (const { ticket, work } of message.handed) writer.submit(ticket, work);
});
