import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Refusal } from '../src/refusal.ts';

/** Evidence files by the SHA-256 of their bytes. What is kept is on disk before anybody is told so. */
export type FileStore = {
  /** Keeps the bytes. `beforeKept` sees size and digest first, and may throw: then nothing is kept. */
  readonly keep: (bytes: ReadableStream<Uint8Array> | null, check: KeepCheck) => Promise<KeptFile>;
  /** The bytes, once they were found whole; undefined when they are missing or damaged. */
  readonly openWhole: (sha256: string) => Promise<{ readonly size: number; readonly bytes: ReadableStream<Uint8Array> } | undefined>;
};

export type KeptFile = { readonly sha256: string; readonly size: number };

export type KeepCheck = { readonly whileReading: (size: number) => void; readonly beforeKept: (file: KeptFile) => void };

export async function openFileStore(folder: string): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });
  const placeOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  return {
    async keep(bytes, check) {
      const arriving = join(incoming, randomUUID());
      try {
        const file = await receive(bytes, arriving, check);
        await mkdir(join(folder, file.sha256.slice(0, 2)), { recursive: true });
        await rename(arriving, placeOf(file.sha256));
        await syncFolder(join(folder, file.sha256.slice(0, 2)));
        await syncFolder(folder);
        return file;
      } catch (error) {
        throw isSystemFault(error) ? notStored() : error;
      } finally {
        await rm(arriving, { force: true });
      }
    },
    async openWhole(sha256) {
      const place = placeOf(sha256);
      const size = await sizeOf(place);
      if (size === undefined || (await digestOf(place)) !== sha256) return undefined;
      const bytes = Readable.toWeb(createReadStream(place)) as ReadableStream<Uint8Array>; // the same stream under node's own type
      return { size, bytes };
    },
  };
}

async function receive(bytes: ReadableStream<Uint8Array> | null, arriving: string, check: KeepCheck): Promise<KeptFile> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(arriving, 'wx');
  try {
    for await (const chunk of bytes ?? []) {
      size += chunk.byteLength;
      check.whileReading(size);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    const file = { sha256: hash.digest('hex'), size };
    check.beforeKept(file);
    await handle.sync();
    return file;
  } finally {
    await handle.close();
  }
}

async function digestOf(place: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(place)) hash.update(chunk as Buffer); // no encoding was set
  return hash.digest('hex');
}

async function sizeOf(place: string): Promise<number | undefined> {
  try {
    return (await stat(place)).size;
  } catch {
    return undefined;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isSystemFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function notStored(): Refusal {
  return new Refusal(
    'storage-failed',
    'The file could not be stored: its disk is full or does not take it.',
    'Free space where GATEBELL_FILES_DIR is, then send the file again.',
  );
}
