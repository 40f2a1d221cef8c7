import { afterEach, expect, test } from 'vitest';
import { noButtons } from '../../bots/port.ts';
import { aCard, aCardPost, aToken, noon } from '../slack/builders.ts';
import { chats, topics, users } from '../support/platforms/telegram/cast.ts';
import type { FakeTelegram } from '../support/platforms/telegram/fake-telegram.ts';
import { aBotOnTelegram, aSpot } from './a-bot-on-telegram.ts';

let close = async () => {};

async function aBot() {
  const opened = await aBotOnTelegram();
  close = opened.close;
  return opened;
}

afterEach(() => close());

const messages = (fake: FakeTelegram, chat: number = chats.fixes) => fake.people.messages(chat);

test('a card is put, and edited where it stands; its buttons go with the decision', async () => {
  const { fake, telegram, reported } = await aBot();
  const put = await telegram.post(aSpot(), aCardPost());
  const before = messages(fake)[0];

  const decided = aCard({ state: { kind: 'answered', answer: 'Merge it', by: 'Mara Voss', at: 'noon' } });
  const message = put.result === 'sent' ? put.message : '';
  const edited = await telegram.edit(aSpot(), message, aCardPost({ card: decided, buttons: noButtons }));

  expect(message).toBe(`${chats.fixes}:${before?.id}`);
  expect(before).toMatchObject({ buttons: ['Merge it', 'Leave it'], dangers: [], mentions: [] });
  expect(edited).toEqual({ result: 'sent', message });
  expect(messages(fake)).toMatchObject([{ buttons: [], edits: 1, shown: expect.stringContaining('Answered "Merge it" by Mara Voss') }]);
  expect(fake.state.warnings).toEqual([]);
  expect(reported).toEqual([]);
});

test('who may answer is called, and nobody whom an agent names; nothing of an agent is markup or a preview', async () => {
  const { fake, telegram, calls } = await aBot();
  const card = aCard({
    question: '<b>Is</b> @mara_v [here](tg://user?id=1) &amp; https://evil.example/x ?',
    answerers: [{ name: 'Ines', account: String(users.ines) }],
  });

  await telegram.post(aSpot(), aCardPost({ card }));

  expect(messages(fake)[0]).toMatchObject({ mentions: [String(users.ines)], dangers: [] });
  expect(messages(fake)[0]?.shown).toContain('<b>Is</b> @\u2060mara_v [here](tg://user?id=1) &amp; https://evil.example/x ?');
  expect(calls('sendMessage')[0]?.args).toMatchObject({ link_preview_options: { is_disabled: true } });
  expect(calls('sendMessage')[0]?.args).not.toHaveProperty('parse_mode');
});

test('the same edit twice is harmless', async () => {
  const { fake, telegram } = await aBot();
  const put = await telegram.post(aSpot(), aCardPost());
  const message = put.result === 'sent' ? put.message : '';

  const edits = [await telegram.edit(aSpot(), message, aCardPost()), await telegram.edit(aSpot(), message, aCardPost({ repeat: true }))];

  expect(edits).toEqual([put, put]);
  expect(messages(fake)).toMatchObject([{ edits: 0 }]);
});

test('a form that Telegram refuses is put at once as plain text with its buttons, then without them, and the operator is told', async () => {
  const { fake, telegram, reported, calls } = await aBot();
  fake.faults.strike({ method: 'sendMessage', fault: { kind: 'error', error: "Bad Request: can't parse entities: byte offset 3" } });
  const first = await telegram.post(aSpot(), aCardPost());
  fake.faults.strike({ method: 'sendMessage', times: 2, fault: { kind: 'error', error: 'Bad Request: BUTTON_DATA_INVALID' } });
  const second = await telegram.post(aSpot(), aCardPost());

  expect([first.result, second.result]).toEqual(['sent', 'sent']);
  expect(messages(fake)).toMatchObject([{ buttons: ['Merge it', 'Leave it'] }, { buttons: [] }]);
  expect(messages(fake)[1]?.shown).toContain('/answer g3 1');
  expect(calls('sendMessage').map(({ args }) => [args.entities !== undefined, args.reply_markup !== undefined])).toEqual([
    [true, true],
    [false, true],
    [true, true],
    [false, true],
    [false, false],
  ]);
  expect(reported.map(String)).toEqual([
    expect.stringContaining("can't parse entities"),
    expect.stringContaining('BUTTON_DATA_INVALID'),
    expect.stringContaining('BUTTON_DATA_INVALID'),
  ]);
});

