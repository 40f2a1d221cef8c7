import type { AddressInfo } from 'node:net';
import type { ServerType } from '@hono/node-server';
import { serve } from '@hono/node-server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Press, Private } from '../../bots/port.ts';
import type { Slack } from '../../bots/slack/adapter.ts';
import { createSlack } from '../../bots/slack/adapter.ts';
import type { FakeSlack } from '../support/platforms/slack/fake-slack.ts';
import { openFakeSlack } from '../support/platforms/slack/fake-slack.ts';
import { epochMs, instantOf } from '../../src/time.ts';
import { aCard, aCardPost, aPlace, anInbox, aToken, noon } from './builders.ts';

const keptAtMs = epochMs(noon);

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A fake Slack, the adapter on two sockets of it, and an inbox that tells each presser what a test wants. */
async function aSlack(answer: (press: Press) => Private | null = () => null, mode: 'socket' | 'http' = 'socket') {
  const fake = await openFakeSlack();
  closing.push(fake.close);
  const reported: unknown[] = [];
  const slack = slackOf(fake, (failure) => reported.push(failure), mode);
  if (mode === 'http') fake.deliverTo(await addressOf(slack));
  const heard = anInbox(async (press) => {
    await slack.acknowledge(press);
    const told = answer(press);
    if (told !== null) await slack.tellPrivately(press, told);
  });
  slack.listen(heard.inbox);
  closing.push(slack.stop);
  return { fake, slack, reported, ...heard };
}

function slackOf(fake: FakeSlack, report: (failure: unknown) => void, mode: 'socket' | 'http' = 'socket'): Slack {
  const { botToken, appToken, signingSecret } = fake.state.app;
  const receive = mode === 'socket' ? ({ kind: 'socket', appToken } as const) : ({ kind: 'http', signingSecret } as const);
  return createSlack({ botToken, receive, apiUrl: `${fake.url}/api/`, nowMs: Date.now, report });
}

