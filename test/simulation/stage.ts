import { strict as assert } from 'node:assert';
import type { Engine } from '../../db/engine/engine.ts';
import { openInline } from '../../db/engine/inline.ts';
import type { Actor } from '../../src/actor.ts';
import { verbs } from '../../src/catalog.ts';
import type { GoalId } from '../../src/ids.ts';
import { isLostRace } from '../../src/lost-race.ts';
import { Refusal } from '../../src/refusal.ts';
import type { AnyVerb } from '../../src/verb.ts';
import type { AgentActor, Fields, PersonActor } from '../support/goal-world.ts';
import { openGoalWorld } from '../support/goal-world.ts';
import { seededBytes, service } from '../support/world.ts';
import type { Dice } from './dice.ts';
import { diceOf } from './dice.ts';
import { openOracle } from './oracle.ts';
import type { Oracle } from './oracle.ts';

export const guarded = 'deploy:prod';

/** What a random step may use: two goals, three agents, two persons who own both, and everything that was made so far. */
export type Stage = {
  readonly dice: Dice;
  readonly oracle: Oracle;
  readonly goals: readonly GoalId[];
  readonly agents: readonly AgentActor[];
  readonly people: readonly PersonActor[];
  readonly operator: Actor;
  readonly clock: { readonly now: () => string; advance(ms: number): void };
  /** Turn and fence of every start that ran, also those long over. */
  readonly held: { readonly agent: AgentActor; readonly turn: string; readonly fence: number }[];
  readonly asked: Fields[];
  engine(): Engine;
  /** Runs a verb, now and then twice under one command id. A refusal is an answer too; an internal one is not. */
  act(name: string, actor: Actor, input: Fields): Promise<Fields | undefined>;
  restart(downMs: number): Promise<void>;
  /** Reads what was appended since, entry by entry. */
  follow(): Promise<void>;
  close(): Promise<void>;
};

export async function openStage(seed: number): Promise<Stage> {
  const world = await openGoalWorld({ owners: ['olga', 'sven'], guarded_scopes: [guarded] });
  const other = await world.run<{ id: GoalId }>('create-goal', world.operator, {
    slug: 'other',
    title: 'Other',
    vision: 'Another.',
    owners: ['olga', 'sven'],
  });
  for (const slug of ['main', 'side']) await world.run('add-lane', world.operator, { goal: other.id, slug, title: slug });
  const third = await world.addAgent({ slug: 'cyn', capabilities: ['gpu'], goals: ['ship', 'other'] });
  for (const agent of ['ada', 'ben']) await world.run('change-agent', world.operator, { agent, goals: ['ship', 'other'] });
  const dice = diceOf(seed);
  const oracle = openOracle();
  const faults: unknown[] = [];
  let engine = world.engine;
  let commands = 0;
  let position = 0;

  async function act(name: string, actor: Actor, input: Fields): Promise<Fields | undefined> {
    const verb: AnyVerb = verbs[name as keyof typeof verbs]; // steps name verbs of the catalog
    const parsed = verb.input.parse(input);
    commands += 1;
    const twice = dice.chance(0.15);
    const command = twice ? { id: `command-${commands}`, bodyHash: String(commands).padStart(64, '0') } : undefined;
    try {
      const { reply } = await engine.execute(name, actor, parsed, command);
      if (command !== undefined) {
        const again = await engine.execute(name, actor, parsed, command);
        if (!isLostRace(reply)) assert.deepEqual(again, { reply, replayed: true }, 'a repeated command gave another reply');
      }
      return reply as Fields; // replies are objects
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'internal' && error.code !== 'storage-failed') return undefined;
      throw faults.at(-1) ?? error;
    }
  }

  async function follow(): Promise<void> {
    for (;;) {
      const entries = await engine.reads.entriesByPosition(position, 200);
      for (const entry of entries) {
        assert.equal(entry.position, position + 1);
        oracle.read(entry);
        position = entry.position;
      }
      if (entries.length === 0) return;
    }
  }

  async function restart(downMs: number): Promise<void> {
    await engine.close();
    const from = world.clock.now();
    world.clock.advance(downMs);
    const report = (_what: string, error: unknown) => faults.push(error);
    engine = await openInline(world.file, { verbs, clock: world.clock, randomBytes: seededBytes(`${seed} ${commands}`), report });
    await act('move-deadlines', service, { from, to: world.clock.now() });
  }

  await follow();
  const { agent, otherAgent, owner, stranger } = world;
  return {
    dice,
    oracle,
    goals: [world.goal, other.id],
    agents: [agent, otherAgent, third],
    people: [owner, stranger],
    operator: world.operator,
    clock: world.clock,
    held: [],
    asked: [],
    engine: () => engine,
    act,
    restart,
    follow,
    close: () => engine.close(),
  };
}
