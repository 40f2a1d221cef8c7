import type { NumberAsked, NumberQuery } from '../../src/digest/numbers.ts';
import type { Stream } from '../../src/ids.ts';
import type { Reads } from '../../src/ports.ts';
import type { Args, Query } from '../bind.ts';
import type { Ask } from './compile.ts';

/**
 * How each number of a digest is counted anew: from the entries of one stream, by one statement that anybody can run on the file.
 * `:from` and `:to` bound the seq; a parameter that a number does not name is null and narrows nothing.
 */
const statements = {
  'gates-open': `
    select count(*) as value from (
      select type, max(seq) from entry
      where stream = :stream and seq > :from and seq <= :to
        and type in ('gate-asked', 'gate-answered', 'answer-revoked', 'gate-withdrawn', 'gate-superseded')
        and (:gates is null or json_extract(data, '$.gate') in (select value from json_each(:gates)))
      group by json_extract(data, '$.gate')
    ) where type in ('gate-asked', 'answer-revoked')`,
  'gates-answered': `
    select count(*) as value from entry
    where stream = :stream and seq > :from and seq <= :to and type = 'gate-answered'`,
  'turns-landed': `
    select count(*) as value from entry
    where stream = :stream and seq > :from and seq <= :to and type = 'turn-committed'
      and (:lane is null or json_extract(data, '$.lane') = :lane)
      and (:outcome is null or json_extract(data, '$.outcome') = :outcome)`,
  'spend-reported': `
    select total(cast(json_extract(data, '$.spend.' || :field) * 1e6 + 0.5 as integer)) / 1e6 as value from entry
    where stream = :stream and seq > :from and seq <= :to and type = 'turn-committed'`,
} as const satisfies Record<NumberQuery, string>;

export const numberQueries: Readonly<Record<NumberQuery, Query<{ value: number }>>> = {
  'gates-open': counting(statements['gates-open']),
  'gates-answered': counting(statements['gates-answered']),
  'turns-landed': counting(statements['turns-landed']),
  'spend-reported': counting(statements['spend-reported']),
};

/** Named parameters in the order of their places, as the binding takes them. */
function counting(statement: string): Query<{ value: number }> {
  const names = [...statement.matchAll(/:(\w+)/g)].map(([, name = '']) => ({ name }));
  return { sql: statement.replaceAll(/:\w+/g, '?').trim(), parameters: names, single: true };
}

/** The parameters of a number, each there. */
export function numberArgs({ with: { stream, from, to, lane, outcome, field, gates } }: NumberAsked): Args {
  const narrowed = { lane: lane ?? null, outcome: outcome ?? null, field: field ?? null };
  return { stream, from, to, ...narrowed, gates: gates === undefined ? null : JSON.stringify(gates) };
}

export function numberReads(ask: Ask): Pick<Reads, 'digestNumber'> {
  return {
    digestNumber: async (asked) => {
      const rows = await ask(numberQueries[asked.query], numberArgs(asked), asked.with.stream as Stream); // a goal's stream, as the digest names it
      return rows[0]?.value ?? 0;
    },
  };
}
