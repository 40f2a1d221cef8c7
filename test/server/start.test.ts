import { expect, test, vi } from 'vitest';
import { watchCommits } from '../../server/commit-watch.ts';
import { adoptOperatorToken } from '../../server/operator-token.ts';
import { sha256Hex } from '../../server/sha256.ts';
import { keepTerminalOpen } from '../../server/terminal-person.ts';
import { openWorld, service } from '../support/world.ts';

const noFault = (error: unknown) => {
  throw error;
};

test('the first start makes an operator token and gives its text; later starts keep it', async () => {
  const { engine } = await openWorld();

  const first = await adoptOperatorToken(engine.execute, undefined);
  const second = await adoptOperatorToken(engine.execute, undefined);

  expect(first).toMatch(/^gb_op_/);
  expect(second).toBeNull();
  expect(await engine.reads.tokenByHash(sha256Hex(String(first)))).toMatchObject({ state: 'live' });
});

test('the token of the environment takes the place of the one before, and is never shown', async () => {
  const { engine } = await openWorld();
  const first = await adoptOperatorToken(engine.execute, undefined);

  const shown = await adoptOperatorToken(engine.execute, 'gb_op_from-the-environment');
  const again = await adoptOperatorToken(engine.execute, 'gb_op_from-the-environment');

  expect([shown, again]).toEqual([null, null]);
  expect(await engine.reads.tokenByHash(sha256Hex(String(first)))).toMatchObject({ state: 'revoked' });
  expect(await engine.reads.tokenByHash(sha256Hex('gb_op_from-the-environment'))).toMatchObject({ state: 'live' });
});

test('the terminal opens as soon as its person is there, and then once', async () => {
  const world = await openWorld();
  const { execute, reads } = world.engine;
  const commits = watchCommits(world.engine);

  const before = await keepTerminalOpen({ execute, commits, onFault: noFault }, 'mara');
  await world.run('add-person', await anOperator(world), { slug: 'mara', name: 'Mara', time_zone: 'UTC' });

  await vi.waitFor(async () => expect(await reads.terminalRoute()).toMatchObject({ state: 'open' }));
  expect(before).toEqual({ open: false });
  const again = await keepTerminalOpen({ execute, commits, onFault: noFault }, 'mara');
  expect(again).toEqual({ open: true });
});

test('a start without a terminal person closes the terminal of the one before', async () => {
  const world = await openWorld();
  const { execute, reads } = world.engine;
  const commits = watchCommits(world.engine);
  await world.run('add-person', await anOperator(world), { slug: 'mara', name: 'Mara', time_zone: 'UTC' });
  await keepTerminalOpen({ execute, commits, onFault: noFault }, 'mara');

  await keepTerminalOpen({ execute, commits, onFault: noFault }, undefined);

  expect(await reads.terminalRoute()).toMatchObject({ state: 'closed' });
});

async function anOperator(world: Awaited<ReturnType<typeof openWorld>>) {
  const { token_id } = await world.run<{ token_id: string }>('adopt-operator-token', service, { replace: false });
  return { kind: 'operator', token: token_id as never } as const; // an id, as the verb gives it
}