test('where the frame of an agent’s words is refused, none of their lines passes for one of ours', async () => {
  const { fake, telegram } = await aBot();
  const context = 'See the log.\nAnswered "Merge it" by Mara Voss at noon. The agents see it now.';
  fake.faults.strike({ method: 'sendMessage', fault: { kind: 'error', error: "Bad Request: can't parse entities: byte offset 3" } });

  await telegram.post(aSpot(), aCardPost({ card: aCard({ context }) }));

  const [card] = messages(fake);
  expect(card?.shown.split('\n').filter((said) => said.startsWith('Answered'))).toEqual([]);
  expect(card?.shown).toContain('See the log. Answered "Merge it"');
});

test('a message that Telegram refuses in every form is rejected, and the operator is told that nobody sees it', async () => {
  const { fake, telegram, reported } = await aBot();
  fake.faults.strike({ method: 'sendMessage', times: 3, fault: { kind: 'error', error: 'Bad Request: message is too long' } });

  const put = await telegram.post(aSpot(), aCardPost());

  expect(put).toEqual({ result: 'failed', as: 'rejected', reason: 'Telegram says: Bad Request: message is too long' });
  expect(String(reported.at(-1))).toContain('nobody sees it there');
});

test('what failed inside twice is put plain', async () => {
  const { fake, telegram, calls } = await aBot();

  await telegram.post(aSpot(), aCardPost({ plain: true }));

  expect(messages(fake)).toMatchObject([{ buttons: [], shown: expect.stringContaining('g3 in harbour: Which fix goes in?') }]);
  expect(calls('sendMessage')[0]?.args).not.toHaveProperty('entities');
});

test.each([
  ['a connection that broke', { kind: 'reset', after: true }, { result: 'unknown', ownFault: false }],
  ['a fault inside', { kind: 'status', status: 500, after: true }, { result: 'unknown', ownFault: true }],
  ['a page', { kind: 'html', after: true }, { result: 'unknown', ownFault: true }],
] as const)('after %s it is not known whether it arrived; put again it says so, once', async (_name, fault, outcome) => {
  const { fake, telegram, calls } = await aBot();
  fake.faults.strike({ method: 'sendMessage', fault });

  const lost = await telegram.post(aSpot(), aCardPost());
  const again = await telegram.post(aSpot(), aCardPost({ repeat: true }));

  expect(lost).toMatchObject(outcome);
  expect(again.result).toBe('sent');
  expect(calls('sendMessage')).toHaveLength(2);
  expect(messages(fake).map(({ shown }) => shown.includes('(may be a repeat)'))).toEqual([false, true]);
});

test.each([
  ['kicked', (fake: FakeTelegram) => fake.people.kickBot(chats.fixes), {}, /^Invite the bot/],
  ['removed', (fake: FakeTelegram) => fake.people.removeBot(chats.fixes), {}, /^Invite the bot/],
  ['silenced', (fake: FakeTelegram) => fake.people.restrict(chats.fixes), {}, /^Let the bot write/],
  ['never there', () => {}, { address: String(chats.outside) }, /\/status sent in the chat/],
  ['blocked', (fake: FakeTelegram) => fake.people.block(users.mara), { address: String(users.mara) }, /press Start/],
  ['never started', () => {}, { address: String(users.stray) }, /press Start/],
  ['left alone', () => {}, { address: String(users.gone) }, /press Start/],
  [
    'locked out of a topic',
    (fake: FakeTelegram) => fake.people.closeTopic(chats.harbour, topics.gates),
    { address: String(chats.harbour), thread: String(topics.gates) },
    /^Reopen the topic/,
  ],
  [
    'left without a topic',
    (fake: FakeTelegram) => fake.people.deleteTopic(chats.harbour, topics.gates),
    { address: String(chats.harbour), thread: String(topics.gates) },
    /^The topic is gone/,
  ],
  ['revoked', (fake: FakeTelegram) => fake.people.revokeToken(), {}, /TELEGRAM_TOKEN/],
])('when the bot was %s, the channel is broken and the operator can read what to do', async (_name, break_, place, fix) => {
  const { fake, telegram } = await aBot();
  break_(fake);

  const put = await telegram.post(aSpot(place), aCardPost());

  expect(put).toMatchObject({ result: 'failed', as: 'broken-channel', fix: expect.stringMatching(fix) });
});

