import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawCard } from '../../bots/card.ts';
import type { DigestBlock, DigestPost } from '../../bots/digest.ts';
import { drawDigest } from '../../bots/digest.ts';
import { fitDigest, leftLine } from '../../bots/digest-fit.ts';
import { noButtons } from '../../bots/port.ts';
import { messageBlocks } from '../../bots/slack/blocks.ts';
import { fallbackText } from '../../bots/slack/fallback.ts';
import { slackLimits } from '../../bots/slack/limits.ts';
import { createTerminal } from '../../bots/terminal/adapter.ts';
import { terminalLimits } from '../../bots/terminal/limits.ts';
import type { Digest, Line } from '../../src/digest/digest.ts';
import type { DigestId, GoalId, RouteId, ScheduleId } from '../../src/ids.ts';
import type { Instant } from '../../src/time.ts';
import { hour, plusMs } from '../../src/time.ts';
import { aGoal, anOpenGate, aRoute, facts, noon } from '../bots/builders.ts';
import { twoButtons } from '../slack/builders.ts';
import { hostileText } from '../slack/hostile-text.ts';
import type { Json } from '../support/platforms/json.ts';
import { blockFaults } from '../support/platforms/slack/shape.ts';
import { read } from '../support/platforms/slack/what-people-see.ts';

const aLine = (text: string, differences: Partial<Line> = {}): Line => ({
  text,
  from_seq: 4,
  to_seq: 9,
  number: null,
  receipt: null,
  evidence: [],
  since: null,
  on: [],
  shows: [],
  corrects: null,
  ...differences,
});

function aDigest(blocks: Digest['blocks']): Digest {
  return {
    id: 'digest_1' as DigestId,
    goal: 'goal_harbour' as GoalId,
    schedule: 'schedule_1' as ScheduleId,
    slot: noon,
    audience: { route: 'route_1' as RouteId },
    recipient: 'route:route_1',
    from_seq: 4,
    to_seq: 9,
    blocks,
    signature: 's',
    hash: 'h',
    includes: null,
    included_in: null,
    at: noon,
    seq: 10,
  };
}

const asked: Digest['blocks'][number] = {
  kind: 'needs-you',
  heading: 'Needs an answer',
  lane: null,
  lines: [
    aLine('gate waits for an answer', { number: { value: 1, query: 'gates-open', with: { stream: 'goal:x', from: 0, to: 9 } } }),
    aLine('g3: Which fix goes in?', { since: noon, on: ['Mara Voss'], shows: [{ kind: 'gate', id: 'gate_3' }] }),
  ],
};

const landed: Digest['blocks'][number] = {
  kind: 'changes',
  heading: 'Fixes (fixes)',
  lane: 'fixes',
  lines: [
    aLine('completed "Mend the pier": Done.', {
      receipt: { id: 'en_1', seq: 8 },
      evidence: [
        { id: 'ev_1', text: 'vitest: 3 passed', strength: 'reported', made_at: plusMs(noon, -3 * hour), stale_because: null },
        { id: 'ev_2', text: 'seen', strength: 'verified', made_at: plusMs(noon, -72 * hour), stale_because: 'its time is up' },
      ],
    }),
  ],
};

function draw(blocks: Digest['blocks'], gate = anOpenGate(), publicUrl: string | null = null): DigestPost {
  const card = drawCard(gate, facts(), noon);
  const gates = new Map([['gate_3', { card, buttons: gate.state === 'open' ? twoButtons : noButtons }]]);
  return drawDigest(aDigest(blocks), { goal: aGoal(), timeZone: 'Europe/Berlin', publicUrl, gates });
}

const outgoing = (digest: DigestPost, repeat = false) =>
  ({ kind: 'digest', digest, key: 'digest_1@route_1', since: noon, repeat, plain: false }) as const;

function onSlack(digest: DigestPost) {
  const blocks = messageBlocks(outgoing(digest), 'v1') as unknown as readonly Json[]; // checked against the schemas
  const fallback = fallbackText(outgoing(digest));
  return { blocks, text: fallback, faults: blockFaults(blocks), ...read({ text: fallback, blocks }, false) };
}

test('a line says its number, since when and on whom it waits, its proofs with strength and age, and its receipt', () => {
  const { blocks, title, footer, silent } = draw([asked, landed]);

  expect(title).toBe('Digest of harbour, 2026-12-01 13:00:00 GMT+1 (Europe/Berlin)');
  expect(blocks.map(({ heading, lines }) => [heading, lines])).toEqual([
    ['Needs an answer', ['1 gate waits for an answer']],
    ['', ['since 2026-12-01 13:00:00 GMT+1 (Europe/Berlin), on Mara Voss']],
    [
      'Fixes (fixes)',
      [
        'completed "Mend the pier": Done. [reported, 3 h old: vitest: 3 passed] [verified, 3 days old, stale: its time is up: seen] (seq 8)',
      ],
    ],
  ]);
  expect(footer).toBe('Checked at seq 9; tells what came after seq 4.');
  expect(silent).toBe(false);
  expect(draw([landed]).silent).toBe(true);
});

