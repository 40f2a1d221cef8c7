import { describe, expect, test } from 'vitest';
import { drawCard, stateSentence } from '../../bots/card.ts';
import { cardOf } from '../../bots/card-facts.ts';
import type { AnsweredGate, Gate } from '../../src/gate/gate.ts';
import type { GateId, TodoId, TurnId } from '../../src/ids.ts';
import { instantOf, plusMs } from '../../src/time.ts';
import { aPerson, anOpenGate, facts, noon, readsOf, rowsOf } from './builders.ts';

function anAnsweredGate(answer: Partial<AnsweredGate['answer']> = {}): AnsweredGate {
  return {
    ...anOpenGate(),
    state: 'answered',
    answer: {
      option: 'yes',
      lets: 'go',
      by: { person: aPerson().id, name: 'Mara Voss' },
      allowed_by: { kind: 'owner' },
      at: noon,
      deliver_at: plusMs(noon, 10_000),
      where: { surface: 'terminal' },
      revision: 1,
      ...answer,
    },
  };
}

function sentenceOf(gate: Gate, now = noon): string {
  return stateSentence(drawCard(gate, facts(), now).state);
}

test('a card says what is asked, what each option does, what waits, until when and who may answer', () => {
  const todo = 'todo_1' as TodoId;
  const gate = anOpenGate({
    due_at: plusMs(noon, 3_600_000),
    blocks: { lanes: ['fixes'], todos: [{ id: todo, revision: 1 }], scopes: ['merge:main'] },
  });

  const card = drawCard(gate, facts({ todoTitles: new Map([[todo, 'Merge 3115']]) }), noon);

  expect(card).toEqual({
    code: 'g3',
    revision: 1,
    goal: 'harbour',
    question: 'Which fix goes in?',
    context: null,
    expects: {
      kind: 'choice',
      options: [
        { number: 1, key: 'yes', label: 'Merge it', effect: 'The fix goes to main.', lets: 'go', recommended: true },
        { number: 2, key: 'no', label: 'Leave it', effect: 'Nothing happens.', lets: 'stop', recommended: false },
      ],
    },
    blocks: ['lane fixes', 'todo "Merge 3115"', 'scope merge:main'],
    risk: 'reversible',
    evidence: [],
    deadline: { at: plusMs(noon, 3_600_000), text: '2026-12-01 14:00:00 GMT+1 (Europe/Berlin)' },
    askedBy: 'agent builder',
    answerers: [{ name: 'Mara Voss', account: null }],
    hint: null,
    state: { kind: 'open' },
  });
});

describe('the state of a card', () => {
  test('an open gate waits', () => {
    expect(sentenceOf(anOpenGate())).toBe('Open: waits for an answer.');
  });

  test('an open gate past its deadline is overdue, and still blocks', () => {
    expect(sentenceOf(anOpenGate({ due_at: noon }))).toMatch(/^Open and overdue since 2026-12-01 13:00:00 .* stays blocked/);
  });

  test('a long answer does not hide who gave it, and when', () => {
    const gate = { ...anAnsweredGate({ value: 'w'.repeat(2_000) }), expects: { kind: 'text', max: 2_000, lets: 'go' } } as const;
    const { option: _, ...answer } = gate.answer;

    const sentence = sentenceOf({ ...gate, answer }, plusMs(noon, 20_000));

    expect(sentence).toBe(
      `Answered "${'w'.repeat(499)}…" by Mara Voss at 2026-12-01 13:00:00 GMT+1 (Europe/Berlin). The agents see it now.`,
    );
  });

  test('a held answer says until when it can be taken back', () => {
    const gate = anAnsweredGate();

    expect(sentenceOf(gate)).toBe(
      'Answered "Merge it" by Mara Voss at 2026-12-01 13:00:00 GMT+1 (Europe/Berlin). Can be taken back until 2026-12-01 13:00:10 GMT+1 (Europe/Berlin).',
    );
  });

  test('after the hold the agents see the answer', () => {
    const gate = anAnsweredGate();

    expect(sentenceOf(gate, gate.answer.deliver_at)).toMatch(/The agents see it now\.$/);
  });

  test('a delivered answer says when', () => {
    expect(sentenceOf(anAnsweredGate({ delivered_at: noon }), plusMs(noon, 60_000))).toMatch(/Delivered at 2026-12-01 13:00:00/);
  });

  test('a used answer names the turn and how it was used', () => {
    const gate = anAnsweredGate({ delivered_at: noon, used_in: 'turn_9' as TurnId, use: 'used', how: 'merged 3115' });

    expect(sentenceOf(gate)).toBe('Answered "Merge it" by Mara Voss. Turn turn_9 says: used (merged 3115).');
  });

  test('a text answer is shown as it was given', () => {
    const { option: _, ...text } = anAnsweredGate({ value: 'ask Ines first' }).answer;

    expect(sentenceOf({ ...anAnsweredGate(), answer: text })).toMatch(/^Answered "ask Ines first" by Mara Voss/);
  });

  test('a withdrawn gate says by whom, why, and that it lets nothing go', () => {
    const gate: Gate = { ...anOpenGate(), state: 'withdrawn', why: 'asked twice', closed_at: noon, closed_by: 'agent:x' };

    expect(sentenceOf(gate)).toBe(
      'Withdrawn by agent builder at 2026-12-01 13:00:00 GMT+1 (Europe/Berlin): asked twice. It lets nothing go.',
    );
  });

  test('a superseded gate names its successor', () => {
    const gate: Gate = {
      ...anOpenGate(),
      state: 'superseded',
      by: 'gate_9' as GateId,
      by_code: 'g9',
      covered: true,
      closed_at: noon,
      closed_by: 'agent:x',
    };

    expect(sentenceOf(gate)).toBe('Superseded by g9 at 2026-12-01 13:00:00 GMT+1 (Europe/Berlin).');
  });
});

test('a gate over a scope that the goal calls irreversible since it was asked is shown as irreversible', () => {
  expect(drawCard(anOpenGate(), facts({ irreversible: true }), noon).risk).toBe('irreversible');
});

describe('what was pressed while a platform was out of reach', () => {
  const absence = { since: instantOf(Date.UTC(2026, 11, 1, 13)), until: instantOf(Date.UTC(2026, 11, 1, 13, 10)) };
  const reader = { timeZone: 'Europe/Berlin', platform: 'telegram' } as const;
  const later = instantOf(Date.UTC(2026, 11, 1, 14));

  test('the cards that stood there say so, until they are answered', async () => {
    const [open, answered] = [anOpenGate(), anAnsweredGate()];
    const reads = readsOf(rowsOf({ gates: [open, answered], absence }));

    const card = await cardOf(reads, open, reader, later);
    const settled = await cardOf(reads, answered, reader, later);

    expect(card.hint).toBe(
      'What was pressed here from 2026-12-01 14:00:00 GMT+1 (Europe/Berlin) to 2026-12-01 14:10:00 GMT+1 (Europe/Berlin) was lost. If you answered then, answer again.',
    );
    expect(settled.hint).toBeNull();
  });

  test('a question that was asked or changed since says nothing of it', async () => {
    const changed = anOpenGate({ revision: 2, revisions: [{ revision: 2, changed: ['question'], at: later }] });

    const card = await cardOf(readsOf(rowsOf({ gates: [changed], absence })), changed, reader, later);

    expect(card.hint).toBeNull();
  });
});
