import { expect, test } from 'vitest';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';
import { steps } from './steps.ts';

const runs = Number(process.env.GATEBELL_SIMULATION_RUNS ?? 5);
const stepsPerRun = Number(process.env.GATEBELL_SIMULATION_STEPS ?? 300);
const first = Number(process.env.GATEBELL_SEED ?? 1);
const seeds = Array.from({ length: runs }, (_, index) => first + index);
const seen = new Map<string, number>();
const gateEntries = ['gate-asked', 'gate-revised', 'gate-withdrawn', 'gate-superseded', 'gate-answered', 'gate-overdue'];
const turnEntries = ['turn-started', 'turn-resumed', 'turn-renewed', 'turn-committed', 'turn-aborted', 'lease-lapsed', 'deadlines-moved'];
const answerEntries = ['answer-delivered', 'answer-used', 'answer-revoked', 'resource-held', 'resource-freed', 'todo-dropped'];
const weights = steps.reduce((sum, [, weight]) => sum + weight, 0);

test.for(seeds)('every promise holds over random steps, seed %i', { timeout: 120_000 }, async (seed) => {
  const stage = await openStage(seed);
  const taken: string[] = [];

  try {
    for (let step = 0; step < stepsPerRun; step += 1) {
      const [name, run] = drawn(stage);
      taken.push(name);
      await run(stage);
      await stage.follow();
    }
  } catch (error) {
    throw new Error(`GATEBELL_SEED=${seed} GATEBELL_SIMULATION_RUNS=1 fails in step ${taken.length}: ${taken.slice(-6).join(', ')}`, {
      cause: error,
    });
  } finally {
    await stage.close();
  }

  for (const [type, count] of stage.oracle.counts) seen.set(type, (seen.get(type) ?? 0) + count);
});

test('the random steps reach every kind of entry of gates, turns, leases and resources', () => {
  const missing = [...gateEntries, ...answerEntries, ...turnEntries].filter((type) => !seen.has(type));

  expect(missing).toEqual([]);
  expect(seen.get('turn-started')).toBeGreaterThan(10 * runs);
});

function drawn(stage: Stage): readonly [string, (stage: Stage) => Promise<unknown>] {
  let left = stage.dice.below(weights);
  for (const [name, weight, step] of steps) {
    if (left < weight) return [name, step];
    left -= weight;
  }
  throw new Error('the weights do not add up');
}