describe('fitting', () => {
  const block = (heading: string, lines: number): DigestBlock => ({
    heading,
    lines: Array.from({ length: lines }, (_, line) => `line ${line}`),
    link: null,
    gate: null,
  });
  const sizeOf = ({ lines }: DigestBlock) => ({ chars: lines.join('\n').length, items: 1 });

  test('blocks are shown whole, the most important first, to the number and not past it', () => {
    const blocks = [block('a', 2), block('b', 2), block('c', 1)];
    const fitting = (charsMax: number, itemsMax = 9) => fitDigest(blocks, { charsMax, itemsMax }, sizeOf);

    expect(fitting(32)).toEqual({ shown: blocks, left: 0 });
    expect(fitting(31)).toEqual({ shown: blocks.slice(0, 2), left: 1 });
    expect(fitting(25)).toEqual({ shown: blocks.slice(0, 1), left: 2 });
    expect(fitting(100, 2)).toEqual({ shown: blocks.slice(0, 2), left: 1 });
    expect(leftLine(0, 'x')).toBeNull();
    expect(leftLine(1, 'https://gates.example/digests/d')).toBe('and 1 more part: https://gates.example/digests/d');
  });

  test('one block that is more than a message takes is cut between its lines, and says so', () => {
    const { shown, left } = fitDigest([block('a', 100), block('b', 1)], { charsMax: 60, itemsMax: 9 }, sizeOf);

    expect(shown).toEqual([
      { ...block('a', 100), lines: ['line 0', 'line 1', 'line 2', 'line 3', 'line 4', 'line 5', 'and 94 more lines'] },
    ]);
    expect(left).toBe(1);
  });

  test('nothing ever takes more than there is', () => {
    const anyBlocks = fc.array(fc.tuple(fc.string({ maxLength: 20 }), fc.nat(30)), { maxLength: 20 });
    fc.assert(
      fc.property(anyBlocks, fc.integer({ min: 40, max: 500 }), fc.integer({ min: 1, max: 10 }), (given, charsMax, itemsMax) => {
        const blocks = given.map(([heading, lines]) => block(heading, lines + 1));

        const { shown, left } = fitDigest(blocks, { charsMax, itemsMax }, sizeOf);

        expect(shown.reduce((sum, one) => sum + sizeOf(one).chars, 0)).toBeLessThanOrEqual(charsMax);
        expect(shown.length).toBeLessThanOrEqual(itemsMax);
        expect(shown.length + left).toBe(blocks.length);
      }),
    );
  });
});

