import type { Actor } from '../../src/actor.ts';
import { actorName } from '../../src/actor.ts';
import type { Stream } from '../../src/ids.ts';
import type { Head, Receipt } from '../../src/ledger/entry.ts';
import { beforeFirst, chainedText, receiptOf } from '../../src/ledger/entry.ts';
import type { Event } from '../../src/ledger/event.ts';
import { fold } from '../../src/ledger/fold.ts';
import type { Instant } from '../../src/time.ts';
import type { Known } from '../facts/store.ts';
import { openFactStore } from '../facts/store.ts';
import { wantPosts } from '../facts/wanted.ts';
import { wantWakes } from '../facts/wakes.ts';
import { ledgerQueries, ledgerWrites } from '../queries/ledger.ts';
import type { Connection } from './connection.ts';
import { sha256 } from './secrets.ts';

export type Appending = { readonly actor: Actor; readonly now: Instant; readonly commandId: string; readonly known: Known };

/** Writes one entry with all that follows from it: the stream's head, the fact rows, the posts that are wanted. */
export function appendEntry(
  connection: Connection,
  appending: Appending,
  stream: Stream,
  event: Event,
): { receipt: Receipt; position: number } {
  const { now, commandId, known } = appending;
  const head = (known.get(`head ${stream}`) as Head | undefined) ?? connection.rows(ledgerQueries.head, { stream })[0] ?? beforeFirst; // kept below
  const { type, ...fields } = event;
  const data = JSON.stringify(fields);
  const line = { stream, seq: head.seq + 1, type, at: now, actor: actorName(appending.actor), command: commandId };
  const hash = sha256(chainedText(head.hash, { ...line, dataText: data }));
  const receipt = receiptOf(line.seq, hash, head.hash);

  const { rowId: position } = connection.write(ledgerWrites.entry, { ...line, id: receipt.id, data, hash, previous: head.hash });
  connection.write(ledgerWrites.head, { stream, seq: line.seq, hash });
  known.set(`head ${stream}`, { seq: line.seq, hash });
  const store = openFactStore(connection, stream, known);
  // The fold gets the event as a reader of the ledger gets it, so that a replay cannot differ.
  fold(store, { type, ...JSON.parse(data) } as Event, { seq: line.seq, at: now, actor: line.actor });
  wantPosts(connection, store, event, position, now);
  wantWakes(connection, store, event, position, now);
  return { receipt, position };
}
