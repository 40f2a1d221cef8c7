import { expect, test } from 'vitest';
import type { Put } from '../../bots/port.ts';
import { instantOf } from '../../src/time.ts';
import { cast } from '../support/platforms/discord/cast.ts';
import { aCard, aCardPost } from '../slack/builders.ts';
import { aBot, aPlace, callsOf } from './a-bot.ts';

const settled = aCardPost({
  card: aCard({ state: { kind: 'answered', answer: 'Merge it', by: 'Mara Voss', at: 'noon' } }),
  buttons: { options: [], form: null, undo: null },
});

function nameOf(put: Put): string {
  if (put.result !== 'sent') throw new Error(`it was not put: ${put.reason}`);
  return put.message;
}

test('a card is posted and edited where it stands; nobody is pinged, and no call leaves that to Discord', async () => {
  const { fake, discord } = await aBot();

  const put = await discord.post(aPlace(), aCardPost({ card: aCard({ question: '@everyone <@1213063181107200030> which one?' }) }));
  const edit = await discord.edit(aPlace(), nameOf(put), settled);

  expect(edit).toEqual(put);
  expect(fake.people.messages(cast.fixes)).toMatchObject([{ buttons: [], edits: 1, dangers: [], pinged: [] }]);
  expect(fake.people.messages(cast.fixes)[0]?.shown).toContain('Answered "Merge it" by Mara Voss');
  expect(callsOf(fake, 'create_message', 'update_message').map(({ args }) => JSON.stringify(args).includes('"parse":[]'))).toEqual([
    true,
    true,
  ]);
  expect(fake.state.warnings).toEqual([]);
});

test('a post whose answer got lost is sent again within two minutes, is there once, and shows what is true now', async () => {
  const { fake, discord, nowMs } = await aBot();
  const since = instantOf(nowMs());
  fake.faults.strike({ method: 'create_message', fault: { kind: 'reset', after: true } });

  const lost = await discord.post(aPlace(), aCardPost({ since }));
  const again = await discord.post(aPlace(), aCardPost({ ...settled, since, repeat: true }));

  const messages = fake.people.messages(cast.fixes);
  expect(lost.result).toBe('unknown');
  expect(messages).toHaveLength(1);
  expect(again).toEqual({ result: 'sent', message: `${cast.fixes}:${messages[0]?.id}` });
  expect(messages[0]?.shown).toContain('Answered "Merge it"');
  expect(messages[0]?.shown).not.toContain('repeat');
});

test('after two minutes it is found by its mark among others, in a thread as well, and not put twice', async () => {
  const { fake, discord, nowMs, pass } = await aBot();
  const thread = fake.people.openThread(cast.fixes);
  const since = instantOf(nowMs());
  fake.faults.strike({ method: 'create_message', fault: { kind: 'status', status: 502, after: true } });

  const lost = await discord.post(aPlace({ thread }), aCardPost({ since }));
  for (let count = 0; count < 120; count += 1) fake.people.say({ user: cast.mara, channel: thread, text: `talk ${count}` });
  pass(10 * 60_000);
  const found = await discord.post(aPlace({ thread }), aCardPost({ since, repeat: true }));

  const own = fake.people.messages(thread).filter(({ user }) => user === cast.bot);
  expect(lost).toEqual({ result: 'unknown', reason: 'Discord answered with status 502', ownFault: true });
  expect(own).toHaveLength(1);
  expect(found).toEqual({ result: 'sent', message: `${thread}:${own[0]?.id}` });
});

test('a post that never arrived is put anew, marked, once the whole window was read', async () => {
  const { fake, discord, nowMs, pass } = await aBot();
  const since = instantOf(nowMs());
  fake.faults.strike({ method: 'create_message', fault: { kind: 'reset' } });
  await discord.post(aPlace(), aCardPost({ since }));
  pass(10 * 60_000);

  const again = await discord.post(aPlace(), aCardPost({ since, repeat: true }));

  expect(again.result).toBe('sent');
  expect(fake.people.messages(cast.fixes).map(({ shown }) => shown.includes('(may be a repeat)'))).toEqual([true]);
});

