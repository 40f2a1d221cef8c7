export type Aim = { readonly atLeast: number } | { readonly atMost: number };

export type Row = {
  readonly measured: string;
  readonly value: string;
  readonly aim: string;
  readonly verdict: string;
  readonly from: string;
};

/** One line of the table: a ratio with its aim, or a plain value for the record. `from` says what it was made of. */
export function row(measured: string, value: number | string, from: string, aim?: Aim): Row {
  const shown = typeof value === 'number' ? value.toFixed(2) : value;
  if (aim === undefined || typeof value === 'string') return { measured, value: shown, aim: '', verdict: '', from };
  const [sign, bound, met] = 'atLeast' in aim ? ['>=', aim.atLeast, value >= aim.atLeast] : ['<=', aim.atMost, value <= aim.atMost];
  return { measured, value: shown, aim: `${sign} ${bound}`, verdict: met ? 'met' : 'MISSED', from };
}

export function table(rows: readonly Row[]): string {
  const columns = ['measured', 'value', 'aim', 'verdict', 'from'] as const;
  const head: Row = { measured: 'measured', value: 'value', aim: 'aim', verdict: '', from: 'from' };
  const widths = columns.map((column) => Math.max(...[head, ...rows].map((line) => line[column].length)));
  const lines = [head, ...rows].map((line) => columns.map((column, nth) => line[column].padEnd(widths[nth] ?? 0)).join('  '));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
