import type { Command } from 'commander';
import { z } from 'zod';
import { encodeLine } from '../../bots/terminal/encoder.ts';

/** Where a command writes: one JSON document with `--json`, else lines for a person. */
export type Printer = {
  /** `lines` may hold text of anybody: each is printed as one line without control characters. */
  readonly result: (json: unknown, lines: readonly string[]) => void;
};

const globals = z.object({ json: z.boolean().default(false) });

export function printerOf(command: Command): Printer {
  const { json } = globals.parse(command.optsWithGlobals());
  return { result: (document, lines) => (json ? printJson(document) : printLines(process.stdout, lines)) };
}

export function wantsJson(argv: readonly string[]): boolean {
  return argv.includes('--json');
}

export function printJson(document: unknown): void {
  process.stdout.write(`${harmlessJson(document, 2)}\n`);
}

/** JSON in which what a terminal might obey or hide is escaped: the document is the same. */
export function harmlessJson(document: unknown, indent?: number): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(document, null, indent).replaceAll(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    escaped,
  );
}

/** Indentation is kept; everything else of a line goes through the encoder. */
export function printLines(to: NodeJS.WritableStream, lines: readonly string[]): void {
  for (const line of lines) {
    to.write(`${/^ */.exec(line)?.[0] ?? ''}${encodeLine(line)}\n`);
  }
}

/** Rows under each other, each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map((cell) => encodeLine(cell)));
  const widths = cells.reduce<readonly number[]>((known, row) => row.map((cell, at) => Math.max(known[at] ?? 0, cell.length)), []);
  return cells.map((row) => row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  '));
}
