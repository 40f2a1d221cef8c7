import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readArrival, readMove, readOpening, readOwnMembership, updateId } from '../../bots/telegram/updates.ts';
import { aToken } from '../slack/builders.ts';

const self = { id: 7, username: 'gatebell_bot' };
const group = { id: -100_5, type: 'supergroup' };
const alone = { id: 42, type: 'private' };
const mara = { id: 42, is_bot: false, first_name: 'Mara' };
const ours = { message_id: 3, from: { id: 7 }, text: 'g3 in harbour' };

function message(differences: object) {
  return { update_id: 9, message: { message_id: 5, date: 1_796_126_400, chat: group, from: mara, ...differences } };
}

function pressed(differences: object = {}) {
  const message = { message_id: 3, date: 1, chat: group, from: { id: 7 } };
  return { update_id: 9, callback_query: { id: '77', from: mara, message, chat_instance: '1', data: aToken('o'), ...differences } };
}

describe('a press', () => {
  test('is its token, its account, and the place that it came from', () => {
    expect(readArrival(pressed(), self)).toEqual({
      id: 'update:9',
      account: 42,
      name: 'Mara',
      at: { chat: -100_5, thread: null, message: 3, kind: 'group' },
      place: { chat: -100_5, thread: null, message: 3, kind: 'group' },
      said: { kind: 'token', token: aToken('o') },
      saidAtMs: null,
      callback: '77',
      isBot: false,
      isToldHere: false,
    });
  });

  test('stands in a topic when Telegram says that it is one', () => {
    const inThread = (more: object) => readArrival(pressed({ message: { message_id: 3, chat: group, ...more } }), self)?.place?.thread;

    expect([inThread({ message_thread_id: 11, is_topic_message: true }), inThread({ message_thread_id: 11 })]).toEqual([11, null]);
    expect(inThread({ chat: { ...group, is_forum: true } })).toBe(1);
  });

  test('on an old message still has its place, and without any it has none', () => {
    expect(readArrival(pressed({ message: { message_id: 3, date: 0, chat: group } }), self)?.place).toMatchObject({ chat: -100_5 });
    expect(readArrival(pressed({ message: undefined, inline_message_id: 'x' }), self)).toMatchObject({ place: null, at: null });
  });

  test('on a copy in a private chat counts where the copy is from; in a group nobody can claim another place', () => {
    const data = `${aToken('o')}@-rs.b`;
    const copy = readArrival(pressed({ data, message: { message_id: 3, chat: alone } }), self);
    const forged = readArrival(pressed({ data }), self);

    expect(copy).toMatchObject({ said: { token: aToken('o') }, place: { chat: -1_000, thread: 11 }, at: { chat: 42 } });
    expect(forged).toMatchObject({ said: { token: data }, place: { chat: -100_5, thread: null } });
  });

  test('without data is outdated; of a bot or an anonymous administrator it is no person’s', () => {
    expect(readArrival(pressed({ data: undefined }), self)?.said).toMatchObject({ kind: 'unreadable' });
    expect(readArrival(pressed({ from: { ...mara, is_bot: true } }), self)?.isBot).toBe(true);
    expect(readArrival(pressed({ from: { id: 1_087_968_824, first_name: 'Group' } }), self)?.isBot).toBe(true);
  });
});

