import { z } from 'zod';
import { idOf } from '../ids.ts';
import type { Place } from '../ledger/event.ts';
import { instantText } from '../time.ts';

/** What a person tells the agents of a goal; `to` narrows who reads it, `lane` says what it is about. */
export const note = z.object({
  id: idOf('note'),
  goal: idOf('goal'),
  text: z.string(),
  lane: z.string().nullable(),
  to: idOf('agent').nullable(),
  by: z.string(),
  at: instantText,
  seq: z.number().int(),
});

export type Note = z.infer<typeof note>;

export type NoteEvent = { readonly type: 'note-left' } & Pick<Note, 'goal' | 'text' | 'lane' | 'to'> & { readonly note: Note['id'] };

export function evolveNote(_before: Note | undefined, event: NoteEvent, place: Place): Note {
  const { type: _, note: id, ...said } = event;
  return { id, ...said, by: place.actor, at: place.at, seq: place.seq };
}
