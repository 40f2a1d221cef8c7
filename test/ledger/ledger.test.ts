import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../../src/ledger/entry.ts';
import { openGoalWorld, refusedWith } from '../support/goal-world.ts';

type Page = {
  readonly items: readonly Entry[];
  readonly next: number | null;
  readonly head: { readonly seq: number; readonly hash: string };
};

test('the ledger of a goal is chained: each entry names the hash of the one before, and its own can be recomputed', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  await world.commit(await world.start());

  const { items, head } = await world.look<Page>('ledger', world.agent, { goal: 'ship' });

  let previous = '';
  for (const [index, entry] of items.entries()) {
    const text =
      previous + JSON.stringify([entry.stream, entry.seq, entry.type, entry.at, entry.actor, entry.command, JSON.stringify(entry.data)]);
    expect(entry).toMatchObject({ seq: index + 1, previous, hash: createHash('sha256').update(text).digest('hex') });
    previous = entry.hash;
  }
  expect(head).toEqual({ seq: items.length, hash: previous });
});

test('pages of the ledger join without a gap or a repetition, whatever their size', async () => {
  const world = await openGoalWorld();
  for (let index = 0; index < 7; index += 1) await world.addTodo();
  const whole = (await world.look<Page>('ledger', world.owner, { goal: 'ship' })).items.map(({ id }) => id);

  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (limit) => {
      const ids: string[] = [];
      let after: number | null = 0;
      while (after !== null) {
        const page: Page = await world.look('ledger', world.owner, { goal: 'ship', after, limit });
        ids.push(...page.items.map(({ id }) => id));
        after = page.next;
      }

      expect(ids).toEqual(whole);
    }),
  );
});

test('each entry names who made it and under which command', async () => {
  const world = await openGoalWorld();
  await world.run('add-todo', world.operator, { goal: 'ship', lane: 'main', title: 'x' }, { id: 'my-key', bodyHash: 'a'.repeat(64) });
  const started = await world.start();
  await world.answer(await world.ask({ blocks: { lanes: ['side'] } }));

  const entries = await world.entries();

  expect(entries.find(({ type }) => type === 'todo-added')).toMatchObject({
    command: 'my-key',
    actor: expect.stringMatching(/^operator:token_/),
  });
  expect(entries.find(({ type }) => type === 'turn-started')).toMatchObject({
    actor: `agent:${world.agent.agent}`,
    data: { turn: started.turn?.id },
  });
  expect(entries.find(({ type }) => type === 'gate-answered')).toMatchObject({ actor: `person:${world.owner.person}` });
});

test('people, agents and credentials stand in the house, which only operators read', async () => {
  const world = await openGoalWorld();

  const { items } = await world.look<Page>('house-ledger', world.operator, {});

  expect(new Set(items.map(({ type }) => type))).toEqual(new Set(['token-issued', 'person-added', 'agent-added']));
  for (const actor of [world.agent, world.owner]) await refusedWith(world, 'not-allowed', () => world.look('house-ledger', actor, {}));
});

test('the entry of an answer names the grant that allowed it', async () => {
  const world = await openGoalWorld();
  const { roles } = await world.run<{ roles: readonly { grant: string }[] }>('change-person', world.operator, {
    person: 'sven',
    roles: ['release'],
  });
  await world.answer(await world.ask({ answerers: { roles: ['release'] } }), {}, world.stranger);

  expect(await world.entries('gate-answered')).toMatchObject([
    { data: { allowed_by: { kind: 'role', role: 'release', grant: roles[0]?.grant } } },
  ]);
});
