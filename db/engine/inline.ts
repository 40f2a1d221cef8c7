import type { Engine } from './engine.ts';
import { openEngine } from './engine.ts';
import type { Workshop } from './group.ts';
import { openReaders } from './readers.ts';
import { openWriter } from './writer.ts';

/** The engine with its writer in the calling thread: for tests and for programs that write a few times and end. */
export async function openInline(file: string, workshop: Workshop): Promise<Engine> {
  const readers = await openReaders(file);
  return openEngine(readers, (told) => {
    const writer = openWriter<number>(file, workshop, told.written);
    return { hand: writer.submit, close: writer.close };
  });
}
