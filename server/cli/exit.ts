/** What a command ends with: 0 done, 1 refused, 64 wrong usage, 69 service not reached, 75 try later, 78 configuration. */
export const exits = { done: 0, refused: 1, usage: 64, unreached: 69, later: 75, configuration: 78 } as const;

/** Ends a command with one or more sentences, each a line. `problem` is what the service said, for `--json`. */
export class Stop extends Error {
  override readonly name = 'Stop';
  readonly code: number;
  readonly lines: readonly string[];
  readonly problem: unknown;

  constructor(code: number, lines: readonly string[], problem?: unknown) {
    super(lines.join(' '));
    this.code = code;
    this.lines = lines;
    this.problem = problem;
  }
}
