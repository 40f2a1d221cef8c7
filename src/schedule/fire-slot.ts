import { z } from 'zod';
import type { Draft } from '../digest/draft-digest.ts';
import { draftDigest } from '../digest/draft-digest.ts';
import { prospectsOf } from '../digest/next.ts';
import { findGoal } from '../goal/find-goal.ts';
import { goalStream, idOf } from '../ids.ts';
import { defineVerb } from '../verb.ts';
import type { Standing } from './reader.ts';
import { standingOf } from './reader.ts';
import { recipientOf, slotResults } from './schedule.ts';
import type { ScheduleEvent } from './schedule.ts';
import { newestSlot, slotAfter } from './slots.ts';

/**
 * Fires the slot of a schedule that is due: the slot, its digest, and the agents that are woken are one change. Slots that were
 * missed are one with the newest. A second call finds nothing due.
 */
export const fireSlot = defineVerb({
  name: 'fire-slot',
  summary: 'Write the digest of a slot that has come, and wake the agents that have work.',
  callers: ['service'],
  input: z.strictObject({ schedule: idOf('schedule') }),
  output: z.object({ result: z.enum([...slotResults, 'stopped', 'not-due']) }),
  run: async (tx, input) => {
    const schedule = await tx.reads.schedule(input.schedule);
    if (schedule?.state !== 'active' || schedule.next_at === null || schedule.next_at > tx.now) return { result: 'not-due' };
    const goal = await findGoal(tx, schedule.goal);
    const [stream, of] = [goalStream(goal.id), { goal: goal.id, schedule: schedule.id }];
    const standing = await standingOf(tx.reads, schedule, goal);
    if (standing.kind === 'gone') {
      tx.append(stream, { type: 'schedule-changed', ...of, changes: { state: 'stopped', why: standing.why, next_at: null } });
      return { result: 'stopped' };
    }
    const slot = newestSlot(tx.cron, schedule, schedule.next_at, tx.now);
    const idle = (await prospectsOf(tx.reads, goal, tx.now)).flatMap(({ agent, todo }) =>
      todo === undefined ? [] : [{ agent: agent.id, todo: todo.id }],
    );
    const draft = standing.kind === 'reads' ? await draftDigest(tx, { goal, schedule, reader: standing.reader, slot }) : null;
    const fired: ScheduleEvent & { type: 'slot-fired' } = {
      type: 'slot-fired',
      ...of,
      recipient: recipientOf(schedule.audience),
      slot,
      ...outcomeOf(draft, standing),
      missed_since: schedule.next_at < slot ? schedule.next_at : null,
      next_at: slotAfter(tx.cron, schedule, slot) ?? null,
    };

    if (draft !== null && draft.event !== null) tx.append(stream, draft.event);
    tx.append(stream, fired);
    if (idle.length > 0) tx.append(stream, { type: 'agents-woken', ...of, slot, agents: idle });

    return { result: fired.result };
  },
});

type Outcome = Pick<ScheduleEvent & { type: 'slot-fired' }, 'result' | 'why' | 'digest'>;

function outcomeOf(draft: Draft | null, standing: Standing): Outcome {
  if (draft === null) return { result: 'nobody', why: 'why' in standing ? standing.why : null, digest: null };
  return { result: draft.result, why: draft.why, digest: draft.event?.digest ?? null };
}
