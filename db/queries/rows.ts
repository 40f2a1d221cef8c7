import type { Facts, FactKind } from '../../src/ledger/fold.ts';
import type { Listed, Page } from '../../src/ports.ts';

/** A fact row as every query selects it. */
export type FactRow = { readonly state: string; readonly stream: string };

/** The state in a fact row. */
export function stateOf<Kind extends FactKind>(_kind: Kind, row: FactRow): Facts[Kind] {
  return JSON.parse(row.state) as Facts[Kind]; // written by the fact store
}

export function firstOf<Kind extends FactKind>(kind: Kind, rows: readonly FactRow[]): Facts[Kind] | undefined {
  const [row] = rows;
  return row === undefined ? undefined : stateOf(kind, row);
}

export function statesOf<Kind extends FactKind>(kind: Kind, rows: readonly FactRow[]): readonly Facts[Kind][] {
  return rows.map((row) => stateOf(kind, row));
}

/** `limit` and where to begin, for a list that is sorted by text. One row more than asked tells whether there is a next page. */
export function fromText(page: Page): { after: string; limit: number } {
  return { after: page.after ?? '', limit: page.limit + 1 };
}

/** The same for a list that is sorted by a number. An `after` that is no number begins at the start. */
export function fromNumber(page: Page): { after: number; limit: number } {
  const after = Number(page.after ?? 0);
  return { after: Number.isSafeInteger(after) ? after : 0, limit: page.limit + 1 };
}

export function listed<Row>(items: readonly Row[], page: Page, keyOf: (row: Row) => string | number): Listed<Row> {
  const shown = items.slice(0, page.limit);
  const last = shown.at(-1);
  return { items: shown, next: items.length > page.limit && last !== undefined ? String(keyOf(last)) : null };
}
