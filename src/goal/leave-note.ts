import { z } from 'zod';
import { goalStream, ref } from '../ids.ts';
import { findLane } from '../lane/find-lane.ts';
import { limits } from '../limits.ts';
import { findAgent } from '../people/find-agent.ts';
import { defineVerb, placeOf } from '../verb.ts';
import { findGoal } from './find-goal.ts';
import type { NoteEvent } from './note.ts';
import { evolveNote, note } from './note.ts';

/** Agents get the note with their next turn or heartbeat; a note for one agent goes to it alone, one for a lane names the lane. */
export const leaveNote = defineVerb({
  name: 'leave-note',
  summary: 'Tell the agents of a goal something.',
  callers: ['operator', 'person'],
  input: z.strictObject({ goal: ref, text: z.string().min(1).max(limits.noteMax), lane: ref.optional(), to: ref.optional() }),
  output: note,
  run: async (tx, input) => {
    const goal = await findGoal(tx, input.goal);
    const lane = input.lane === undefined ? null : (await findLane(tx.reads, goal, input.lane)).slug;
    const to = input.to === undefined ? null : (await findAgent(tx.reads, input.to)).id;
    const event: NoteEvent = { type: 'note-left', goal: goal.id, note: tx.newId('note'), text: input.text, lane, to };

    const receipt = tx.append(goalStream(goal.id), event);

    return evolveNote(undefined, event, placeOf(tx, receipt));
  },
});
