import { expect, test } from 'vitest';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';
import { steps } from './steps.ts';

const runs = Number(process.env['GATEBELL_SIMULATION_RUNS'] ?? 4);
const stepsPerRun = Number(process.env['GATEBELL_SIMULATION_STEPS'] ?? 150);
const first = Number(process.env['GATEBELL_SEED'] ?? 1);
const seeds = Array.from({ length: runs }, (_, index) => first + index);
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
    throw new Error(`GATEBELL_SEED=${seed} GATEBELL_SIMULATION_RUNS=1 fails in step ${taken.length}: ${taken.slice(-6).join(', ')}`, { cause: error });
  } finally {
    await stage.close();
  }

  const seen = (type: string) => stage.oracle.counts.get(type) ?? 0;
  expect(Math.min(seen('turn-started'), seen('gate-answered'), seen('turn-committed'))).toBeGreaterThan(0);
});

function drawn(stage: Stage): readonly [string, (stage: Stage) => Promise<unknown>] {
  let left = stage.dice.below(weights);
  for (const [name, weight, step] of steps) {
    if (left < weight) return [name, step];
    left -= weight;
  }
  throw new Error('the weights do not add up');
}
