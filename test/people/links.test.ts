import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../src/actor.ts';
import type { PersonId, TokenId } from '../../src/ids.ts';
import { minute } from '../../src/time.ts';
import type { World } from '../support/world.ts';
import { openWorld, service } from '../support/world.ts';

const account = { platform: 'slack', account: 'T0HARBOUR:U0MARA' } as const;

let world: World;
let operator: Actor;
let mara: Actor & { kind: 'person' };
let ines: Actor & { kind: 'person' };

beforeEach(async () => {
  world = await openWorld();
  const { token_id } = await world.run<{ token_id: TokenId }>('adopt-operator-token', service, { hash: 'a'.repeat(64) });
  operator = { kind: 'operator', token: token_id };
  mara = await aPerson('mara');
  ines = await aPerson('ines');
});

async function aPerson(slug: string): Promise<Actor & { kind: 'person' }> {
  const { id } = await world.run<{ id: PersonId }>('add-person', operator, { slug, name: slug, time_zone: 'UTC' });
  return { kind: 'person', person: id, surface: 'http' };
}

async function typesOf(): Promise<readonly string[]> {
  return (await world.engine.reads.entriesByPosition(0, 100)).map(({ type }) => type);
}

test('an operator gives an account: it counts at once, is an entry, and opens a route on which the person is told', async () => {
  const shown = await world.run('change-person', operator, { person: 'mara', identities: [account] });

  expect(shown).toMatchObject({ slug: 'mara', identities: [account] });
  expect(await world.engine.reads.identity('slack:T0HARBOUR:U0MARA')).toMatchObject({ person: mara.person, how: 'operator' });
  expect(await world.engine.reads.routesAt('slack', 'U0MARA')).toMatchObject([{ goal: null, person: mara.person, purposes: [] }]);
  expect(await typesOf()).toContain('identity-linked');
  expect(await world.engine.posts.due(world.clock.now(), 10)).toMatchObject([{ subject: { kind: 'notice' } }]);
});

test('an account is taken by leaving it out, and then it is nobody’s and nothing is told there', async () => {
  await world.run('change-person', operator, { person: 'mara', identities: [account] });

  const shown = await world.run('change-person', operator, { person: 'mara', identities: [] });

  expect(shown).toMatchObject({ identities: [] });
  expect(await world.engine.reads.identity('slack:T0HARBOUR:U0MARA')).toMatchObject({ person: null });
  expect(await world.engine.reads.routesAt('slack', 'U0MARA')).toEqual([]);
});

test('an account of somebody else cannot be given or linked', async () => {
  await world.run('change-person', operator, { person: 'mara', identities: [account] });
  const { code } = await world.run<{ code: string }>('offer-link', service, account);

  await expect(world.run('change-person', operator, { person: 'ines', identities: [account] })).rejects.toMatchObject({
    code: 'wrong-state',
  });
  await expect(world.run('link-account', ines, { code })).rejects.toMatchObject({ code: 'wrong-state' });

  expect(await world.engine.reads.identity('slack:T0HARBOUR:U0MARA')).toMatchObject({ person: mara.person });
});

test.each(['U0MARA', 'T0HARBOUR:mara', 'T0HARBOUR', '', 't0harbour:u0mara'])('"%s" is no account of Slack', async (named) => {
  await expect(
    world.run('change-person', operator, { person: 'mara', identities: [{ platform: 'slack', account: named }] }),
  ).rejects.toThrow(/team:user/);
});

test('the code of an account is given by the person: once, and the account is theirs', async () => {
  const { code } = await world.run<{ code: string }>('offer-link', service, account);

  const linked = await world.run('link-account', mara, { code: code.toUpperCase().replaceAll('-', ' ') });

  expect(linked).toEqual({ result: 'linked', ...account });
  expect(await world.engine.reads.identity('slack:T0HARBOUR:U0MARA')).toMatchObject({ person: mara.person, how: 'code' });
  await expect(world.run('link-account', ines, { code })).rejects.toMatchObject({ code: 'code-spent' });
});

test('the code of a person is given from the account', async () => {
  const { code } = await world.run<{ code: string }>('link-account', mara, {});

  const linked = await world.run('confirm-link', service, { ...account, code });

  expect(linked).toEqual({ result: 'linked', ...account, name: 'mara' });
  await expect(world.run('confirm-link', service, { ...account, code })).rejects.toMatchObject({ code: 'code-spent' });
});

test('a code works on the other side only, and for ten minutes', async () => {
  const ofPerson = await world.run<{ code: string }>('link-account', mara, {});
  const ofAccount = await world.run<{ code: string }>('offer-link', service, account);

  await expect(world.run('link-account', mara, { code: ofPerson.code })).rejects.toMatchObject({ code: 'code-spent' });
  await expect(world.run('confirm-link', service, { ...account, code: ofAccount.code })).rejects.toMatchObject({ code: 'code-spent' });
  world.clock.advance(10 * minute);

  await expect(world.run('link-account', mara, { code: ofAccount.code })).rejects.toMatchObject({ code: 'code-spent' });
});

test('no code stands in the ledger', async () => {
  const ofPerson = await world.run<{ code: string }>('link-account', mara, {});
  const ofAccount = await world.run<{ code: string }>('offer-link', service, account);

  const entries = JSON.stringify(await world.engine.reads.entriesByPosition(0, 100));

  expect(entries).not.toContain(ofPerson.code);
  expect(entries).not.toContain(ofAccount.code);
});

test('an owner pauses and resumes a goal; nobody else does, and twice changes nothing', async () => {
  await world.run('create-goal', operator, { slug: 'harbour', title: 'Harbour', vision: 'Boats come in.', owners: ['mara'] });

  const paused = await world.run('pause-goal', mara, { goal: 'harbour' });
  const position = await world.engine.reads.lastPosition();
  await world.run('pause-goal', mara, { goal: 'harbour' });

  expect(paused).toMatchObject({ state: 'paused', owners: ['mara'] });
  expect(await world.engine.reads.lastPosition()).toBe(position);
  await expect(world.run('resume-goal', ines, { goal: 'harbour' })).rejects.toMatchObject({ code: 'not-allowed' });
  expect(await world.run('resume-goal', mara, { goal: 'harbour' })).toMatchObject({ state: 'active' });
});

test('a goal that is over is neither paused nor resumed', async () => {
  await world.run('create-goal', operator, { slug: 'harbour', title: 'Harbour', vision: 'Boats come in.', owners: ['mara'] });
  await world.run('change-goal', operator, { goal: 'harbour', state: 'completed' });

  await expect(world.run('pause-goal', mara, { goal: 'harbour' })).rejects.toMatchObject({ code: 'wrong-state' });
});

test.each(['#general', 'general', 'c0123', 'C'])('"%s" is no address of Slack', async (address) => {
  await world.run('create-goal', operator, { slug: 'harbour', title: 'Harbour', vision: 'Boats come in.', owners: ['mara'] });

  await expect(world.run('add-route', operator, { goal: 'harbour', platform: 'slack', address })).rejects.toMatchObject({
    code: 'bad-input',
  });
});
