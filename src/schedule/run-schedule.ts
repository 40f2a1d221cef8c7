import { z } from 'zod';
import type { DigestEvent } from '../digest/digest.ts';
import { digest, evolveDigest } from '../digest/digest.ts';
import { draftDigest } from '../digest/draft-digest.ts';
import { findGoal } from '../goal/find-goal.ts';
import { goalStream, idOf } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { defineVerb, placeOf } from '../verb.ts';
import { standingOf } from './reader.ts';
import { findSchedule } from './schedule-view.ts';

/** Its reader's cursor moves as at a slot; the slots come as before. */
export const runSchedule = defineVerb({
  name: 'run-schedule',
  summary: 'Write the digest of a schedule now, or say why there is none to send.',
  callers: ['operator', 'person'],
  input: z.strictObject({ schedule: idOf('schedule') }),
  output: z.union([digest.extend({ sent: z.literal(true), goal_slug: z.string() }), z.object({ sent: z.literal(false), why: z.string() })]),
  run: async (tx, input) => {
    const schedule = await findSchedule(tx.reads, input.schedule);
    if (schedule.state === 'removed') throw new Refusal('wrong-state', `Schedule ${schedule.id} is removed.`, 'Add a new one.');
    const goal = await findGoal(tx, schedule.goal);
    const standing = await standingOf(tx.reads, schedule, goal);
    if (standing.kind !== 'reads') return { sent: false, why: standing.why } as const;
    const draft = await draftDigest(tx, { goal, schedule, reader: standing.reader, slot: null });
    if (draft.event === null) return { sent: false, why: draft.why } as const;
    const event: DigestEvent = draft.event;

    const receipt = tx.append(goalStream(goal.id), event);

    return { sent: true, ...evolveDigest(undefined, event, placeOf(tx, receipt)), goal_slug: goal.slug } as const;
  },
});
