/** What SQLite stores as it was given. Anything else would abort the process in the binding, or become NULL in silence. */
export type Value = string | number | bigint | null | Uint8Array;

export type Args = Readonly<Record<string, Value>>;

export type Parameter = { readonly name: string } | { readonly value: Value };

/** A statement, compiled once: its text, and what stands at each of its `?`. `Row` is the shape of what it gives. */
export type Query<Row = unknown> = {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
  /** It gives one row or none, whatever it is asked for: so the binding need not open a cursor. */
  readonly single?: boolean;
  /** Only for the type. */
  readonly row?: Row;
};

/** The values of a query in the order of its `?`. Asserts that each is there and can be stored. */
export function bind(query: Query, args: Args): Value[] {
  return query.parameters.map((parameter) => {
    if ('value' in parameter) return storable(parameter.value, 'a constant', query);
    return storable(args[parameter.name], `"${parameter.name}"`, query);
  });
}

function storable(value: unknown, what: string, query: Query): Value {
  if (typeof value === 'string' || typeof value === 'bigint' || value === null || value instanceof Uint8Array) return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new Error(`${what} of a statement is ${describe(value)}; only text, safe integers, null and bytes can be bound: ${query.sql}`);
}

function describe(value: unknown): string {
  return typeof value === 'object' ? 'an object' : `${typeof value} ${String(value)}`;
}
