import { afterEach, expect, test, vi } from 'vitest';
import type { Press, Private } from '../../bots/port.ts';
import type { Slack } from '../../bots/slack/adapter.ts';
import { createSlack } from '../../bots/slack/adapter.ts';
import type { FakeSlack } from '../support/platforms/slack/fake-slack.ts';
import { openFakeSlack } from '../support/platforms/slack/fake-slack.ts';
import { aCard, aCardPost, aPlace, anInbox, aToken } from './builders.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A fake Slack, the adapter on two sockets of it, and an inbox that tells each presser what a test wants. */
async function aSlack(answer: (press: Press) => Private | null = () => null) {
  const fake = await openFakeSlack();
  closing.push(fake.close);
  const reported: unknown[] = [];
  const slack = slackOf(fake, (failure) => reported.push(failure));
  const heard = anInbox(async (press) => {
    await slack.acknowledge(press);
    const told = answer(press);
    if (told !== null) await slack.tellPrivately(press, told);
  });
  slack.listen(heard.inbox);
  closing.push(slack.stop);
  return { fake, slack, reported, ...heard };
}

function slackOf(fake: FakeSlack, report: (failure: unknown) => void): Slack {
  const { botToken, appToken } = fake.state.app;
  return createSlack({ botToken, receive: { kind: 'socket', appToken }, apiUrl: `${fake.url}/api/`, nowMs: Date.now, report });
}

function alone(...lines: readonly string[]): Private {
  return { lines, card: null, form: null };
}

test('a card is posted, pressed, and edited where it stands', async () => {
  const { fake, slack, pressed, reported } = await aSlack(() => alone('Counted for g3.'));
  await slack.start();
  const put = await slack.post(aPlace(), aCardPost());
  const acknowledged = await fake.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Merge it' });
  await vi.waitFor(() => expect(fake.people.alone('U0MARA')).toHaveLength(1));

  const decided = aCard({ state: { kind: 'answered', answer: 'Merge it', by: 'Mara Voss', at: 'noon' } });
  const message = put.result === 'sent' ? put.message : '';
  await slack.edit(aPlace(), message, aCardPost({ card: decided, buttons: { options: [], form: null, undo: null } }));

  expect(acknowledged.result).toBe('acknowledged');
  expect(pressed).toMatchObject([
    { account: 'T0HARBOUR:U0MARA', said: { kind: 'token', token: aToken('o', 1) }, from: { addresses: ['C0FIXES'], thread: null } },
  ]);
  expect(await pressed[0]?.standing()).toBe('member');
  expect(fake.people.messages('C0FIXES')).toMatchObject([{ buttons: [], edits: 1, dangers: [] }]);
  expect(fake.people.messages('C0FIXES')[0]?.shown).toContain('Answered "Merge it" by Mara Voss');
  expect(fake.people.alone('U0MARA')).toMatchObject([{ shown: 'Counted for g3.' }]);
  expect(fake.state.warnings).toEqual([]);
  expect(reported).toEqual([]);
});
