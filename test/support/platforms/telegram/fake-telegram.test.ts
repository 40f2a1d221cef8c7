import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aCall, aClient, refusalOf } from './a-bot.ts';
import { bot, chats, topics, users } from './cast.ts';
import type { HandClock } from '../clock.ts';
import { handClock } from '../clock.ts';
import type { FakeTelegram } from './fake-telegram.ts';
import { openFakeTelegram } from './fake-telegram.ts';

const button = (more: object = {}) => ({ inline_keyboard: [[{ text: 'Yes', callback_data: 'yes', ...more }]] });
const row = (count: number) => ({ inline_keyboard: [Array.from({ length: count }, () => ({ text: 'x', callback_data: 'x' }))] });
const fixes = (text: string, more: object = {}) => ({ chat_id: chats.fixes, text, ...more });

let telegram: FakeTelegram;
let clock: HandClock;
let call: ReturnType<typeof aCall>;
const send = async (args: object) => (await call('sendMessage', args)) as { readonly message_id: number };

beforeEach(async () => {
  clock = handClock(Date.parse('2026-12-01T09:00:00Z'));
  telegram = await openFakeTelegram({ clock });
  call = aCall(telegram);
});

afterEach(() => telegram.close());

describe('the fake Telegram, asked by its own client', () => {
  test.each([
    [
      'an argument that does not exist',
      'sendMessage',
      fixes('x', { colour: 'red' }),
      '400 Bad Request: what was asked does not fit: unknown key colour at /',
    ],
    [
      'a key of a button that does not exist',
      'sendMessage',
      fixes('x', { reply_markup: button({ data: 'x' }) }),
      /unknown key data at \/reply_markup/,
    ],
    ['a missing text', 'sendMessage', { chat_id: chats.fixes }, /must have required property 'text'/],
    ['an empty text', 'sendMessage', fixes(''), '400 Bad Request: message text is empty'],
    ['a text of blanks', 'sendMessage', fixes(' \n '), '400 Bad Request: text must be non-empty'],
    ['a long text', 'sendMessage', fixes('x'.repeat(4_097)), '400 Bad Request: message is too long'],
    ['a long text of pairs', 'sendMessage', fixes('😀'.repeat(2_049)), '400 Bad Request: message is too long'],
    [
      'broken markup',
      'sendMessage',
      fixes('<x>', { parse_mode: 'HTML' }),
      /^400 Bad Request: can't parse entities: Unsupported start tag "x"/,
    ],
    [
      '65 bytes of data',
      'sendMessage',
      fixes('x', { reply_markup: button({ callback_data: 'x'.repeat(65) }) }),
      '400 Bad Request: BUTTON_DATA_INVALID',
    ],
    [
      '33 letters of two bytes',
      'sendMessage',
      fixes('x', { reply_markup: button({ callback_data: 'д'.repeat(33) }) }),
      '400 Bad Request: BUTTON_DATA_INVALID',
    ],
    ['nine buttons in a row', 'sendMessage', fixes('x', { reply_markup: row(9) }), '400 Bad Request: reply markup is too long'],
    [
      'a button that does nothing',
      'sendMessage',
      fixes('x', { reply_markup: button({ callback_data: undefined }) }),
      /Text buttons are unallowed/,
    ],
    ['an unknown chat', 'sendMessage', { chat_id: 5, text: 'x' }, '400 Bad Request: chat not found'],
    ['a chat that it was never in', 'sendMessage', { chat_id: chats.outside, text: 'x' }, '400 Bad Request: chat not found'],
    [
      'somebody who never started it',
      'sendMessage',
      { chat_id: users.stray, text: 'x' },
      "403 Forbidden: bot can't initiate conversation with a user",
    ],
    ['somebody who is gone', 'sendMessage', { chat_id: users.gone, text: 'x' }, '403 Forbidden: user is deactivated'],
    ['a topic where there are none', 'sendMessage', fixes('x', { message_thread_id: 11 }), '400 Bad Request: message thread not found'],
    [
      'the General topic by a number',
      'sendMessage',
      { chat_id: chats.harbour, text: 'x', message_thread_id: 1 },
      '400 Bad Request: message thread not found',
    ],
    [
      'a reply to nothing',
      'sendMessage',
      fixes('x', { reply_parameters: { message_id: 1 } }),
      '400 Bad Request: message to be replied not found',
    ],
    [
      'a long placeholder',
      'sendMessage',
      fixes('x', { reply_markup: { force_reply: true, input_field_placeholder: 'x'.repeat(65) } }),
      /placeholder must be 1 to 64/,
    ],
    ['an edit of nothing', 'editMessageText', fixes('x', { message_id: 1 }), '400 Bad Request: message to edit not found'],
    [
      'an answer to no press',
      'answerCallbackQuery',
      { callback_query_id: '1' },
      '400 Bad Request: query is too old and response timeout expired or query ID is invalid',
    ],
    [
      'a command with a dash',
      'setMyCommands',
      { commands: [{ command: 'a-b', description: 'x' }] },
      '400 Bad Request: BOT_COMMAND_INVALID',
    ],
    ['a method that it does not know', 'sendWhisper', {}, '404 Not Found: method not found'],
    [
      'an unsafe webhook',
      'setWebhook',
      { url: 'http://bell.example' },
      '400 Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
    ],
    ['a webhook on another port', 'setWebhook', { url: 'https://bell.example:9' }, /only on ports 80, 88, 443 or 8443$/],
    [
      'a secret with a blank',
      'setWebhook',
      { url: 'https://bell.example', secret_token: 'a b' },
      '400 Bad Request: secret token contains unallowed characters',
    ],
  ])('refuses %s', async (_, method, args, why) => {
    const refusal = await refusalOf(call(method, args));

    expect(refusal).toMatch(typeof why === 'string' ? new RegExp(`^${why.replaceAll(/[.'/]/g, '\\$&')}$`) : why);
  });

  test('counts a text after its markup was read, and data in bytes', async () => {
    const text = '<b>&lt;</b>'.repeat(4_096);

    await send(fixes(text, { parse_mode: 'HTML', reply_markup: button({ callback_data: 'д'.repeat(32) }) }));

    expect(telegram.people.messages(chats.fixes).map(({ shown }) => shown)).toEqual(['<'.repeat(4_096)]);
  });

  test('refuses a foreign token, a revoked one, and what is none', async () => {
    expect(await refusalOf(aClient(telegram, `1:${'A'.repeat(35)}`).getMe())).toBe('401 Unauthorized');
    expect(await refusalOf(aClient(telegram, 'none').getMe())).toBe('404 Not Found');
    telegram.people.revokeToken();
    expect(await refusalOf(aClient(telegram).getMe())).toBe('401 Unauthorized');
  });

  test('edits its own messages only, and says when nothing changes, or when the new text is too long', async () => {
    const { message_id } = await send(fixes('one', { reply_markup: button() }));
    const foreign = telegram.people.say({ user: users.mara, chat: chats.fixes, text: 'mine' });

    expect(await refusalOf(call('editMessageText', fixes('one', { message_id, reply_markup: button() })))).toMatch(
      /^400 Bad Request: message is not modified: specified new message content/,
    );
    expect(await refusalOf(call('editMessageText', fixes('two', { message_id: foreign })))).toBe(
      "400 Bad Request: message can't be edited",
    );
    expect(await refusalOf(call('editMessageText', fixes('x'.repeat(4_097), { message_id })))).toBe('400 Bad Request: MESSAGE_TOO_LONG');
    await call('editMessageText', fixes('one', { message_id }));
    expect(telegram.people.message(chats.fixes, message_id)?.buttons).toEqual([]);
  });

  test('takes arguments from an address, a form, and one with files', async () => {
    const at = (method: string) => `${telegram.url}/bot${bot.token}/${method}`;
    const form = new URLSearchParams({ chat_id: String(chats.fixes), text: 'form', reply_markup: JSON.stringify(button()) });
    const parts = new FormData();
    parts.set('chat_id', String(chats.fixes));
    parts.set('photo', new Blob(['pixels']), 'a.png');
    parts.set('caption', 'picture');

    const statuses = [
      await fetch(at(`SENDmessage?chat_id=${chats.fixes}&text=address`)),
      await fetch(at('sendMessage'), { method: 'POST', body: form }),
      await fetch(at('sendPhoto'), { method: 'POST', body: parts }),
      await fetch(at('sendMessage'), { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }),
    ].map(({ status }) => status);

    expect(statuses).toEqual([200, 200, 200, 400]);
    expect(telegram.people.messages(chats.fixes).map(({ shown, buttons }) => [shown, ...buttons])).toEqual([
      ['address'],
      ['form', 'Yes'],
      ['picture'],
    ]);
  });

  test('keeps what was blocked, kicked, restricted, closed or moved from the bot, in its own words', async () => {
    const { people } = telegram;
    const refused = async (chat_id: number, more: object = {}) => refusalOf(send({ chat_id, text: 'x', ...more }));

    people.block(users.mara);
    people.kickBot(chats.fixes);
    people.closeTopic(chats.harbour, topics.quiet);
    people.deleteTopic(chats.harbour, topics.gates);
    people.migrate(chats.inner);

    expect(await refused(users.mara)).toBe('403 Forbidden: bot was blocked by the user');
    expect(await refused(chats.fixes)).toBe('403 Forbidden: bot was kicked from the supergroup chat');
    expect(await refused(chats.harbour, { message_thread_id: topics.quiet })).toBe('400 Bad Request: TOPIC_CLOSED');
    expect(await refused(chats.harbour, { message_thread_id: topics.gates })).toBe('400 Bad Request: message thread not found');
    expect(await refused(chats.inner)).toBe('400 Bad Request: group chat was upgraded to a supergroup chat');
    people.restrict(chats.harbour);
    expect(await refused(chats.harbour)).toBe('400 Bad Request: not enough rights to send text messages to the chat');
    people.removeBot(chats.harbour);
    expect(await refused(chats.harbour)).toBe('403 Forbidden: bot is not a member of the supergroup chat');
  });

  test('says where a group went, and knows none of its old messages there', async () => {
    const { message_id } = await send({ chat_id: chats.inner, text: 'x' });

    const chat_id = telegram.people.migrate(chats.inner);
    const failure = await send({ chat_id: chats.inner, text: 'x' }).catch((refused: unknown) => refused);

    expect(failure).toMatchObject({ parameters: { migrate_to_chat_id: chat_id } });
    expect(await refusalOf(call('editMessageText', { chat_id, message_id, text: 'y' }))).toBe('400 Bad Request: message to edit not found');
    expect(await refusalOf(send({ chat_id, text: 'x' }))).toBe('nothing was refused');
  });

  test('limits the rate only when it was asked to', async () => {
    await send(fixes('one'));
    await send(fixes('two'));
    telegram.state.enforcesRates = true;

    const failure = await send(fixes('three')).catch((refused: unknown) => refused);
    clock.advance(1_000);

    expect(failure).toMatchObject({ error_code: 429, description: 'Too Many Requests: retry after 1', parameters: { retry_after: 1 } });
    expect(await refusalOf(send(fixes('four')))).toBe('nothing was refused');
  });

  test('fails as it was told, before a call acts or after', async () => {
    const { faults, people } = telegram;
    faults.strike({ method: 'sendMessage', fault: { kind: 'rate-limited', retryAfterS: 7 } });
    faults.strike({ method: 'sendMessage', fault: { kind: 'error', error: 'Forbidden: user is deactivated' } });
    faults.strike({ method: 'sendMessage', fault: { kind: 'status', status: 502, after: true } });

    const failures = [await refusalOf(send(fixes('a'))), await refusalOf(send(fixes('b'))), await refusalOf(send(fixes('c')))];

    expect(failures).toEqual(['429 Too Many Requests: retry after 7', '403 Forbidden: user is deactivated', '502 Bad Gateway']);
    expect(people.messages(chats.fixes).map(({ shown }) => shown)).toEqual(['c']);
    expect(telegram.state.calls.map(({ outcome }) => outcome)).toEqual(['rate-limited', 'error', 'ok, then status']);
  });

  test('warns of what Telegram lets pass and no careful bot sends', async () => {
    await send(fixes('https://x.example'));
    await send(fixes('https://x.example', { link_preview_options: { is_disabled: true } }));

    expect(telegram.state.warnings).toEqual(['sendMessage: a link that unfurls a preview']);
  });
});

