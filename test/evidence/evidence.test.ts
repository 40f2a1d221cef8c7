import { expect, test } from 'vitest';
import { proof } from '../../src/evidence/evidence.ts';
import { limits } from '../../src/limits.ts';
import { misfits, openGoalWorld, passingTests, refusedWith } from '../support/goal-world.ts';
import type { Fields, GoalWorld } from '../support/goal-world.ts';

const sha256 = 'a'.repeat(64);

const kinds: Readonly<Record<string, Fields>> = {
  command: { kind: 'command', argv: ['npm', 'test'], exit_code: 0, duration_ms: 5, stdout_sha256: sha256, excerpt: 'ok' },
  tests: passingTests,
  change: { kind: 'change', repo: 'app', commit: 'abc', base: 'def', files: 1, added: 2, removed: 3, url: 'https://example.com/c/1' },
  artifact: { kind: 'artifact', sha256, media_type: 'image/png', name: 'shot.png' },
  metric: { kind: 'metric', name: 'p99', value: 12.5, unit: 'ms', baseline: 20, better: 'lower' },
  observation: { kind: 'observation', url: 'https://example.com', observed_at: '2026-12-01T09:00:00Z', text: 'It is up.' },
  statement: { kind: 'statement', text: 'It works.' },
};

async function committed(world: GoalWorld, ...evidence: readonly Fields[]): Promise<readonly string[]> {
  const landed = await world.commit(await world.start(), { evidence });
  return landed.result === 'landed' ? landed.evidence : [];
}

test.for(Object.keys(kinds))('evidence of the kind %s is kept as it came, under the digest of its content', async (kind) => {
  const world = await openGoalWorld();
  await world.addTodo();
  await world.run('keep-file', world.agent, { sha256, size: 3, media_type: 'image/png' });

  const [id] = await committed(world, kinds[kind] ?? {});

  expect(id).toMatch(/^ev_[0-9a-f]{64}$/);
  expect(await world.engine.reads.evidence(world.goal, id as never)).toMatchObject({
    kind,
    proof: kinds[kind],
    attached: true,
    by: `agent:${world.agent.agent}`,
  });
});

test('the digest does not depend on the order of fields', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const [first] = await committed(world, passingTests);
  const turned = Object.fromEntries(Object.entries(passingTests).reverse());

  expect(await committed(world, turned)).toEqual([first]);
});

test('the same evidence twice in a commit is one record', async () => {
  const world = await openGoalWorld();
  await world.addTodo();

  expect(await committed(world, passingTests, { ...passingTests })).toHaveLength(1);
});

test.for([
  ['an unknown kind', { kind: 'rumour', text: 'x' }],
  ['a field nobody knows', { ...passingTests, colour: 'red' }],
  ['a count below nothing', { ...passingTests, failed: -1 }],
  ['a digest in capitals', { ...kinds.artifact, sha256: 'A'.repeat(64) }],
  ['no arguments', { ...kinds.command, argv: [] }],
  ['an excerpt over the limit', { ...kinds.command, excerpt: 'x'.repeat(limits.excerptMax + 1) }],
  ['an address that is none', { ...kinds.observation, url: 'not an address' }],
  ['the effect of an option, which a later part brings', { ...passingTests, shows: 'yes' }],
] as const)('evidence with %s does not fit', ([, record]) => {
  expect(proof.safeParse(record).success).toBe(false);
});

test('an address of evidence is one of the web', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd']) {
    expect(proof.safeParse({ ...kinds.change, url }).success).toBe(false);
    expect(proof.safeParse({ ...kinds.observation, url }).success).toBe(false);
  }
});

test('an artifact names a file that was put here before', async () => {
  const world = await openGoalWorld();
  await world.addTodo();
  const started = await world.start();

  await refusedWith(world, 'no-such-file', () => world.commit(started, { evidence: [kinds.artifact] }));
});

test('the same file kept again is no entry', async () => {
  const world = await openGoalWorld();
  const keep = () => world.run('keep-file', world.agent, { sha256, size: 3, media_type: 'image/png' });
  const first = await keep();
  const before = world.heads();

  expect([await keep(), world.heads()]).toEqual([first, before]);
});

test('a file takes 10 MiB and not one byte more', async () => {
  const world = await openGoalWorld();
  const keep = (size: number) => world.run('keep-file', world.agent, { sha256, size, media_type: 'image/png' });

  await misfits(() => keep(limits.evidenceFileBytesMax + 1));
  expect(await keep(limits.evidenceFileBytesMax)).toMatchObject({ size: limits.evidenceFileBytesMax });
});
