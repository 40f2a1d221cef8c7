import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Puts the bytes of a file, or the names in a folder, on disk. */
export function syncFile(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Gives a file that is on disk its name; whatever had the name before is replaced in one step. */
export function swapIn(from: string, to: string): void {
  renameSync(from, to);
  syncFile(dirname(to));
}
