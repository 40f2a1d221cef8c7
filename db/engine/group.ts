import { setImmediate } from 'node:timers';
import type { Stream } from '../../src/ids.ts';
import type { Clock, Committed } from '../../src/ports.ts';
import { isLostRace } from '../../src/lost-race.ts';
import { Refusal } from '../../src/refusal.ts';
import { runVerb } from '../../src/run-verb.ts';
import type { Instant } from '../../src/time.ts';
import { latest } from '../../src/time.ts';
import type { AnyVerb } from '../../src/verb.ts';
import { keepReply, keptReply } from './commands.ts';
import type { Connection } from './connection.ts';
import type { Report } from './failure.ts';
import { internalFailure, isStorageFailure } from './failure.ts';
import { runOperation } from './operations.ts';
import type { RandomBytes } from './secrets.ts';
import { readable } from './secrets.ts';
import { beginTransaction } from './transaction.ts';
import type { Outcome, Work } from './work.ts';

export type Workshop = {
  readonly verbs: Readonly<Record<string, AnyVerb>>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly report: Report;
};

/** A group that is on disk, or one whose transaction was lost on the way. */
export type Attempt =
  | {
      readonly kind: 'committed';
      readonly outcomes: readonly Outcome[];
      readonly committed: Committed | undefined;
      readonly newestAt: Instant;
    }
  | { readonly kind: 'lost'; readonly cause: unknown };

const savepoint = {
  open: { sql: 'SAVEPOINT member', parameters: [] },
  release: { sql: 'RELEASE member', parameters: [] },
  undo: { sql: 'ROLLBACK TO member', parameters: [] },
};

type Progress = { position: number; newestAt: Instant; readonly streams: Set<Stream> };

/** Runs a group in one transaction, each member in a savepoint of its own. Whatever a member does, the others stand. */
export async function attemptGroup(
  connection: Connection,
  workshop: Workshop,
  group: readonly Work[],
  newestAt: Instant,
): Promise<Attempt> {
  const progress: Progress = { position: 0, newestAt, streams: new Set() };
  const outcomes: Outcome[] = [];
  try {
    connection.exec('BEGIN IMMEDIATE');
    for (const work of group) outcomes.push(await runMember(connection, workshop, work, progress));
    connection.exec('COMMIT');
  } catch (cause) {
    return { kind: 'lost', cause };
  }
  const { position, streams } = progress;
  const committed = position === 0 ? undefined : { position, streams: [...streams] };
  return { kind: 'committed', outcomes, committed, newestAt: progress.newestAt };
}

async function runMember(connection: Connection, workshop: Workshop, work: Work, progress: Progress): Promise<Outcome> {
  const now = latest(workshop.clock.now(), progress.newestAt);
  connection.write(savepoint.open, {});
  try {
    const outcome = work.kind === 'verb' ? await runCommand(connection, workshop, work, now, progress) : runBeside(connection, work, now);
    connection.write(savepoint.release, {});
    return outcome;
  } catch (error) {
    // A statement can end the whole transaction; then the savepoint is gone and so is what the neighbours did.
    if (isStorageFailure(error) || !connection.inTransaction()) throw error;
    connection.write(savepoint.undo, {});
    connection.write(savepoint.release, {});
    if (error instanceof Refusal) return { kind: 'refused', refusal: error };
    workshop.report(`${work.kind === 'verb' ? work.name : work.operation.name} failed`, error);
    return { kind: 'refused', refusal: internalFailure() };
  }
}

function runBeside(connection: Connection, work: Extract<Work, { kind: 'operation' }>, now: Instant): Outcome {
  return { kind: 'done', reply: runOperation(connection, work.operation, now), replayed: false };
}

async function runCommand(
  connection: Connection,
  workshop: Workshop,
  work: Extract<Work, { kind: 'verb' }>,
  now: Instant,
  progress: Progress,
): Promise<Outcome> {
  const { command, actor } = work;
  const verb = Object.hasOwn(workshop.verbs, work.name) ? workshop.verbs[work.name] : undefined;
  if (verb === undefined) throw new Error(`there is no verb "${work.name}"`);
  const kept = command === undefined ? undefined : keptReply(connection, command, now);
  if (kept !== undefined) return { kind: 'done', reply: kept.reply, replayed: true };

  const { randomBytes } = workshop;
  const commandId = command?.id ?? `command_${readable(randomBytes(10))}`;
  const transaction = beginTransaction(connection, { actor, now, commandId, randomBytes });
  const reply = await withoutForeignAwait(verb.name, runVerb(verb, transaction.tx, work.input)).finally(transaction.close);
  transaction.assertSound();
  if (command !== undefined && !isLostRace(reply))
    keepReply(connection, command, now, reply, verb.reveals === true ? randomBytes : undefined);
  if (transaction.position() > 0) {
    progress.position = transaction.position();
    progress.newestAt = now;
    for (const stream of transaction.appended) progress.streams.add(stream);
  }
  return { kind: 'done', reply, replayed: false };
}

/** All that a verb may await is settled within this turn of the event loop; what is not would hold every goal still. */
async function withoutForeignAwait(name: string, running: Promise<unknown>): Promise<unknown> {
  const foreign = Symbol('foreign');
  const winner = await Promise.race([running, new Promise((resolve) => setImmediate(resolve, foreign))]);
  if (winner !== foreign) return winner;
  running.catch(() => undefined); // it ends later, with a closed tx, and nobody waits for it
  throw new Error(`verb ${name} awaited something that is not tx.reads`);
}
