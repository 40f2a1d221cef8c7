import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Desk, Engine, Told } from './engine.ts';
import { openEngine } from './engine.ts';
import type { Report } from './failure.ts';
import { openReaders } from './readers.ts';
import type { FromWriter, ToWriter } from './wire.ts';
import { unpacked } from './wire.ts';
import type { Work } from './work.ts';

type Options = {
  /** The database file, migrated and locked by the caller. */
  readonly file: string;
  readonly report: Report;
  /** Called once if the writer ends by itself: the service can then only read, and should stop. */
  readonly onWriterEnded?: (error: unknown) => void;
  /** What the thread runs, when it is not the built writer. */
  readonly thread?: URL;
};

/** The engine of the service: the writer in a thread of its own, reads in this one. */
export async function openEmbedded(options: Options): Promise<Engine> {
  const readers = await openReaders(options.file);
  return openEngine(readers, (told) => openDesk(options, told));
}

function openDesk({ file, report, onWriterEnded, thread }: Options, told: Told): Desk {
  const worker = new Worker(thread ?? new URL('./writer-thread.js', import.meta.url), { workerData: { file } });
  let handed: { ticket: number; work: Work }[] = [];
  let closing = false;
  const send = (message: ToWriter) => worker.postMessage(message);
  const flush = () => {
    if (handed.length > 0) send({ handed });
    handed = [];
  };
  const ended = (error: unknown) => {
    if (closing) return;
    closing = true;
    report('the writer ended', error);
    told.ended(error);
    onWriterEnded?.(error);
  };

  worker.on('message', (message: FromWriter) => {
    if (message.kind === 'written') told.written(unpacked(message));
    else report(message.what, message.error);
  });
  worker.on('error', ended);
  worker.on('exit', (code) => ended(new Error(`its thread ended with code ${code}`)));
  return {
    // What is handed over within one turn of the event loop crosses the thread as one message.
    hand: (ticket, work) => {
      handed.push({ ticket, work });
      if (handed.length > 1) return;
      queueMicrotask(flush);
    },
    close: async () => {
      if (closing) return;
      closing = true;
      const exit = once(worker, 'exit');
      flush();
      send({ close: true });
      await exit;
    },
  };
}
