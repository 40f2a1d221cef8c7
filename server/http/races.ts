import { isLostRace } from '../../src/lost-race.ts';
import { refusalTitles } from '../../src/refusal.ts';
import type { RefusalCode } from '../../src/refusal.ts';
import { fixes } from './fixes.ts';
import type { Problem } from './problem.ts';

type Reply = Readonly<Record<string, unknown>>;

/**
 * Values that say that somebody else was first, or that the moment passed. Verbs reply with them, because both callers were honest;
 * HTTP shows them as problems with all their fields.
 */
const races = {
  'already-decided': [
    'Somebody answered this gate first; their answer stands.',
    'Read the answer here; to change it, call what "correction" names, if it is there.',
  ],
  'question-changed': [
    'The gate was revised after the revision that this answer was for.',
    'Look at the gate again, and answer its newest revision.',
  ],
  'not-yours': ['This gate is for other people.', 'Ask one of those who can answer it.'],
  'gate-closed': [
    'The gate was closed without an answer; nothing can be answered any more.',
    'Look at the gate: it says who closed it and why.',
  ],
  'already-delivered': ['The answer reached the agent and cannot be taken back.', 'Ask for a new gate that corrects it.'],
  'not-decided': ['The gate has no answer that could be taken.', 'Look at the gate again.'],
  'fenced-off': ['The turn goes on in another session, under a higher fence.', 'Stop this session; its twin holds the work.'],
  'turn-over': ['The turn is over.', 'Start a new turn.'],
} as const satisfies Partial<Record<RefusalCode, readonly [detail: string, fix: string]>>;

/** The problem that a reply stands for, or undefined when the reply is a success. */
export function raceLost(reply: unknown): Problem | undefined {
  if (!isLostRace(reply)) return undefined;
  const code = reply.result;
  const [detail, fix] = isKnownRace(code) ? races[code] : [refusalTitles[code], fixes[code]];
  const more: Reply = { ...reply };
  return { code, detail: textOr(more.detail, detail), fix: textOr(more.fix, fix), more };
}

function isKnownRace(code: RefusalCode): code is keyof typeof races {
  return Object.hasOwn(races, code);
}

function textOr(given: unknown, otherwise: string): string {
  return typeof given === 'string' ? given : otherwise;
}
