import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GateCard } from '../../bots/card.ts';
import { messageBlocks, privateBlocks } from '../../bots/slack/blocks.ts';
import { fallbackText, privateText } from '../../bots/slack/fallback.ts';
import { filledView, outcomeView, skeletonView } from '../../bots/slack/modal.ts';
import { blockFaults, viewShapeFaults } from '../support/platforms/slack/shape.ts';
import type { Json } from '../support/platforms/json.ts';
import { read } from '../support/platforms/slack/what-people-see.ts';
import { aCard, aCardPost, aToken, noon } from './builders.ts';
import { hostileText } from './hostile-text.ts';

/** As a person reads it; blocks are what the schemas of Slack say. */
function shownOf(post: Parameters<typeof messageBlocks>[0]) {
  const blocks = messageBlocks(post, 'v1') as unknown as readonly Json[]; // checked against the schemas
  return { faults: blockFaults(blocks), ...read({ text: fallbackText(post), blocks }, false) };
}

const held: GateCard['state'] = { kind: 'held', answer: 'Merge it', by: 'Mara Voss', at: '12:00', until: '12:01' };

describe('a card', () => {
  test('says everything that an answerer needs, in its blocks and in its text', () => {
    const card = aCard({
      context: 'Two tests fail.\nBoth are old.',
      evidence: [{ text: 'tests: 41 passed', strength: 'checked', at: noon, atText: '2026-12-01 13:00 (Europe/Berlin)' }],
      deadline: { at: noon, text: '2026-12-01 13:00:00 GMT+1 (Europe/Berlin)' },
    });

    const { faults, shown, fallback, buttons, dangers } = shownOf(aCardPost({ card }));

    expect(faults).toEqual([]);
    expect(dangers).toEqual([]);
    expect(buttons).toEqual(['Merge it', 'Leave it']);
    for (const text of [shown, fallback]) {
      for (const said of [
        'g3',
        'harbour',
        card.question,
        'Merge it (yes, recommended)',
        'The fix goes to main.',
        'lane fixes',
        'reversible',
      ])
        expect(text).toContain(said);
      for (const said of ['tests: 41 passed', 'checked', '(Europe/Berlin)', 'agent builder', 'Mara Voss', 'Open: waits'])
        expect(text).toContain(said);
    }
  });

  test('mentions only people whose account is known', () => {
    const answerers = [
      { name: 'Mara Voss', account: 'T0HARBOUR:U0MARA' },
      { name: '<@U0EVIL>', account: null },
    ];

    const blocks = JSON.stringify(messageBlocks(aCardPost({ card: aCard({ answerers }) }), 'v1'));

    expect(blocks.match(/"type":"user","user_id":"\w+"/g)).toEqual(['"type":"user","user_id":"U0MARA"']);
  });

  test('shows the deadline in the zone of each reader', () => {
    const deadline = { at: noon, text: '2026-12-01 13:00 (Europe/Berlin)' };
    const post = aCardPost({ card: aCard({ deadline }) });

    expect(JSON.stringify(messageBlocks(post, 'v1'))).toContain(`"type":"date","timestamp":${Date.UTC(2026, 11, 1, 12) / 1000}`);
    expect(fallbackText(post)).toContain('<!date^1796126400^{date_short_pretty} at {time}|2026-12-01 13:00 (Europe/Berlin)>');
  });

  test('that is decided has no buttons, and says who, what and when', () => {
    const card = aCard({ state: { kind: 'answered', answer: 'Merge it', by: 'Mara Voss', at: '12:00' } });

    const { buttons, shown, fallback } = shownOf(aCardPost({ card, buttons: { options: [], form: null, undo: null } }));

    expect(buttons).toEqual([]);
    for (const text of [shown, fallback]) expect(text).toContain('Answered "Merge it" by Mara Voss at 12:00.');
  });

  test('offers to take an answer back while it is held', () => {
    const buttons = { options: [], form: null, undo: aToken('u') };

    expect(shownOf(aCardPost({ card: aCard({ state: held }), buttons })).buttons).toEqual(['Take it back']);
  });

  test('asks once more before an irreversible answer, naming it', () => {
    const actions = messageBlocks(aCardPost({ card: aCard({ risk: 'irreversible' }) }), 'v1').at(-1);

    expect(JSON.stringify(actions)).toContain('Answer g3 with \\"Merge it\\"? The fix goes to main.');
    expect(JSON.stringify(actions)?.match(/"confirm":\{"title"/g)).toHaveLength(2);
  });

  test('offers a menu when a label has more than five words', () => {
    const { options } = aCard().expects as Extract<GateCard['expects'], { kind: 'choice' }>; // as the builder makes it
    const wordy = options.map((option) => ({ ...option, label: `${option.label} a b c d` }));
    const post = aCardPost({ card: aCard({ expects: { kind: 'choice', options: wordy }, risk: 'irreversible' }) });

    expect(shownOf(post).faults).toEqual([]);
    expect(messageBlocks(post, 'v1').at(-1)).toMatchObject({
      type: 'actions',
      elements: [{ type: 'static_select', confirm: expect.anything() }],
    });
  });

  test('has block ids of its own at each put', () => {
    const ids = (version: string) => messageBlocks(aCardPost(), version).map(({ block_id }) => block_id);

    expect(new Set([...ids('v1'), ...ids('v2')]).size).toBe(2 * ids('v1').length);
  });

  test('that may be a repeat says so', () => {
    const { shown, fallback } = shownOf(aCardPost({ repeat: true }));

    expect([shown, fallback].map((text) => text.includes('(may be a repeat)'))).toEqual([true, true]);
  });
});

describe('for any text', () => {
  test('a card has no broken block, no mention and no disguised link, and shows the texts as they are', () => {
    fc.assert(
      fc.property(hostileCard(), ({ card, buttons }) => {
        const { faults, dangers } = shownOf(aCardPost({ card, buttons }));

        expect(faults).toEqual([]);
        expect(dangers).toEqual([]);
        expect(fallbackText(aCardPost({ card, buttons })).length).toBeLessThanOrEqual(4_000);
      }),
      { numRuns: 60 },
    );
  });

  test('a private answer and the views are whole', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 8 }), hostileText, hostileCard(), (lines, question, { card, buttons }) => {
        const told = { lines, card: { card, buttons }, form: null };
        const views = [skeletonView(), outcomeView(told), filledView({ token: aToken('f'), code: 'g3', question, max: 2_000 }, origin)];

        expect(blockFaults(privateBlocks(told, 'v1') as unknown as readonly Json[])).toEqual([]); // checked against the schemas
        expect(read({ text: privateText(told), blocks: [] }, false).dangers).toEqual([]);
        for (const view of views) expect(viewShapeFaults(view as unknown as Json)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('the longest card that the kernel takes fits', () => {
    const long = (max: number) => '&'.repeat(max);
    const options = [1, 2, 3, 4, 5].map(
      (number) => ({ key: `k${number}`, label: long(30), effect: long(140), lets: 'go', recommended: true, number }) as const,
    );
    const card = aCard({
      question: long(300),
      context: long(2_000),
      expects: { kind: 'choice', options },
      blocks: Array.from({ length: 50 }, () => long(130)),
      evidence: Array.from({ length: 20 }, () => ({ text: long(600), strength: 'asserted', at: noon, atText: long(60) })),
      answerers: Array.from({ length: 20 }, () => ({ name: long(80), account: null })),
      state: { kind: 'withdrawn', by: long(80), why: long(600), at: long(40) },
    });
    const post = aCardPost({ card, buttons: { options: options.map(({ number }) => aToken('o', number)), form: null, undo: null } });

    expect(shownOf(post).faults).toEqual([]);
    expect(fallbackText(post).length).toBeLessThanOrEqual(4_000);
  });
});

const origin = { channel: 'C0FIXES', user: 'U0MARA', thread: null };

function hostileCard() {
  return fc
    .record({ question: hostileText, context: hostileText, label: hostileText, name: hostileText, menu: fc.boolean() })
    .map((texts) => {
      const label = texts.menu ? `${texts.label} a b c d e f` : texts.label;
      const option = { key: 'yes', label, effect: texts.context, lets: 'go', recommended: false } as const;
      return {
        card: aCard({
          question: texts.question,
          context: texts.context,
          goal: texts.name,
          blocks: [texts.name, texts.label],
          askedBy: texts.name,
          answerers: [{ name: texts.name, account: null }],
          evidence: [{ text: texts.context, strength: 'checked', at: noon, atText: texts.name }],
          expects: {
            kind: 'choice',
            options: [
              { ...option, number: 1 },
              { ...option, number: 2 },
            ],
          },
          deadline: { at: noon, text: texts.name },
        }),
        buttons: { options: [aToken('o', 1), aToken('o', 2)], form: null, undo: null },
      };
    });
}
