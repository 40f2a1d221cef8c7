import type { Gate } from '../gate/gate.ts';
import type { Instant } from '../time.ts';
import { hour, minute, msBetween } from '../time.ts';

/** One reason for a gate's place in the queue, in words, and what it adds. */
export type RankPart = { readonly text: string; readonly points: number };

/** What is known about a waiting gate beyond itself. */
export type Waiting = { readonly lanes: number; readonly todos: number };

/** The order of the queue is derived, never set: what an answer unblocks, how near the deadline is, the risk, and the age. */
export function rankParts(gate: Pick<Gate, 'asked_at' | 'due_at' | 'risk'>, waiting: Waiting, now: Instant): readonly RankPart[] {
  const ageMs = msBetween(gate.asked_at, now);
  const unblocked = [...some(waiting.lanes, 'lane'), ...some(waiting.todos, 'todo')].join(' and ');
  const parts: RankPart[] = [{ text: `waits for ${spoken(ageMs)}`, points: Math.min(Math.floor(ageMs / hour), 48) }];
  if (unblocked !== '') parts.unshift({ text: `unblocks ${unblocked}`, points: 20 * waiting.lanes + 5 * waiting.todos });
  if (gate.due_at !== null) parts.push(deadlinePart(msBetween(now, gate.due_at)));
  if (gate.risk === 'irreversible') parts.push({ text: 'cannot be undone', points: 5 });
  return parts;
}

export function rankPoints(parts: readonly RankPart[]): number {
  return parts.reduce((sum, part) => sum + part.points, 0);
}

function deadlinePart(leftMs: number): RankPart {
  if (leftMs <= 0) return { text: `overdue by ${spoken(-leftMs)}`, points: 60 };
  return { text: `due in ${spoken(leftMs)}`, points: Math.max(0, 40 - Math.floor(leftMs / hour)) };
}

function some(count: number, noun: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
}

function spoken(ms: number): string {
  const minutes = Math.floor(ms / minute);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
