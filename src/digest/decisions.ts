import type { AnsweredGate, Gate } from '../gate/gate.ts';
import { entryLine, firstLines, numberLine, proofsOf } from './lines.ts';
import { limits } from '../limits.ts';
import type { Difference, Told } from './difference.ts';
import type { Line } from './digest.ts';

/** Decisions that stand, gates that were closed, and what agents made of answers: each with its receipt, newest first. */
export async function decisionLines(difference: Difference): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const told of difference.entries.toReversed()) {
    if (lines.length > limits.digestLinesPerBlockMax) break;
    lines.push(...(await linesOf(difference, told)));
  }
  const shown = firstLines(difference, lines);
  const answers = difference.entries.filter(({ event }) => event.type === 'gate-answered').length;
  if (answers === 0) return shown;
  const text = answers === 1 ? 'answer was given' : 'answers were given';
  return [numberLine(difference, answers, text, { query: 'gates-answered' }), ...shown];
}

async function linesOf(difference: Difference, { entry, event }: Told): Promise<readonly Line[]> {
  if (!('gate' in event)) return [];
  const gate = difference.gates.get(event.gate);
  if (gate === undefined) return [];
  switch (event.type) {
    case 'gate-answered':
      // An answer that was taken back since is no decision; a correction says so to whoever was told of it.
      if (gate.state !== 'answered' || !isLastAnswer(difference, gate, entry.seq)) return [];
      return [await decisionLine(difference, gate, entry)];
    case 'gate-withdrawn':
      return [entryLine(entry, `${gate.code} was withdrawn: ${event.why}. It lets nothing go`, { shows: [{ kind: 'gate', id: gate.id }] })];
    case 'gate-superseded':
      return [entryLine(entry, `${gate.code} was superseded by ${event.by_code}`, { shows: [{ kind: 'gate', id: gate.id }] })];
    case 'answer-used':
      return [
        entryLine(entry, `the answer to ${gate.code} was ${usedWords[event.use]}: ${event.how}`, {
          shows: [{ kind: 'answer', id: gate.id }],
        }),
      ];
    case 'answer-revoked':
      return [];
  }
}

const usedWords = { used: 'used', 'not-needed': 'not needed', later: 'put off' } as const;

async function decisionLine(difference: Difference, gate: AnsweredGate, entry: Told['entry']): Promise<Line> {
  const { answer } = gate;
  const how = answer.lets === 'go' ? 'lets it go' : 'stops it';
  return entryLine(entry, `${gate.code}: ${gate.question} "${answerWords(gate)}" by ${answer.by.name} (${how})`, {
    evidence: await proofsOf(difference, gate.evidence, gate.asked_by),
    shows: [{ kind: 'answer', id: gate.id }],
  });
}

function isLastAnswer({ entries }: Difference, { id }: Gate, seq: number): boolean {
  return !entries.some(({ entry, event }) => event.type === 'answer-revoked' && event.gate === id && entry.seq > seq);
}

/** What was answered: the label of the option, or the text. */
export function answerWords({ expects, answer }: AnsweredGate): string {
  if (answer.option === undefined) return answer.value ?? '';
  const options = expects.kind === 'choice' ? expects.options : [];
  return options.find(({ key }) => key === answer.option)?.label ?? answer.option;
}