test('a text that somebody copied with its mark is not taken for the post', async () => {
  const { fake, discord, nowMs, pass } = await aBot();
  const since = instantOf(nowMs());
  await discord.post(aPlace(), aCardPost({ since }));
  const [original] = fake.state.channels.get(cast.fixes)?.messages ?? [];
  fake.people.deleteMessage(cast.fixes, original?.id ?? '');
  fake.people.say({ user: cast.stray, channel: cast.fixes, text: original?.content ?? '' });
  pass(10 * 60_000);

  const put = await discord.post(aPlace(), aCardPost({ since, repeat: true }));

  expect(put.result).toBe('sent');
  expect(fake.people.messages(cast.fixes).map(({ user }) => user)).toEqual([cast.stray, cast.bot]);
});

test('what cannot be looked for stays unknown', async () => {
  const { fake, discord, nowMs } = await aBot();
  fake.faults.strike({ method: 'list_messages', fault: { kind: 'status', status: 503 } });

  const put = await discord.post(aPlace(), aCardPost({ repeat: true, since: instantOf(nowMs() - 600_000) }));

  expect(put).toEqual({ result: 'unknown', reason: 'it could not be looked for: Discord answered with status 503' });
  expect(fake.people.messages(cast.fixes)).toEqual([]);
});

test('a message that was deleted is gone for an edit, and put anew also in the same moment', async () => {
  const { fake, discord, nowMs } = await aBot();
  const since = instantOf(nowMs());
  const put = await discord.post(aPlace(), aCardPost({ since }));
  fake.people.deleteMessage(cast.fixes, nameOf(put).split(':')[1] ?? '');

  const edit = await discord.edit(aPlace(), nameOf(put), aCardPost({ since }));
  const anew = await discord.post(aPlace(), aCardPost({ since }));

  expect(edit).toMatchObject({ result: 'failed', as: 'gone' });
  expect(anew.result).toBe('sent');
  expect(fake.people.messages(cast.fixes)).toHaveLength(1);
});

test('a request to wait is told with its time and not waited for, and the call is made once', async () => {
  const { fake, discord } = await aBot();
  fake.faults.strike({ method: 'create_message', fault: { kind: 'rate-limited', retryAfterS: 3 } });

  const put = await discord.post(aPlace(), aCardPost());

  expect(put).toMatchObject({ result: 'failed', as: 'retry-later' });
  expect(put.result === 'failed' && put.as === 'retry-later' ? put.retryInMs : 0).toBeGreaterThanOrEqual(3_000);
  expect(callsOf(fake, 'create_message')).toHaveLength(1);
});

test.each([
  ['sleeps again where the bot may see to that', true],
  ['is left open where it may not', false],
] as const)('a card in an archived thread is changed, and the thread %s', async (_, mayArchive) => {
  const { fake, discord, reported } = await aBot();
  if (mayArchive) fake.state.granted.add('MANAGE_THREADS');
  const thread = fake.people.openThread(cast.fixes);
  const put = await discord.post(aPlace({ thread }), aCardPost());
  fake.people.archive(thread);

  const edit = await discord.edit(aPlace({ thread }), nameOf(put), settled);

  expect(edit).toEqual(put);
  expect(fake.people.messages(thread)[0]?.shown).toContain('Answered "Merge it"');
  expect(fake.state.channels.get(thread)?.archived).toBe(mayArchive);
  expect(reported).toEqual([]);
});

test('a locked thread is trouble of its route, which says what to do', async () => {
  const { fake, discord } = await aBot();
  const thread = fake.people.openThread(cast.fixes);
  fake.people.archive(thread, { locked: true });

  const put = await discord.post(aPlace({ thread }), aCardPost());

  expect(put).toMatchObject({ result: 'failed', as: 'broken-channel', fix: expect.stringContaining('nlock') });
});

