/** Why a database file cannot be used. Each is a state of the file or its surroundings that the operator has to change. */
export type DatabaseFaultKind = 'in-use' | 'garbage' | 'truncated' | 'newer' | 'drifted' | 'damaged' | 'unreachable';

/** Refuses to open a database: one sentence that names the file and says what to do. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault';
  readonly kind: DatabaseFaultKind;

  constructor(kind: DatabaseFaultKind, sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}