describe('a press', () => {
  const press = () => telegram.people.press({ user: users.mara, chat: chats.fixes, on: 'Yes' });
  const tooOld = '400 Bad Request: query is too old and response timeout expired or query ID is invalid';

  beforeEach(async () => void (await send(fixes('Merge?', { reply_markup: button() }))));

  test('is answered once, within 15 s, in at most 200 characters', async () => {
    const [first, late] = [press(), press()];

    expect(await refusalOf(call('answerCallbackQuery', { callback_query_id: first, text: 'x'.repeat(201), show_alert: true }))).toBe(
      '400 Bad Request: MESSAGE_TOO_LONG',
    );
    await call('answerCallbackQuery', { callback_query_id: first, text: 'x'.repeat(200), show_alert: true });
    expect(await refusalOf(call('answerCallbackQuery', { callback_query_id: first }))).toBe(tooOld);
    clock.advance(15_001);
    expect(await refusalOf(call('answerCallbackQuery', { callback_query_id: late }))).toBe(tooOld);
    expect(telegram.people.spinning(users.mara).map(({ id }) => id)).toEqual([late]);
    expect(telegram.people.alone(users.mara).map(({ from, shown }) => [from, shown.length])).toEqual([['alert', 200]]);
  });

  test('is lost after 150 s, a message after a day', async () => {
    press();
    telegram.people.command({ user: users.mara, chat: chats.fixes, text: '/gates' });
    const kinds = async () => ((await call('getUpdates')) as object[]).map((update) => Object.keys(update)[1]);

    clock.advance(149_999);
    const before = await kinds();
    clock.advance(1);
    const after = await kinds();
    clock.advance(24 * 3_600_000);

    expect([before, after, await kinds()]).toEqual([['callback_query', 'message'], ['message'], []]);
  });

  test('finds only what stands there, unless the person looks at an earlier version, or lies', async () => {
    const [card] = telegram.people.messages(chats.fixes);
    await call('editMessageText', fixes('Merged', { message_id: card?.id }));
    const pressed = async (more: object) => {
      telegram.people.press({ user: users.ines, chat: chats.fixes, on: 'Yes', stale: true, ...more });
      const updates = (await call('getUpdates', { offset: -1 })) as { readonly callback_query?: object }[];
      return updates[0]?.callback_query;
    };

    expect(press).toThrow('71000001 sees no button "Yes"');
    expect(await pressed({})).toMatchObject({ data: 'yes', from: { id: users.ines }, message: { message_id: card?.id, text: 'Merged' } });
    expect(await pressed({ forged: 'no' })).toMatchObject({ data: 'no' });
    telegram.people.deleteMessage(chats.fixes, card?.id ?? 0);
    expect(await pressed({})).toMatchObject({ message: { message_id: card?.id, date: 0 } });
  });
});
