import { expect, test } from 'vitest';
import { z } from 'zod';
import type { GoalId } from '../../src/ids.ts';
import { goalStream } from '../../src/ids.ts';
import { defineVerb } from '../../src/verb.ts';
import { openWorld, service } from '../support/world.ts';

const addGoal = defineVerb({
  name: 'add-goal',
  summary: '',
  callers: ['service'],
  input: z.object({ slug: z.string() }),
  output: z.unknown(),
  run: async (tx, { slug }) => {
    const goal = tx.newId('goal');
    const described = { title: 't', vision: 'v', invariants: [], acceptance: [], owners: [], time_zone: 'UTC', guarded_scopes: [], irreversible_scopes: [], state: 'active' as const };
    if ((await tx.reads.goal(slug)) !== undefined) return { taken: true };
    return tx.append(goalStream(goal), { type: 'goal-created', goal, slug, ...described });
  },
});

test('an accepted change is in the ledger and in its row', async () => {
  const world = await openWorld({ verbs: { 'add-goal': addGoal } });

  const receipt = await world.run('add-goal', service, { slug: 'one' });

  const goal = await world.engine.reads.goal('one');
  expect(goal).toMatchObject({ slug: 'one', changed_seq: 1 });
  expect(await world.engine.reads.entries(goalStream(goal?.id as GoalId), 0, 10)).toMatchObject([{ ...receipt, position: 1 }]);
  expect(world.reports).toEqual([]);
});
