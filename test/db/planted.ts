import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { GoalId } from '../../src/ids.ts';
import { goalStream } from '../../src/ids.ts';
import { Refusal } from '../../src/refusal.ts';
import type { AnyVerb, Tx } from '../../src/verb.ts';
import { defineVerb } from '../../src/verb.ts';

const callers = ['service'] as const;
const output = z.unknown();
const inGoal = z.object({ goal: z.string(), text: z.string().default('a note') });

/** Small verbs that each do one thing to the engine, well or badly. */
export const planted: Readonly<Record<string, AnyVerb>> = {
  'plant-goal': defineVerb({
    name: 'plant-goal',
    summary: 'adds a goal, once by its slug',
    callers,
    input: z.object({ slug: z.string() }),
    output,
    run: async (tx, { slug }) => {
      if ((await tx.reads.goal(slug)) !== undefined) throw new Refusal('slug-taken', `${slug} is taken.`, 'Take another.');
      return { ...plantGoal(tx, slug), at: tx.now };
    },
  }),
  'plant-note': defineVerb({
    name: 'plant-note',
    summary: 'leaves a note',
    callers,
    input: inGoal,
    output,
    run: async (tx, { goal, text }) => plantNote(tx, goal as GoalId, text),
  }),
  'note-and-throw': defineVerb({
    name: 'note-and-throw',
    summary: 'leaves a note, then meets an error',
    callers,
    input: inGoal,
    output,
    run: async (tx, { goal, text }) => {
      plantNote(tx, goal as GoalId, text);
      throw new Error('a fault of the verb');
    },
  }),
  'note-and-read': defineVerb({
    name: 'note-and-read',
    summary: 'reads after it has appended',
    callers,
    input: inGoal,
    output,
    run: async (tx, { goal, text }) => {
      plantNote(tx, goal as GoalId, text);
      return tx.reads.goal(goal);
    },
  }),
  'note-without-goal': defineVerb({
    name: 'note-without-goal',
    summary: 'hides that its append failed',
    callers,
    input: z.object({}),
    output,
    run: async (tx) => {
      try {
        plantNote(tx, 'goal_that_is_not_there' as GoalId, 'lost');
      } catch {
        return 'as if nothing happened';
      }
      return 'appended';
    },
  }),
  'note-on-a-bad-disk': defineVerb({
    name: 'note-on-a-bad-disk',
    summary: 'leaves a note, then meets what SQLite says of a disk that fails',
    callers,
    input: inGoal,
    output,
    run: async (tx, { goal, text }) => {
      plantNote(tx, goal as GoalId, text);
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' });
    },
  }),
  'await-elsewhere': defineVerb({
    name: 'await-elsewhere',
    summary: 'awaits a timer, then appends',
    callers,
    input: inGoal,
    output,
    run: async (tx, { goal, text }) => {
      await setTimeout(300);
      return plantNote(tx, goal as GoalId, text);
    },
  }),
  'show-secret': defineVerb({
    name: 'show-secret',
    summary: 'shows a credential once',
    callers,
    reveals: true,
    input: z.object({}),
    output,
    run: async (tx) => ({ token: tx.newSecret('gb_te_').text }),
  }),
};

function plantGoal(tx: Tx, slug: string) {
  const goal = tx.newId('goal');
  const lists = { invariants: [], acceptance: [], owners: [], guarded_scopes: [], irreversible_scopes: [] };
  const receipt = tx.append(goalStream(goal), {
    type: 'goal-created',
    goal,
    slug,
    title: slug,
    vision: slug,
    time_zone: 'UTC',
    state: 'active',
    ...lists,
  });
  return { goal, receipt };
}

function plantNote(tx: Tx, goal: GoalId, text: string) {
  return tx.append(goalStream(goal), { type: 'note-left', note: tx.newId('note'), goal, text, lane: null, to: null });
}