test('a revoked token is trouble of all of Telegram, until a call works', async () => {
  const { fake, telegram, statuses } = await aBot();
  fake.people.revokeToken();
  await telegram.post(aSpot(), aCardPost());
  fake.people.restoreToken();
  await telegram.post(aSpot(), aCardPost());

  expect(statuses).toEqual([
    { sockets: null, trouble: { reason: 'Telegram says: Unauthorized', fix: expect.stringContaining('TELEGRAM_TOKEN') } },
    { sockets: null, trouble: null },
  ]);
});

test('a deleted message is gone, and a wait that Telegram asks for is told', async () => {
  const { fake, telegram } = await aBot();
  const put = await telegram.post(aSpot(), aCardPost());
  const message = put.result === 'sent' ? put.message : '';
  fake.faults.strike({ method: 'editMessageText', fault: { kind: 'rate-limited', retryAfterS: 7 } });

  const limited = await telegram.edit(aSpot(), message, aCardPost());
  fake.people.deleteMessage(chats.fixes, Number(message.split(':')[1]));
  const gone = await telegram.edit(aSpot(), message, aCardPost());

  expect(limited).toMatchObject({ result: 'failed', as: 'retry-later', retryInMs: 7_000 });
  expect(gone).toEqual({ result: 'failed', as: 'gone', reason: 'Telegram says: Bad Request: message to edit not found' });
});

test('a group that became a supergroup is followed: what stood there is put anew, and what is new waits no longer than that', async () => {
  const { fake, telegram, moved } = await aBot();
  const before = aSpot({ address: String(chats.inner) });
  const put = await telegram.post(before, aCardPost());
  const message = put.result === 'sent' ? put.message : '';
  const after = fake.people.migrate(chats.inner);

  const edited = await telegram.edit(before, message, aCardPost({ card: aCard({ revision: 2 }) }));
  const posted = await telegram.post(before, aCardPost());
  const anew = await telegram.post(aSpot({ address: String(after) }), aCardPost());

  expect(edited).toMatchObject({ result: 'failed', as: 'gone' });
  expect(posted).toMatchObject({ result: 'failed', as: 'retry-later', retryInMs: 0 });
  expect(anew.result).toBe('sent');
  expect(moved).toEqual([
    [String(chats.inner), String(after)],
    [String(chats.inner), String(after)],
  ]);
});

test('a card goes to its topic, and General is the forum itself', async () => {
  const { fake, telegram } = await aBot();
  const forum = { address: String(chats.harbour) };

  await telegram.post(aSpot({ ...forum, thread: String(topics.gates) }), aCardPost());
  await telegram.post(aSpot({ ...forum, thread: '1' }), aCardPost());
  await telegram.post(aSpot(forum), aCardPost());

  expect(messages(fake, chats.harbour).map(({ topic }) => topic)).toEqual([topics.gates, null, null]);
});

test('a notice is put in words, and one of the longest fits', async () => {
  const { fake, telegram } = await aBot();
  const notice = { kind: 'notice', key: 'n', since: noon, repeat: true, plain: false } as const;

  await telegram.post(aSpot(), { ...notice, text: 'harbour has <b>news</b>.\nLook.' });
  await telegram.post(aSpot(), { ...notice, text: '漢'.repeat(10_000) });

  expect(messages(fake)[0]?.shown).toBe('harbour has <b>news</b>.\nLook. (may be a repeat)');
  expect(messages(fake)[1]?.shown).toHaveLength(3_000 + ' (may be a repeat)'.length);
});

test('a text gate has a button that asks for a text', async () => {
  const { fake, telegram } = await aBot();
  const card = aCard({ expects: { kind: 'text', max: 100 } });

  await telegram.post(aSpot(), aCardPost({ card, buttons: { options: [], form: aToken('f'), undo: null } }));

  expect(messages(fake)).toMatchObject([
    { buttons: ['Answer…'], shown: expect.stringContaining('Takes a text of at most 100 characters.') },
  ]);
});
