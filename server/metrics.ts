import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Execute } from '../src/ports.ts';
import type { RefusalCode } from '../src/refusal.ts';
import type { PlatformStatus } from './platform-status.ts';

/** What is looked at when `/metrics` is asked. */
export type Gauged = { readonly queued: () => number; readonly platforms: () => readonly PlatformStatus[] };

export type Metrics = {
  readonly refused: (code: RefusalCode) => void;
  readonly committed: () => void;
  /** Counts what comes back from the writer; over the commits this is the size of a group. */
  readonly counting: (execute: Execute) => Execute;
  readonly gauge: (gauged: Gauged) => void;
  readonly eventReaders: { count: number };
  readonly text: () => Promise<string>;
  readonly contentType: string;
};

export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const eventReaders = { count: 0 };
  const refusals = new Counter({
    name: 'gatebell_refusals_total',
    help: 'Calls refused over HTTP, by code.',
    labelNames: ['code'],
    registers,
  });
  const commits = new Counter({ name: 'gatebell_commits_total', help: 'Transactions with entries that are on disk.', registers });
  const commands = new Counter({ name: 'gatebell_commands_total', help: 'Commands accepted by the writer.', registers });
  gaugeOf(registry, 'gatebell_event_readers', 'Open readers of /v1/events.', () => eventReaders.count);
  return {
    refused: (code) => refusals.inc({ code }),
    committed: () => commits.inc(),
    counting: (execute) => async (name, actor, input, command) => {
      const done = await execute(name, actor, input, command);
      commands.inc();
      return done;
    },
    gauge: ({ queued, platforms }) => {
      gaugeOf(registry, 'gatebell_queue_depth', 'Commands that wait for the writer.', queued);
      new Gauge({
        name: 'gatebell_platform_ok',
        help: '1 while the last post to the platform arrived.',
        labelNames: ['platform'],
        registers,
        collect() {
          for (const { platform, ok } of platforms()) this.set({ platform }, ok ? 1 : 0);
        },
      });
    },
    eventReaders,
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function gaugeOf(registry: Registry, name: string, help: string, value: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value());
    },
  });
}
