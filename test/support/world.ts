import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import type { Engine } from '../../db/engine/engine.ts';
import { openInline } from '../../db/engine/inline.ts';
import { migrate } from '../../db/migrate.ts';
import { replayDifferences } from '../../db/verify.ts';
import type { Actor } from '../../src/actor.ts';
import * as catalog from '../../src/catalog.ts';
import type { Command } from '../../src/ports.ts';
import { Refusal } from '../../src/refusal.ts';
import { runView } from '../../src/run-verb.ts';
import type { Instant } from '../../src/time.ts';
import { plusMs } from '../../src/time.ts';
import type { AnyVerb, AnyView } from '../../src/verb.ts';

export const service: Actor = { kind: 'service' };

export type World = {
  /** The database file, in a folder of its own that goes with the test. */
  readonly file: string;
  readonly folder: string;
  readonly engine: Engine;
  readonly clock: { readonly now: () => Instant; advance(ms: number): void; set(at: Instant): void };
  /** Runs a verb as a surface does: the input parsed by its schema, then `engine.execute`. Gives its reply. */
  run<Reply = Record<string, unknown>>(name: string, actor: Actor, input: unknown, command?: Command): Promise<Reply>;
  /** Runs a view over one snapshot. */
  look<Reply = Record<string, unknown>>(name: string, actor: Actor, input: unknown): Promise<Reply>;
  /** What the engine reported of errors that no caller is told. */
  readonly reports: readonly { readonly what: string; readonly error: unknown }[];
};

type Options = {
  readonly now?: string;
  readonly seed?: string;
  /** Planted beside those of the catalog. */
  readonly verbs?: Readonly<Record<string, AnyVerb>>;
  readonly views?: Readonly<Record<string, AnyView>>;
};

/** A database of its own with the engine in this thread, a clock that stands still, and ids that are the same in every run. */
export async function openWorld(options: Options = {}): Promise<World> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'gatebell-world-'));
  const file = join(folder, 'gatebell.db');
  copyFileSync(await migrated(), file);
  let at = (options.now ?? '2026-12-01T09:00:00.000Z') as Instant;
  const clock = {
    now: () => at,
    advance: (ms: number) => {
      at = plusMs(at, ms);
    },
    set: (to: Instant) => {
      at = to;
    },
  };
  const verbs: Record<string, AnyVerb> = { ...catalog.verbs, ...options.verbs };
  const views: Record<string, AnyView> = { ...catalog.views, ...options.views };
  const reports: { what: string; error: unknown }[] = [];
  const report = (what: string, error: unknown) => reports.push({ what, error });
  const engine = await openInline(file, { verbs, clock, randomBytes: seededBytes(options.seed ?? 'world'), report });

  open.add({ file, folder, engine });
  return {
    file,
    folder,
    engine,
    clock,
    reports,
    run: async (name, actor, input, command) => {
      const { reply } = await engine.execute(name, actor, named(verbs, name).input.parse(input), command).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'internal') error.cause = reports.at(-1)?.error; // so that a failing test shows why
        throw error;
      });
      return reply as never; // the caller names the shape
    },
    look: (name, actor, input) => {
      const view = named(views, name);
      return engine.snapshot((reads) => runView(view, { actor, now: at, reads }, view.input.parse(input))) as Promise<never>;
    },
  };
}

const open = new Set<Pick<World, 'file' | 'folder' | 'engine'>>();

// Replaying the entries rebuilds every fact table: held after every test that opened a world.
afterEach(async () => {
  const worlds = [...open];
  open.clear();
  try {
    for (const { engine } of worlds) await engine.close();
    for (const { file } of worlds) expect(replayDifferences(file)).toEqual([]);
  } finally {
    for (const { folder } of worlds) rmSync(folder, { recursive: true, force: true });
  }
});

let template: Promise<string> | undefined;

/** One migrated file per test process, copied for each world. */
function migrated(): Promise<string> {
  template ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatebell-template-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'template.db');
    await migrate(file);
    return file;
  })();
  return template;
}

export function seededBytes(seed: string): (count: number) => Uint8Array {
  let drawn = 0;
  return (count) => {
    drawn += 1;
    return createHash('sha512').update(`${seed} ${drawn}`).digest().subarray(0, count);
  };
}

function named<Kind>(all: Readonly<Record<string, Kind>>, name: string): Kind {
  const found = all[name];
  if (found === undefined) throw new Error(`there is no "${name}" in the catalog`);
  return found;
}