test.each([
  ['VIEW_CHANNEL', 'View Channel'],
  ['SEND_MESSAGES', 'Send Messages'],
] as const)('without the permission %s the route is told to give it', async (permission, named) => {
  const { fake, discord } = await aBot();
  fake.people.deny(cast.fixes, permission);

  const put = await discord.post(aPlace(), aCardPost());

  expect(put).toMatchObject({ result: 'failed', as: 'broken-channel', fix: expect.stringContaining(named) });
});

test('where links may not be embedded a long context is put without its embed', async () => {
  const { fake, discord, reported } = await aBot();
  const long = aCardPost({ card: aCard({ context: 'word '.repeat(390) }) });
  await discord.post(aPlace(), long);
  fake.faults.strike({ method: 'create_message', fault: { kind: 'error', error: '50013' } });

  const put = await discord.post(aPlace(), { ...long, key: 'gate_4@route_1' });

  expect(put.result).toBe('sent');
  const bodies = callsOf(fake, 'create_message').map(({ args }) => JSON.stringify(args).includes('"embeds":[{'));
  expect(bodies).toEqual([true, true, false]);
  expect(reported).toEqual([]);
});

test('a form that Discord refuses is put plainer at once, and the operator is told which part', async () => {
  const { fake, discord, reported } = await aBot();
  const [one] = aCardPost().buttons.options;

  const put = await discord.post(aPlace(), aCardPost({ buttons: { options: [one ?? '', one ?? ''], form: null, undo: null } }));

  expect(put.result).toBe('sent');
  expect(fake.people.messages(cast.fixes)).toMatchObject([{ buttons: [] }]);
  expect(String(reported[0])).toContain('50035');
  expect(String(reported[0])).toContain('components');
});

test('a person is written to directly, in a channel that is opened once', async () => {
  const { fake, discord } = await aBot();
  const place = aPlace({ address: `user:${cast.mara}` });

  const put = await discord.post(place, aCardPost());
  await discord.post(place, aCardPost({ key: 'gate_4@route_1' }));

  expect(put).toMatchObject({ result: 'sent', message: expect.stringContaining(fake.people.directChannel(cast.mara)) });
  expect(fake.people.alone(cast.mara)).toHaveLength(2);
  expect(callsOf(fake, 'create_dm')).toHaveLength(1);
});

test('who takes no direct messages is trouble of that route', async () => {
  const { fake, discord } = await aBot();
  fake.people.closeDirects(cast.mara);

  const put = await discord.post(aPlace({ address: `user:${cast.mara}` }), aCardPost());

  expect(put).toMatchObject({ result: 'failed', as: 'broken-channel', fix: expect.stringContaining('direct messages') });
});

test('after a 401 nothing more is sent for a while, and then it works again', async () => {
  const { fake, discord, statuses, pass } = await aBot();
  fake.people.revokeToken();

  const first = await discord.post(aPlace(), aCardPost());
  const second = await discord.post(aPlace(), aCardPost());
  fake.people.restoreToken();
  pass(60_000);
  const third = await discord.post(aPlace(), aCardPost());

  expect([first, second]).toMatchObject([
    { as: 'broken-channel' },
    { as: 'broken-channel', fix: expect.stringContaining('DISCORD_TOKEN') },
  ]);
  expect(fake.state.invalidRequests).toBe(1);
  expect(third.result).toBe('sent');
  expect(statuses.map(({ trouble }) => trouble?.reason ?? null)).toEqual([expect.stringContaining('refuse'), expect.anything(), null]);
});

test('an edit that is answered with a page is not called done, and the next one brings it up to date', async () => {
  const { fake, discord } = await aBot();
  const put = await discord.post(aPlace(), aCardPost({}));
  fake.faults.strike({ method: 'update_message', fault: { kind: 'html' } });

  const lost = await discord.edit(aPlace(), nameOf(put), settled);
  const again = await discord.edit(aPlace(), nameOf(put), settled);

  expect(lost.result).toBe('unknown');
  expect(again).toEqual(put);
  expect(fake.people.messages(cast.fixes)[0]?.shown).toContain('Answered "Merge it"');
});