describe('on Slack', () => {
  test('a digest has the gate with its buttons, and is what the schemas of Slack say', () => {
    const { faults, shown, fallback, buttons, dangers } = onSlack(draw([asked, landed], anOpenGate(), 'https://gates.example'));

    expect(faults).toEqual([]);
    expect(dangers).toEqual([]);
    expect(buttons).toEqual(['Merge it', 'Leave it']);
    for (const text of [shown, fallback]) {
      expect(text).toContain('g3: Which fix goes in?');
      expect(text).toContain('completed "Mend the pier": Done. [reported, 3 h old: vitest: 3 passed]');
      expect(text).toContain('Checked at seq 9');
    }
    expect(shown).toContain('https://gates.example/digests/digest_1');
    expect(shown).toContain('https://gates.example/goals/harbour/ledger/8');
  });

  test('a decided gate says who decided and has no buttons', () => {
    const { asked_by: _, ...open } = anOpenGate();
    const answer = {
      option: 'yes',
      lets: 'go',
      by: { person: 'person_mara', name: 'Mara Voss' },
      allowed_by: { kind: 'owner' },
      at: noon,
      deliver_at: noon,
      where: { surface: 'slack' },
      revision: 1,
    };
    const gate = { ...open, asked_by: 'service', state: 'answered', answer } as unknown as ReturnType<typeof anOpenGate>; // one that is decided

    const { shown, buttons } = onSlack(draw([asked], gate));

    expect(shown).toContain('Answered "Merge it" by Mara Voss');
    expect(buttons).toEqual([]);
  });

  test('a digest that is larger than a message is cut at its blocks, and says where the rest is', () => {
    const lane = (index: number) => ({
      ...landed,
      heading: `Lane ${index}`,
      lines: Array.from({ length: 20 }, (_, line) => aLine(`${line} ${'word '.repeat(60)}`)),
    });
    const { blocks, faults, shown, text } = onSlack(draw([asked, ...Array.from({ length: 80 }, (_, index) => lane(index))]));

    expect(faults).toEqual([]);
    expect(blocks.length).toBeLessThanOrEqual(slackLimits.blocksMax);
    expect(text.length).toBeLessThanOrEqual(slackLimits.textMax);
    expect(shown).toContain('g3: Which fix goes in?');
    expect(shown).toMatch(/and \d\d more parts: gatebell digest show digest_1/);
  });

  test('fifty gates stay within what Slack takes', () => {
    const gates = Array.from({ length: 50 }, () => ({ ...asked, lines: asked.lines.slice(1) }));

    const { blocks, faults, buttons } = onSlack(draw(gates));

    expect(faults).toEqual([]);
    expect(blocks.length).toBeLessThanOrEqual(slackLimits.blocksMax);
    expect(buttons.length).toBeGreaterThan(20);
  });

  test('text of agents and strangers mentions nobody and links nowhere', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const gate = { ...anOpenGate(), question: text };
        const line = aLine(text, {
          on: [text],
          evidence: [{ id: 'e', text, strength: 'stated', made_at: noon as Instant, stale_because: text }],
        });
        const { faults, dangers } = onSlack(draw([{ ...landed, heading: text, lines: [line] }, asked], gate));
        expect([faults, dangers]).toEqual([[], []]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('on the terminal', () => {
  function terminalOf() {
    const output = new PassThrough();
    const terminal = createTerminal({ input: new PassThrough(), output });
    return { terminal, printed: () => String(output.read() ?? '').split('\n') };
  }

  test('a digest is printed with what is needed to answer', async () => {
    const { terminal, printed } = terminalOf();

    await terminal.post(aRoute(), outgoing(draw([asked, landed])));

    expect(printed()).toEqual([
      '=== Digest of harbour, 2026-12-01 13:00:00 GMT+1 (Europe/Berlin) ===',
      'Needs an answer:',
      '  - 1 gate waits for an answer',
      '  g3: Which fix goes in?',
      '  1. Merge it (yes): The fix goes to main.',
      '  2. Leave it (no): Nothing happens.',
      '  Open: waits for an answer.',
      '  Answer with: g3 and a key, number or label',
      '    - since 2026-12-01 13:00:00 GMT+1 (Europe/Berlin), on Mara Voss',
      'Fixes (fixes):',
      '  - completed "Mend the pier": Done. [reported, 3 h old: vitest: 3 passed] [verified, 3 days old,',
      '  stale: its time is up: seen] (seq 8)',
      'Checked at seq 9; tells what came after seq 4.',
      '',
    ]);
  });

  test('what became of its gates is one line each, and the same again prints nothing', async () => {
    const { terminal, printed } = terminalOf();
    const put = await terminal.post(aRoute(), outgoing(draw([asked])));
    const name = put.result === 'sent' ? put.message : '';
    printed();
    const withdrawn = { ...anOpenGate(), state: 'withdrawn', why: 'not needed', closed_at: noon, closed_by: 'service' };

    await terminal.edit(aRoute(), name, outgoing(draw([asked])));
    const same = printed();
    await terminal.edit(aRoute(), name, outgoing(draw([asked], withdrawn as unknown as ReturnType<typeof anOpenGate>)));

    expect(same).toEqual(['']);
    expect(printed()).toEqual([
      'g3: Withdrawn by agent builder at 2026-12-01 13:00:00 GMT+1 (Europe/Berlin): not needed. It lets nothing go.',
      '',
    ]);
  });

  test('a digest that is larger than a terminal takes says where the rest is, and no text breaks out of its line', async () => {
    const { terminal, printed } = terminalOf();
    const nasty = aLine('one\r\n=== Digest of evil ===\u001b[2J two');
    const lane = { ...landed, lines: Array.from({ length: 40 }, () => nasty) };

    await terminal.post(aRoute(), outgoing(draw(Array.from({ length: 30 }, () => lane))));

    const lines = printed();
    expect(lines.length).toBeLessThan(terminalLimits.digestItemsMax + 10);
    expect(lines.filter((line) => line.startsWith('=== '))).toHaveLength(1);
    expect(lines.join('\n')).not.toContain('\u001b');
    expect(lines.join('\n')).toMatch(/and \d\d more parts: gatebell digest show digest_1/);
  });
});
