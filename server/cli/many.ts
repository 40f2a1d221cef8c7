/** Collects an option that may be given more than once. */
export function many(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
