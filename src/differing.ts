/** Those of the given fields that would change something: a patch that says what stands already is no entry. */
export function differing<State extends object, Changes extends Partial<State>>(before: State, changes: Changes): Partial<Changes> {
  const fields = Object.entries(changes).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field as keyof State]),
  );
  return Object.fromEntries(fields) as Partial<Changes>; // the same fields, fewer of them
}

export function isNothing(changes: object): boolean {
  return Object.keys(changes).length === 0;
}
