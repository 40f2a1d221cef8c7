/** The limits of the terminal. A typed note may have 4,000 characters, so a line may have a little more. */
export const terminalLimits = {
  columns: 100,
  /** Lines are not broken in a terminal that is narrower. */
  columnsMin: 20,
  inputCharsMax: 4_200,
  /** UTF-8 needs at most 3 bytes for a UTF-16 unit. */
  inputBytesMax: 12_600,
  outputCharsMax: 1_000,
  /** Longer digests are read with `gatebell digest show`. */
  digestCharsMax: 12_000,
  digestItemsMax: 200,
} as const;
