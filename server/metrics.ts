import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RefusalCode } from '../src/refusal.ts';

/** What the engine tells of itself, read when `/metrics` is asked. */
export type EngineGauges = { readonly queued: () => number };

export type Metrics = {
  readonly refused: (code: RefusalCode) => void;
  readonly committed: (streams: number) => void;
  readonly eventReaders: { count: number };
  readonly text: () => Promise<string>;
  readonly contentType: string;
};

export function openMetrics(engine: EngineGauges): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const eventReaders = { count: 0 };
  const refusals = new Counter({ name: 'gatebell_refusals_total', help: 'Calls refused, by code.', labelNames: ['code'], registers });
  const commits = new Counter({ name: 'gatebell_commits_total', help: 'Transactions that are on disk.', registers });
  const groups = new Histogram({
    name: 'gatebell_group_streams',
    help: 'Streams written in one transaction.',
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers,
  });
  new Gauge({
    name: 'gatebell_queue_depth',
    help: 'Commands that wait for the writer.',
    registers,
    collect() {
      this.set(engine.queued());
    },
  });
  new Gauge({
    name: 'gatebell_event_readers',
    help: 'Open readers of /v1/events.',
    registers,
    collect() {
      this.set(eventReaders.count);
    },
  });
  return {
    refused: (code) => refusals.inc({ code }),
    committed: (streams) => {
      commits.inc();
      groups.observe(streams);
    },
    eventReaders,
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
