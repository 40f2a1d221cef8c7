/** What a command ends with: 0 done, 1 refused, 64 wrong usage, 69 service not reached, 75 try later, 78 configuration. */
export const exits = { done: 0, refused: 1, usage: 64, unreached: 69, later: 75, configuration: 78 } as const;

/** Ends a command with a sentence. `problem` is what the service said, for `--json`. */
export class Stop extends Error {
  override readonly name = 'Stop';
  readonly code: number;
  readonly problem: unknown;

  constructor(code: number, sentence: string, problem?: unknown) {
    super(sentence);
    this.code = code;
    this.problem = problem;
  }
}
