/** The first moment that an id can name (Unix time). */
const epochMs = 1_420_070_400_000;

/** The lowest id of a moment: messages of that moment and later ones have a higher one. */
export function snowflakeAt(atMs: number): string {
  return String(BigInt(Math.max(0, Math.floor(atMs) - epochMs)) << 22n);
}

/** Whichever of two ids is later. */
export function laterOf(one: string, other: string): string {
  return BigInt(one) > BigInt(other) ? one : other;
}