describe('a message', () => {
  test.each([
    ['a command of the menu', { text: '/gates@gatebell_bot' }, { kind: 'line', text: 'gates' }],
    ['a command that names no bot and is ours', { text: '/g3 yes' }, { kind: 'line', text: 'g3 yes' }],
    ['the name of the bot in any case', { text: '/G3@GateBell_Bot  Ask Ines  first' }, { kind: 'line', text: 'G3 Ask Ines  first' }],
    ['a command over two lines', { text: '/answer g3\nyes' }, { kind: 'line', text: 'answer g3\nyes' }],
    ['a mention', { text: '@gatebell_bot gates' }, { kind: 'line', text: 'gates' }],
    ['an unknown command to this bot', { text: '/dance@gatebell_bot' }, { kind: 'line', text: 'dance' }],
    ['a start', { chat: alone, text: '/start abc' }, { kind: 'line', text: 'help' }],
    ['anything in a private chat', { chat: alone, text: ' g3 yes ' }, { kind: 'line', text: 'g3 yes' }],
    ['a reply under a message of ours', { reply_to_message: ours, text: 'yes' }, { kind: 'reply', message: '-1005:3', text: 'yes' }],
    ['a reply with a picture and words', { reply_to_message: ours, photo: [], caption: 'yes' }, { kind: 'reply', text: 'yes' }],
    ['the command gate as a reply to a card', { reply_to_message: ours, text: '/gate' }, { kind: 'shortcut', message: '-1005:3' }],
    ['a command as a reply', { reply_to_message: ours, text: '/gate g4' }, { kind: 'line', text: 'gate g4' }],
    ['a reply without words', { reply_to_message: ours, sticker: {} }, { kind: 'unreadable', why: expect.stringContaining('no text') }],
    [
      'an edited reply',
      { reply_to_message: ours, text: 'yes', edit_date: 2 },
      { kind: 'unreadable', why: expect.stringContaining('edited') },
    ],
    [
      'a forwarded answer',
      { chat: alone, text: 'g3 yes', forward_origin: {} },
      { kind: 'unreadable', why: expect.stringContaining('forwarded') },
    ],
    ['an answer by another bot', { text: '/g3 yes', via_bot: {} }, { kind: 'unreadable', why: expect.stringContaining('another bot') }],
    ['a reply that calls the bot too', { reply_to_message: ours, text: '@gatebell_bot yes' }, { kind: 'reply', text: 'yes' }],
    [
      'a reply that calls the bot to do something',
      { reply_to_message: ours, text: '@gatebell_bot gates' },
      { kind: 'line', text: 'gates' },
    ],
    [
      'a reply of 4,001 units',
      { reply_to_message: ours, text: 'x'.repeat(4_001) },
      { kind: 'unreadable', why: expect.stringContaining('longer') },
    ],
  ])('%s is heard', (_name, differences, said) => {
    expect(readArrival(message(differences), self)?.said).toMatchObject(said);
  });

  test.each([
    ['talk in a group', { text: 'yes' }],
    ['a reply to somebody else', { reply_to_message: { message_id: 4, from: { id: 8 } }, text: 'yes' }],
    ['what begins a topic of ours', { reply_to_message: { ...ours, forum_topic_created: { name: 'gates' } }, text: 'yes' }],
    ['a command to another bot', { text: '/gates@other_bot' }],
    ['a mention of another bot', { text: '@other_bot gates' }],
    ['an unknown command that names no bot', { text: '/dance' }],
    ['a bot', { from: { ...mara, is_bot: true }, reply_to_message: ours, text: 'yes' }],
    ['a channel that speaks in a group', { sender_chat: { id: -9 }, reply_to_message: ours, text: 'yes' }],
    ['a post of a linked channel', { is_automatic_forward: true, text: '/g3 yes' }],
    ['a post in a channel', { chat: { id: -9, type: 'channel' }, text: '/g3 yes' }],
    ['what Telegram itself says', { reply_to_message: ours, pinned_message: {} }],
    ['an empty private message', { chat: alone, text: '  ' }],
  ])('%s is no concern', (_name, differences) => {
    expect(readArrival(message(differences), self)).toBeNull();
  });

  test('was said when Telegram says, where it stands', () => {
    const topic = { message_thread_id: 11, is_topic_message: true };

    expect(readArrival(message({ text: '/gates', ...topic }), self)).toMatchObject({
      saidAtMs: 1_796_126_400_000,
      place: { chat: -100_5, thread: 11 },
      callback: null,
    });
  });

  test('of an anonymous administrator is answered where it stands, and decides nothing', () => {
    const anonymous = { from: { id: 1_087_968_824, is_bot: true, first_name: 'Group' }, sender_chat: group };

    expect(readArrival(message({ ...anonymous, reply_to_message: ours, text: 'yes' }), self)).toMatchObject({
      said: { kind: 'unreadable', why: expect.stringContaining('anonymous') },
      isToldHere: true,
    });
    expect(readArrival(message({ ...anonymous, text: 'yes' }), self)).toBeNull();
  });
});

test.each([
  [null],
  ['text'],
  [[]],
  [{}],
  [{ update_id: 9 }],
  [{ update_id: 'nine', message: {} }],
  [{ update_id: 9, message: null }],
  [{ update_id: 9, callback_query: { id: '', from: mara } }],
  [{ update_id: 9, edited_message: { message_id: 5, date: 1, chat: group, from: mara, text: '/g3 yes' } }],
  [{ update_id: 9, channel_post: { message_id: 5, date: 1, chat: group, text: '/g3 yes' } }],
])('%j is nothing', (body) => {
  expect(readArrival(body, self)).toBeNull();
});

test('whatever comes is read or passed over, and never breaks', () => {
  const keys = ['message', 'callback_query', 'from', 'chat', 'id', 'text', 'data', 'reply_to_message', 'type', 'date', 'message_id'];
  const body = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, fc.jsonValue({ maxDepth: 1 }), fc.dictionary(fc.constantFrom(...keys), tie('value'))),
  })).value;
  fc.assert(
    fc.property(body, fc.integer(), (inside, number) => {
      const update = { ...(typeof inside === 'object' ? inside : {}), update_id: number };

      expect(() => [
        readArrival(update, self),
        readArrival(inside, self),
        readMove(update),
        readOwnMembership(update),
        readOpening(update),
      ]).not.toThrow();
    }),
  );
});

test('a number is read where there is one', () => {
  expect([{ update_id: 9 }, { update_id: -1 }, { update_id: 1.5 }, { update_id: '9' }, null].map(updateId)).toEqual([
    9,
    null,
    null,
    null,
    null,
  ]);
});

test('a group that moved, and a change of what the bot is, are told apart from messages', () => {
  expect(readMove(message({ migrate_to_chat_id: -100_77 }))).toEqual({ from: '-1005', to: '-10077' });
  expect(readArrival(message({ migrate_to_chat_id: -100_77 }), self)).toBeNull();
  const became = (status: string) => readOwnMembership({ update_id: 1, my_chat_member: { chat: group, new_chat_member: { status } } });
  expect([became('restricted'), became('kicked'), became('left')].map((now) => now?.isIn)).toEqual([true, false, false]);
  expect(became('member')).toEqual({ chat: -100_5, isIn: true });
});
