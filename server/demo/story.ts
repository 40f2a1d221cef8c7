import type { Pair } from './trajectory.ts';
import { readPairs } from './trajectory.ts';

/** Issues of the real run that the demo replays: five whose pulls were merged early in its window, and one whose pull was not. */
const issues = [3102, 3090, 3124, 3152, 3183, 3136];

/** The issue whose fix a person chooses, and the one whose pull nobody merged. */
const choosing = 3183;

export const story = {
  goal: 'issue-fix',
  person: { slug: 'you', name: 'You', time_zone: 'UTC', hold_s: 2 },
  agents: ['fixer-1', 'fixer-2'],
  /** The real hours between the first and the last merge pass in this time. */
  feedMs: 15_000,
  feedStartsMs: 3_000,
  /** How long an agent of the demo works on one turn. */
  workMs: 1_300,
  /** With --auto: how long a gate stays open before it is answered, so that the other lanes are seen going on. */
  thinkMs: 4_000,
} as const;

export type Step =
  | { readonly kind: 'fix'; readonly pair: Pair }
  | { readonly kind: 'merge'; readonly pair: Pair }
  | { readonly kind: 'review'; readonly pair: Pair };

export function pairs(): readonly Pair[] {
  return readPairs(issues);
}

export function laneOf(pair: Pair): string {
  return `issue-${pair.issue}`;
}

export function mergeSignal(pull: number): string {
  return `merge:${pull}`;
}

export function titleOf({ kind, pair }: Step): string {
  switch (kind) {
    case 'fix':
      return `Fix issue ${pair.issue}`;
    case 'merge':
      return `See pull ${pair.pull} merged`;
    case 'review':
      return `Get pull ${pair.pull} reviewed`;
  }
}

/** What each lane has to do, in order. */
export function stepsOf(pair: Pair): readonly Step[] {
  return [{ kind: 'fix', pair }, pair.mergedAt === null ? { kind: 'review', pair } : { kind: 'merge', pair }];
}

/** The issue that waits for a person stands first in the queue, so that what runs meanwhile runs beside it. */
export function priorityOf({ kind, pair }: Step): 'P0' | 'P1' | 'P2' | 'P3' {
  if (kind === 'review') return 'P3';
  if (kind === 'merge') return 'P1';
  return pair.issue === choosing ? 'P0' : 'P2';
}

export function stepNamed(title: string): Step {
  const step = pairs()
    .flatMap(stepsOf)
    .find((known) => titleOf(known) === title);
  if (step === undefined) throw new Error(`The demo knows no step "${title}".`);
  return step;
}

/** The question of a step, if it has one. The questions are made up: what the agents of the real run asked is not public. */
export function questionOf({ kind, pair }: Step): Readonly<Record<string, unknown>> | undefined {
  const common = { blocks: { lanes: [laneOf(pair)] }, risk: 'reversible' };
  if (kind === 'fix' && pair.issue === choosing) {
    return {
      ...common,
      key: `fix:${pair.issue}`,
      question: `Which of the two fixes should pull ${pair.pull} carry?`,
      context: `Both make the test of issue ${pair.issue} pass.`,
      answer: {
        kind: 'choice',
        options: [
          { key: 'small', label: 'The small fix', effect: 'One check is added where it fails.', lets: 'go', recommended: true },
          { key: 'whole', label: 'The whole rewrite', effect: 'The caller is rewritten; review takes longer.', lets: 'go' },
          { key: 'neither', label: 'Neither', effect: 'The lane stays closed.', lets: 'stop' },
        ],
      },
    };
  }
  if (kind !== 'review') return undefined;
  return {
    ...common,
    key: `review:${pair.pull}`,
    question: `Pull ${pair.pull} is not merged: ask the reviewer again, or wait?`,
    answer: {
      kind: 'choice',
      options: [
        {
          key: 'ask',
          label: 'Ask the reviewer again',
          effect: 'One message with the test report goes out.',
          lets: 'go',
          recommended: true,
        },
        { key: 'wait', label: 'Wait', effect: 'Nothing is sent; the pull stays open.', lets: 'go' },
      ],
    },
  };
}
