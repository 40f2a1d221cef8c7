type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The given fields only: a patch says nothing about the fields that it leaves out. */
export function withoutUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>; // only undefined was dropped
}
