/** What came, as text to be kept; null when it is nested so deep that it cannot be written: then it is nothing that a platform sends. */
export function written(write: () => string): string | null {
  try {
    return write();
  } catch (failure) {
    if (failure instanceof RangeError) return null;
    throw failure;
  }
}
