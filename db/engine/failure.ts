import { Refusal } from '../../src/refusal.ts';

/** Says what happened to an operator, never to a caller. */
export type Report = (what: string, error: unknown) => void;

/** The code that SQLite gave to an error, if it is one of its errors. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return error.code.startsWith('SQLITE_') ? error.code : undefined;
}

const storageCodes = [
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_CANTOPEN',
  'SQLITE_BUSY',
  'SQLITE_NOMEM',
];

/** The disk or the file failed, not the statement: nothing more is tried in this transaction. */
export function isStorageFailure(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== undefined && storageCodes.some((known) => code.startsWith(known));
}

export function storageFailed(error: unknown): Refusal {
  const full = sqliteCode(error)?.startsWith('SQLITE_FULL') ?? false;
  return new Refusal(
    'storage-failed',
    full
      ? 'The disk is full, so the change could not be stored. Nothing was changed.'
      : 'The change could not be stored. Nothing was changed.',
    full
      ? 'Free space on the disk of the database and send it again.'
      : 'Send it again; if it fails again, look at the log of the service and its disk.',
  );
}

export function internalFailure(): Refusal {
  return new Refusal(
    'internal',
    'The service met an error of its own. Nothing was changed.',
    'Send it again; if it fails again, report it with the time.',
  );
}
