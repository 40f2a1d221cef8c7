import { expect, test } from 'vitest';
import { openReading } from '../../db/engine/connection.ts';
import { factStatements, indexStatements } from '../../db/facts/statements.ts';
import { postWrites } from '../../db/queries/post.ts';
import { commandWrites } from '../../db/queries/command.ts';
import { allQueries } from '../../db/queries/reads.ts';
import type { Query } from '../../db/bind.ts';
import { openWorld } from '../support/world.ts';

const named = (group: string, queries: Readonly<Record<string, Query>>) =>
  Object.entries(queries).map(([name, query]) => [`${group}.${name}`, query] as const);

const queries = [
  ...Object.entries(allQueries).flatMap(([group, all]) => named(group, all)),
  ...Object.entries(factStatements).map(([kind, { load }]) => [`load ${kind}`, load] as const),
  ...Object.entries(indexStatements).map(([kind, { clear }]) => [`clear ${kind}`, clear] as const),
  ...named('post', { sending: postWrites.sending, sent: postWrites.sent, held: postWrites.held }),
  ...named('command', { purge: commandWrites.purge }),
];

test('no query scans a table', async () => {
  const world = await openWorld();
  const reader = openReading(world.file);
  const plan = (query: Query) =>
    reader.rows<{ detail: string }>(
      { sql: `explain query plan ${query.sql}`, parameters: query.parameters.map(() => ({ value: null })) },
      {},
    );

  const scans = queries.flatMap(([name, query]) =>
    plan(query)
      .map(({ detail }) => detail)
      // A list that was given is no table, and neither is what another query of the plan has found.
      .filter((detail) => /^SCAN /.test(detail) && !/ VIRTUAL TABLE |^SCAN \(/.test(detail))
      .map((detail) => `${name}: ${detail}`),
  );

  reader.close();
  expect(queries.length).toBeGreaterThan(80);
  expect(scans).toEqual([]);
});