/** Where the adapter takes what this Slack posts. */
async function addressOf(slack: Slack): Promise<string> {
  const server = await new Promise<ServerType>((resolve) => {
    const opened: ServerType = serve({ fetch: slack.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(opened));
  });
  closing.push(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo; // of TCP
  return `http://127.0.0.1:${port}/slack/events`;
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

test('a post that got lost is found again by its key, and not put twice', async () => {
  const { fake, slack } = await aSlack();
  await slack.start();
  const since = instantOf(Date.now());
  fake.faults.strike({ method: 'chat.postMessage', fault: { kind: 'reset', after: true } });

  const lost = await slack.post(aPlace(), aCardPost({ since }));
  const found = await slack.post(aPlace(), aCardPost({ since, repeat: true }));

  const messages = fake.people.messages('C0FIXES');
  expect(lost).toMatchObject({ result: 'unknown' });
  expect(found).toEqual({ result: 'sent', message: `C0FIXES/${messages[0]?.ts}` });
  expect(messages).toHaveLength(1);
  expect(messages[0]?.shown).not.toContain('repeat');
});

test('a message of another app that claims the key of a post does not keep the post from arriving', async () => {
  const { fake, slack } = await aSlack();
  await slack.start();
  await slack.post(aPlace(), aCardPost());
  const [message] = fake.state.channels.get('C0FIXES')?.messages ?? [];
  if (message === undefined) throw new Error('nothing was posted');
  fake.state.channels.get('C0FIXES')?.messages.splice(0, 1, { ...message, own: false, user: 'U0ROBOT', text: 'mine' });

  const put = await slack.post(aPlace(), aCardPost({ repeat: true, since: instantOf(Date.now() - 10_000) }));

  expect(put.result).toBe('sent');
  expect(fake.people.messages('C0FIXES').map(({ shown }) => shown.includes('may be a repeat'))).toEqual([false, true]);
});

test('a post that never arrived is put anew, marked, once the whole window was read', async () => {
  const { fake, slack } = await aSlack();
  await slack.start();
  const since = instantOf(Date.now());
  fake.faults.strike({ method: 'chat.postMessage', fault: { kind: 'reset' } });

  const lost = await slack.post(aPlace(), aCardPost({ since }));
  const again = await slack.post(aPlace(), aCardPost({ since, repeat: true }));

  expect([lost.result, again.result]).toEqual(['unknown', 'sent']);
  expect(fake.people.messages('C0FIXES')).toHaveLength(1);
  expect(fake.people.messages('C0FIXES')[0]?.shown).toContain('(may be a repeat)');
});

test('a lost post in a direct channel is found there', async () => {
  const { fake, slack } = await aSlack();
  await slack.start();
  const since = instantOf(Date.now());
  fake.faults.strike({ method: 'chat.postMessage', fault: { kind: 'status', status: 500, after: true } });

  const lost = await slack.post(aPlace({ address: 'U0MARA' }), aCardPost({ since }));
  const found = await slack.post(aPlace({ address: 'U0MARA' }), aCardPost({ since, repeat: true }));

  expect(lost).toEqual({ result: 'unknown', reason: 'Slack answered with status 500', ownFault: true });
  expect(found).toMatchObject({ result: 'sent', message: expect.stringMatching(/^D0MARA\//) });
  expect(fake.people.messages('D0MARA')).toHaveLength(1);
});

test('what cannot be looked for stays unknown', async () => {
  const { fake, slack } = await aSlack();
  await slack.start();
  fake.faults.strike({ method: 'conversations.history', fault: { kind: 'status', status: 503 } });

  const put = await slack.post(aPlace(), aCardPost({ repeat: true }));

  expect(put).toEqual({ result: 'unknown', reason: 'it could not be looked for: Slack answered with status 503' });
  expect(fake.people.messages('C0FIXES')).toEqual([]);
});

test('blocks that Slack refuses are put as plain text at once', async () => {
  const { fake, slack, reported } = await aSlack();
  await slack.start();
  fake.faults.strike({ method: 'chat.postMessage', fault: { kind: 'error', error: 'invalid_blocks' } });

  const put = await slack.post(aPlace(), aCardPost());

  expect(put.result).toBe('sent');
  expect(fake.people.messages('C0FIXES')).toMatchObject([{ buttons: [], shown: expect.stringContaining('Which fix goes in?') }]);
  expect(fake.people.messages('C0FIXES')[0]?.shown).toContain('/gatebell answer g3 1');
  expect(reported.map(String)).toEqual([expect.stringContaining('Slack says invalid_blocks')]);
});

test('a post that Slack refuses in every form is rejected, and the operator is told that nobody sees it', async () => {
  const { fake, slack, reported } = await aSlack();
  await slack.start();
  fake.faults.strike({ method: 'chat.postMessage', times: 3, fault: { kind: 'error', error: 'invalid_blocks' } });

  const put = await slack.post(aPlace(), aCardPost());

  expect(put).toMatchObject({ result: 'failed', as: 'rejected' });
  expect(String(reported.at(-1))).toContain('nobody sees it there');
});

test('metadata that Slack refuses does not keep a question from arriving', async () => {
  const { fake, slack } = await aSlack();
  await slack.start();
  fake.faults.strike({ method: 'chat.postMessage', times: 2, fault: { kind: 'error', error: 'metadata_too_large' } });

  const put = await slack.post(aPlace(), aCardPost());

  expect(put.result).toBe('sent');
  expect(fake.people.messages('C0FIXES')).toMatchObject([{ metadata: null, shown: expect.stringContaining('Which fix goes in?') }]);
});

test.each([
  ['removed', (fake: FakeSlack) => fake.people.removeBot('C0FIXES'), 'broken-channel', 'Slack says not_in_channel'],
  ['archived', (fake: FakeSlack) => fake.people.archive('C0FIXES'), 'broken-channel', 'Slack says is_archived'],
  ['revoked', (fake: FakeSlack) => fake.people.revokeToken(), 'broken-channel', 'Slack says token_revoked'],
])('when the bot was %s, the channel is broken and the operator can read what to do', async (_name, break_, as, reason) => {
  const { fake, slack } = await aSlack();
  await slack.start();
  break_(fake);

  const put = await slack.post(aPlace(), aCardPost());

  expect(put).toEqual({ result: 'failed', as, reason, fix: expect.stringMatching(/\w{3}/) });
});

test('a deleted message is gone, and a wait that Slack asks for is told', async () => {
  const { fake, slack } = await aSlack();
  await slack.start();
  const put = await slack.post(aPlace(), aCardPost());
  const message = put.result === 'sent' ? put.message : '';
  fake.faults.strike({ method: 'chat.update', fault: { kind: 'rate-limited', retryAfterS: 7 } });

  const limited = await slack.edit(aPlace(), message, aCardPost());
  fake.people.deleteMessage('C0FIXES', message.slice('C0FIXES/'.length));
  const gone = await slack.edit(aPlace(), message, aCardPost());

  expect(limited).toEqual({ result: 'failed', as: 'retry-later', reason: 'Slack asks to wait', retryInMs: 7000 });
  expect(gone).toEqual({ result: 'failed', as: 'gone', reason: 'Slack says message_not_found' });
});

test('a form opens at once, is filled in, and is heard once however often it is submitted', async () => {
  const form = { token: aToken('f'), code: 'g3', question: 'What shall it be called?', max: 2_000 };
  const { fake, slack, pressed } = await aSlack((press) => {
    return press.said.kind === 'token' ? { lines: [], card: null, form } : alone('Counted for g3.');
  });
  await slack.start();
  await slack.post(aPlace(), aCardPost({ card: aCard({ expects: { kind: 'text', max: 2_000 } }), buttons: aFormButton() }));

  await fake.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Answer…' });
  await vi.waitFor(() => expect(fake.people.formText('U0MARA')).toContain('What shall it be called?'));
  const view = fake.people.form('U0MARA')?.id ?? '';
  await fake.people.submit({ user: 'U0MARA', text: 'Beacon <1> & more', view });
  await fake.people.submit({ user: 'U0MARA', text: 'Beacon <1> & more', view });
  await vi.waitFor(() => expect(fake.people.alone('U0MARA')).toHaveLength(1));

  expect(pressed.map(({ said }) => said)).toEqual([
    { kind: 'token', token: aToken('f') },
    { kind: 'form', token: aToken('f'), text: 'Beacon <1> & more' },
  ]);
  expect(pressed[1]?.from).toEqual({ addresses: ['C0FIXES'], thread: null });
  expect(fake.people.form('U0MARA')).toBeUndefined();
});

test('who may not answer reads so in the form that opened', async () => {
  const { fake, slack } = await aSlack(() => alone('g3 is not yours to answer.'));
  await slack.start();
  await slack.post(aPlace(), aCardPost({ buttons: aFormButton() }));

  await fake.people.press({ user: 'U0STRAY', channel: 'C0FIXES', on: 'Answer…' });

  await vi.waitFor(() => expect(fake.people.formText('U0STRAY')).toContain('g3 is not yours to answer.'));
  expect(fake.people.alone('U0STRAY')).toEqual([]);
});

test('a form whose question changed meanwhile shows the new question', async () => {
  const { fake, slack } = await aSlack(() => ({
    lines: ['The question of g3 changed.'],
    card: { card: aCard(), buttons: aFormButton() },
    form: null,
  }));
  await slack.start();
  await slack.post(aPlace(), aCardPost({ buttons: aFormButton() }));

  await fake.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Answer…' });
  await vi.waitFor(() => expect(fake.people.formText('U0MARA')).toContain('The question of g3 changed.'));

  expect(fake.people.formText('U0MARA')).toContain('Which fix goes in?');
});

test('when the trigger of a form is too old, the presser is asked to press again', async () => {
  const form = { token: aToken('f'), code: 'g3', question: 'Why?', max: 100 };
  const { fake, slack } = await aSlack(() => ({ lines: [], card: null, form }));
  await slack.start();
  await slack.post(aPlace(), aCardPost({ buttons: aFormButton() }));

  await fake.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Answer…', ageMs: 5_000 });

  await vi.waitFor(() => expect(fake.people.alone('U0MARA').map(({ shown }) => shown)).toEqual([expect.stringContaining('Press again')]));
});

test('what cannot be kept is not acknowledged, and its presser is told', async () => {
  const { fake, slack, pressed, failNext } = await aSlack();
  await slack.start();
  await slack.post(aPlace(), aCardPost());
  failNext(1);

  const pressing = fake.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Merge it' });
  await vi.waitFor(() => expect(fake.people.alone('U0MARA')[0]?.shown).toContain('Press again'));
  const acknowledged = await pressing;

  expect(acknowledged.result).toBe('unacknowledged');
  expect(pressed).toEqual([]);
});

test('deliveries that come twice are heard once', async () => {
  const { fake, slack, pressed } = await aSlack();
  await slack.start();
  await slack.post(aPlace(), aCardPost());
  fake.sendCopies(3);

  await fake.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Leave it' });

  expect(pressed).toHaveLength(1);
});

test('a button of an older version is acknowledged and called outdated', async () => {
  const { fake, slack, pressed } = await aSlack();
  await slack.start();
  await slack.post(aPlace(), aCardPost());

  const pressing = await fake.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Merge it', forged: { action_id: 'approve_v1' } });

  expect(pressing.result).toBe('acknowledged');
  expect(pressed).toMatchObject([{ said: { kind: 'unreadable', why: expect.stringContaining('older version') } }]);
});

test('a reply in the thread of a card names the card, without the escapes of Slack', async () => {
  const { fake, slack, pressed } = await aSlack();
  await slack.start();
  const put = await slack.post(aPlace(), aCardPost());
  const ts = fake.people.messages('C0FIXES')[0]?.ts ?? '';

  fake.people.say({ user: 'U0MARA', channel: 'C0FIXES', thread: ts, text: 'yes & <now>' });
  fake.people.say({ user: 'U0MARA', channel: 'C0FIXES', text: 'nothing for a bot' });
  fake.people.say({ user: 'U0ROBOT', channel: 'C0FIXES', thread: ts, text: 'yes' });
  await vi.waitFor(() => expect(pressed).toHaveLength(1));

  expect(pressed[0]).toMatchObject({
    account: 'T0HARBOUR:U0MARA',
    said: { kind: 'reply', message: put.result === 'sent' ? put.message : '', text: 'yes & <now>' },
    from: { addresses: ['C0FIXES'], thread: ts },
  });
});

test('an edited reply decides nothing, and its author is told so', async () => {
  const { fake, slack, pressed } = await aSlack();
  await slack.start();
  await slack.post(aPlace(), aCardPost());
  const thread = fake.people.messages('C0FIXES')[0]?.ts ?? '';
  const reply = fake.people.say({ user: 'U0MARA', channel: 'C0FIXES', thread, text: 'perhaps' });
  await vi.waitFor(() => expect(pressed).toHaveLength(1));

  fake.people.editSaid('C0FIXES', reply, 'yes');
  await vi.waitFor(() => expect(pressed).toHaveLength(2));

  expect(pressed[1]?.said).toMatchObject({ kind: 'unreadable', why: expect.stringContaining('edited') });
});

test('a command, a direct message and a shortcut are heard as what they are', async () => {
  const { fake, slack, pressed } = await aSlack(() => alone('One gate waits.'));
  await slack.start();
  const put = await slack.post(aPlace(), aCardPost());
  await slack.post(aPlace({ address: 'U0MARA' }), aCardPost());

  await fake.people.command({ user: 'U0MARA', channel: 'C0FIXES', command: '/gatebell', text: 'gates' });
  fake.people.say({ user: 'U0MARA', channel: 'D0MARA', text: 'g3 yes' });
  await vi.waitFor(() => expect(pressed).toHaveLength(2));
  const ts = fake.people.messages('C0FIXES')[0]?.ts ?? '';
  await fake.people.shortcut({ user: 'U0MARA', channel: 'C0FIXES', ts, callback: 'gatebell:answer' });
  await vi.waitFor(() => expect(fake.people.alone('U0MARA')).toHaveLength(3));

  expect(pressed.map(({ said }) => said)).toEqual([
    { kind: 'line', text: 'gates' },
    { kind: 'line', text: 'g3 yes' },
    { kind: 'shortcut', message: put.result === 'sent' ? put.message : '' },
  ]);
  expect(pressed[1]?.from).toEqual({ addresses: ['D0MARA', 'U0MARA'], thread: null });
});

test.each([
  ['U0MARA', 'member'],
  ['U0GUEST', 'guest'],
  ['U0LONE', 'guest'],
  ['U0FAR', 'stranger'],
] as const)('%s presses as a %s', async (user, standing) => {
  const { fake, slack, pressed } = await aSlack();
  await slack.start();
  await slack.post(aPlace(), aCardPost());

  await fake.people.press({ user, channel: 'C0FIXES', on: 'Merge it' });

  expect(await pressed[0]?.standing()).toBe(standing);
});

test('who cannot be looked up is unverified, and is asked for anew', async () => {
  const { fake, slack, pressed } = await aSlack();
  await slack.start();
  await slack.post(aPlace(), aCardPost());
  fake.faults.strike({ method: 'users.info', fault: { kind: 'status', status: 500 } });

  await fake.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Merge it' });

  expect(await pressed[0]?.standing()).toBe('unverified');
  expect(await pressed[0]?.standing()).toBe('member');
});

test('what was left unfinished is heard again before anything new', async () => {
  const { slack, pressed, done, leaveUnfinished } = await aSlack();
  const raw = {
    type: 'event_callback',
    event: { type: 'message', channel: 'D0MARA', channel_type: 'im', user: 'U0MARA', ts: '1.0', text: 'g3 yes' },
  };
  leaveUnfinished([
    { id: 'message:D0MARA:1.0', raw: JSON.stringify(raw), keptAtMs },
    { id: 'message:D0MARA:2.0', raw: '{"type":"something-else"}', keptAtMs },
  ]);

  await slack.start();

  expect(pressed).toMatchObject([{ id: 'message:D0MARA:1.0', said: { kind: 'line', text: 'g3 yes' } }]);
  expect(done).toEqual(['message:D0MARA:2.0']);
});

test('what is heard late says when it was said: a message by its own time, a command by when it was kept', async () => {
  const { slack, pressed, leaveUnfinished } = await aSlack();
  const event = { type: 'message', channel: 'D0MARA', channel_type: 'im', user: 'U0MARA', ts: '1796126400.000200', text: 'g3 yes' };
  const command = { command: '/gatebell', text: 'g3 yes', user_id: 'U0MARA', team_id: 'T0HARBOUR', channel_id: 'C0FIXES', trigger_id: '7' };
  const later = keptAtMs + 60_000;
  leaveUnfinished([
    { id: 'message:D0MARA:1796126400.000200', raw: JSON.stringify({ type: 'event_callback', event }), keptAtMs: later },
    { id: 'command:7', raw: JSON.stringify(command), keptAtMs: later },
  ]);

  await slack.start();

  expect(pressed.map(({ saidAtMs }) => saidAtMs)).toEqual([keptAtMs, later]);
});

test('what can no longer be read, or marked, keeps nothing that came after it from being heard', async () => {
  const { fake, slack, inbox, pressed, reported, leaveUnfinished } = await aSlack();
  const later = {
    type: 'event_callback',
    event: { type: 'message', channel: 'D0MARA', channel_type: 'im', user: 'U0MARA', ts: '3.0', text: 'gates' },
  };
  slack.listen({ ...inbox, done: async () => Promise.reject(new Error('the disk is full')) });
  leaveUnfinished([
    { id: 'message:D0MARA:1.0', raw: 'not JSON', keptAtMs },
    { id: 'message:D0MARA:2.0', raw: '{"type":"something-else"}', keptAtMs },
    { id: 'message:D0MARA:3.0', raw: JSON.stringify(later), keptAtMs },
  ]);

  await slack.start();

  expect(pressed).toMatchObject([{ id: 'message:D0MARA:3.0' }]);
  expect(fake.sockets.count()).toBe(2);
  expect(reported).toHaveLength(2);
});

test('a start whose journal cannot be read receives all the same', async () => {
  const { fake, slack, inbox, reported } = await aSlack();
  slack.listen({ ...inbox, unfinished: async () => Promise.reject(new Error('the disk is full')) });

  await slack.start();

  expect(fake.sockets.count()).toBe(2);
  expect(reported).toHaveLength(1);
});

test('replies of an outage are read back once, under the ids that they would have had', async () => {
  const { fake, slack, pressed, kept, showCards } = await aSlack();
  const other = await aWorkspaceCard(fake);
  const missed = fake.people.say({ user: 'U0MARA', channel: 'C0FIXES', thread: other, text: 'yes' });
  showCards([`C0FIXES/${other}`]);

  await slack.start();
  await vi.waitFor(() => expect(pressed).toHaveLength(1));

  expect(pressed[0]).toMatchObject({ id: `message:C0FIXES:${missed}`, said: { kind: 'reply', message: `C0FIXES/${other}`, text: 'yes' } });
  expect([...kept.keys()]).toEqual([`message:C0FIXES:${missed}`]);
});

test('a socket that Slack renews loses no press', async () => {
  const { fake, slack, pressed, statuses } = await aSlack();
  await slack.start();
  await slack.post(aPlace(), aCardPost());

  const presses = Array.from({ length: 30 }, async (_, index) => {
    if (index === 10) fake.sockets.refresh();
    return fake.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Merge it' });
  });
  const outcomes = await Promise.all(presses);
  await vi.waitFor(() => expect(fake.sockets.count()).toBe(2));

  expect(outcomes.filter(({ result }) => result === 'acknowledged')).toHaveLength(30);
  expect(pressed).toHaveLength(30);
  expect(statuses.at(-1)).toEqual({ sockets: 2, trouble: null });
});

test('a press whose socket ends before it is acknowledged is heard, and nothing breaks', async () => {
  const { fake, slack, pressed, reported, holdNext } = await aSlack();
  await slack.start();
  await slack.post(aPlace(), aCardPost());
  const release = holdNext();

  const pressing = fake.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Merge it' });
  await vi.waitFor(() => expect(release.reached()).toBe(true));
  fake.sockets.cut();
  const outcome = await pressing;
  release.now();
  await vi.waitFor(() => expect(pressed).toHaveLength(1));

  expect(outcome.result).toBe('unacknowledged');
  expect(reported).toEqual([]);
});

test('cut sockets are told as trouble and opened again', async () => {
  const { fake, slack, statuses } = await aSlack();
  await slack.start();

  fake.sockets.cut();
  await vi.waitFor(() =>
    expect(statuses).toContainEqual({ sockets: 0, trouble: expect.objectContaining({ reason: 'No socket to Slack is open' }) }),
  );
  await vi.waitFor(() => expect(statuses.at(-1)).toEqual({ sockets: 2, trouble: null }), 10_000);

  expect(fake.sockets.count()).toBe(2);
});

test('a start without Slack ends, says what is wrong, and goes on when Slack is back', async () => {
  const { fake, slack, statuses } = await aSlack();
  fake.people.revokeToken();

  await slack.start();
  const down = statuses.at(-1);
  fake.people.restoreToken();
  await vi.waitFor(() => expect(statuses.at(-1)).toEqual({ sockets: 2, trouble: null }), 10_000);

  expect(down).toEqual({ sockets: 0, trouble: { reason: 'Slack says token_revoked', fix: expect.stringContaining('SLACK_BOT_TOKEN') } });
});

describe('over HTTP', () => {
  test('a signed press is heard, and its form keeps the text when nothing could be kept', async () => {
    const form = { token: aToken('f'), code: 'g3', question: 'Why?', max: 100 };
    const { fake, slack, pressed, failNext, reported } = await aSlack(
      (press) => (press.said.kind === 'token' ? { lines: [], card: null, form } : null),
      'http',
    );
    await slack.start();
    await slack.post(aPlace(), aCardPost({ buttons: aFormButton() }));

    const pressing = await fake.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Answer…' });
    await vi.waitFor(() => expect(fake.people.formText('U0MARA')).toContain('Why?'));
    failNext(1);
    await fake.people.submit({ user: 'U0MARA', text: 'Because' });
    const kept = fake.people.form('U0MARA');
    await fake.people.submit({ user: 'U0MARA', text: 'Because' });

    expect(pressing.result).toBe('acknowledged');
    expect(Object.values(kept?.errors ?? {})).toEqual([expect.stringContaining('Press again')]);
    expect(fake.people.form('U0MARA')).toBeUndefined();
    expect(pressed.map(({ said }) => said.kind)).toEqual(['token', 'form']);
    expect(reported).toEqual([expect.objectContaining({ message: 'the disk is full' })]);
  });

  test('events, commands and shortcuts are heard, and what cannot be kept comes again', async () => {
    const { fake, slack, pressed, failNext } = await aSlack(() => null, 'http');
    await slack.start();
    await slack.post(aPlace(), aCardPost());
    const thread = fake.people.messages('C0FIXES')[0]?.ts ?? '';
    failNext(1);

    fake.people.say({ user: 'U0MARA', channel: 'C0FIXES', thread, text: 'yes' });
    await vi.waitFor(() => expect(pressed).toHaveLength(1));
    await fake.people.command({ user: 'U0MARA', channel: 'C0FIXES', command: '/gatebell', text: 'gates' });
    await fake.people.shortcut({ user: 'U0MARA', channel: 'C0FIXES', ts: thread, callback: 'gatebell:answer' });

    await vi.waitFor(() => expect(pressed.map(({ said }) => said.kind)).toEqual(['reply', 'line', 'shortcut']));
  });
});

test('a wrong app-level token and a missing scope are named, and posts go on', async () => {
  const { fake, slack, statuses } = await aSlack();
  fake.state.scopes.delete('connections:write');
  fake.state.scopes.delete('users:read');

  await slack.start();
  const put = await slack.post(aPlace(), aCardPost());

  expect(put.result).toBe('sent');
  expect(statuses.map(({ trouble }) => trouble?.reason)).toContain('The app has no scope users:read');
  expect(statuses.at(-1)?.trouble).toEqual({
    reason: 'Slack says missing_scope (needed: connections:write) to the app-level token',
    fix: expect.stringContaining('SLACK_APP_TOKEN'),
  });
});

test('no token stands in what is kept, or in what is reported', async () => {
  const { fake, slack, kept, reported } = await aSlack();
  await slack.start();
  await slack.post(aPlace(), aCardPost());
  fake.faults.strike({ method: '*', times: 5, fault: { kind: 'html' } });

  await fake.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Merge it' });
  await slack.post(aPlace(), aCardPost());

  const told = [...kept.values(), ...reported.map((failure) => (failure instanceof Error ? `${failure.stack}` : String(failure)))].join(
    '\n',
  );
  expect(told).not.toMatch(/xox[a-z]-|xapp-|fake-verification-token|fake-signing-secret/);
});

/** A message that an earlier run of the bot put there. */
async function aWorkspaceCard(fake: FakeSlack): Promise<string> {
  const before = slackOf(fake, () => {});
  before.listen(anInbox().inbox);
  await before.post(aPlace(), aCardPost());
  return fake.people.messages('C0FIXES')[0]?.ts ?? '';
}

function aFormButton() {
  return { options: [], form: aToken('f'), undo: null };
}
