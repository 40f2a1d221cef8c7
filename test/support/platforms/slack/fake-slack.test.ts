import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aBot, aClient, refusalOf } from './a-bot.ts';
import type { Bot } from './a-bot.ts';
import type { HandClock } from '../clock.ts';
import { handClock } from '../clock.ts';
import type { FakeSlack } from './fake-slack.ts';
import { openFakeSlack } from './fake-slack.ts';
import { fromMrkdwn } from './what-people-see.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const button = (more: object = {}) => ({ type: 'button', action_id: 'gate', value: 'yes', text: plain('Yes'), ...more });
const actions = (...elements: readonly object[]) => ({ type: 'actions', elements });
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const quiet = { unfurl_links: false, unfurl_media: false };
const form = {
  type: 'modal',
  callback_id: 'answer',
  title: plain('Answer'),
  submit: plain('Send'),
  blocks: [
    { type: 'input', block_id: 'words', label: plain('Words'), element: { type: 'plain_text_input', action_id: 'w', max_length: 9 } },
  ],
};

describe('the fake Slack, asked by its own client', () => {
  let slack: FakeSlack;
  let clock: HandClock;
  const call = (method: string, args: object, token?: string) => aClient(slack, token).apiCall(method, { ...args });

  beforeEach(async () => {
    clock = handClock(Date.parse('2026-12-01T09:00:00Z'));
    slack = await openFakeSlack({ clock });
  });

  afterEach(() => slack.close());

  test.each([
    ['a text of a section that is too long', [section('x'.repeat(3_001))]],
    ['an empty text', [section('')]],
    ['a block that does not exist', [{ type: 'sectoin' }]],
    ['a key that does not exist', [{ ...section('x'), colour: 'red' }]],
    ['a button without a text', [actions({ type: 'button', action_id: 'a' })]],
    ['a button with a label that is too long', [actions(button({ text: plain('x'.repeat(76)) }))]],
    ['a button with a formatted label', [actions(button({ text: { type: 'mrkdwn', text: '*x*' } }))]],
    ['the same action twice', [actions(button(), button())]],
    ['26 buttons', [actions(...Array.from({ length: 26 }, (_, at) => button({ action_id: `a${at}` })))]],
    ['51 blocks', Array.from({ length: 51 }, () => ({ type: 'divider' }))],
    [
      'a menu of one value twice',
      [actions({ type: 'static_select', action_id: 'm', options: [1, 2].map(() => ({ text: plain('x'), value: 'v' })) })],
    ],
    [
      'a value of an option that is too long',
      [actions({ type: 'static_select', action_id: 'm', options: [{ text: plain('x'), value: 'v'.repeat(76) }] })],
    ],
    [
      'a dialog with a text that is too long',
      [actions(button({ confirm: { title: plain('t'), text: plain('x'.repeat(301)), confirm: plain('y'), deny: plain('n') } }))],
    ],
  ])('refuses %s', async (_, blocks) => {
    expect(await refusalOf(call('chat.postMessage', { channel: 'C0FIXES', text: 'x', blocks }))).toBe('invalid_blocks');
  });

  test('refuses more text than all blocks may hold together', async () => {
    const blocks = Array.from({ length: 5 }, () => section('x'.repeat(2_900)));

    expect(await refusalOf(call('chat.postMessage', { channel: 'C0FIXES', text: 'x', blocks }))).toBe('msg_blocks_too_long');
  });

  test.each([
    ['an argument that does not exist', 'chat.postMessage', { channel: 'C0FIXES', text: 'x', colour: 'red' }, 'invalid_arguments'],
    ['an empty message', 'chat.postMessage', { channel: 'C0FIXES', text: '' }, 'no_text'],
    ['an unknown channel', 'chat.postMessage', { channel: 'C0NONE', text: 'x' }, 'channel_not_found'],
    ['a channel that the bot is not in', 'chat.postMessage', { channel: 'C0OUTSIDE', text: 'x' }, 'not_in_channel'],
    ['a scope that was not granted', 'conversations.info', { channel: 'C0FIXES' }, 'missing_scope'],
    ['a method that it does not know', 'chat.whisper', {}, 'unknown_method'],
    ['an edit of a message that is not there', 'chat.update', { channel: 'C0FIXES', ts: '1.000001', text: 'x' }, 'message_not_found'],
    ['a private word to somebody elsewhere', 'chat.postEphemeral', { channel: 'C0INNER', user: 'U0FAR', text: 'x' }, 'user_not_in_channel'],
    ['a form by a trigger that it never gave', 'views.open', { trigger_id: 'none', view: form }, 'invalid_trigger_id'],
    ['a form without a title', 'views.open', { trigger_id: 'none', view: { ...form, title: undefined } }, 'invalid_arguments'],
    [
      'a form that asks without a button to send',
      'views.open',
      { trigger_id: 'none', view: { ...form, submit: undefined } },
      'invalid_arguments',
    ],
    ['a thread that is not there', 'chat.postMessage', { channel: 'C0FIXES', text: 'x', thread_ts: '1.000001' }, 'thread_not_found'],
  ])('refuses %s', async (_, method, args, error) => {
    expect(await refusalOf(call(method, args))).toBe(error);
  });

  test('refuses a wrong token, a token of the wrong kind, and one that was revoked', async () => {
    const { botToken, appToken } = slack.state.app;

    expect(await refusalOf(call('auth.test', {}, 'xoxb-wrong'))).toBe('invalid_auth');
    expect(await refusalOf(call('auth.test', {}, appToken))).toBe('not_allowed_token_type');
    expect(await refusalOf(call('apps.connections.open', {}, botToken))).toBe('not_allowed_token_type');
    slack.people.revokeToken();
    expect(await refusalOf(call('auth.test', {}))).toBe('token_revoked');
  });

  test('lets a bot edit its own messages only, by the id of the channel, and none in an archived one', async () => {
    const ts = slack.people.say({ user: 'U0MARA', channel: 'C0FIXES', text: 'mine' });
    const direct = await aClient(slack).chat.postMessage({ channel: 'U0MARA', text: 'x', ...quiet });

    expect(await refusalOf(call('chat.update', { channel: 'C0FIXES', ts, text: 'x' }))).toBe('cant_update_message');
    expect(await refusalOf(call('chat.update', { channel: 'U0MARA', ts: direct.ts, text: 'x' }))).toBe('channel_not_found');
    slack.people.archive('C0FIXES');
    expect(await refusalOf(call('chat.update', { channel: 'C0FIXES', ts, text: 'x' }))).toBe('is_archived');
  });

  test('reads back its messages with their metadata, page by page', async () => {
    const client = aClient(slack);
    const metadata = (at: number) => ({ event_type: 'gate', event_payload: { at } });
    for (const at of [1, 2, 3]) await client.chat.postMessage({ channel: 'C0FIXES', text: `m${at}`, metadata: metadata(at), ...quiet });

    const first = await client.conversations.history({ channel: 'C0FIXES', include_all_metadata: true, limit: 2 });
    const cursor = first.response_metadata?.next_cursor ?? '';
    const second = await client.conversations.history({ channel: 'C0FIXES', include_all_metadata: true, limit: 2, cursor });

    expect([...(first.messages ?? []), ...(second.messages ?? [])].map((message) => message.metadata)).toEqual([3, 2, 1].map(metadata));
    expect([first.has_more, second.has_more]).toEqual([true, false]);
  });

  test('warns of what a careless bot sends', async () => {
    await aClient(slack).chat.postMessage({ channel: 'C0FIXES', text: 'x' });
    await aClient(slack).chat.postMessage({ channel: 'C0FIXES', text: 'x', ...quiet });

    expect(slack.state.warnings).toEqual(['chat.postMessage: links unfurl', 'chat.postMessage: media unfurl']);
  });

  test.each([
    [{ kind: 'rate-limited', retryAfterS: 7 }, 0, 'slack_webapi_rate_limited_error'],
    [{ kind: 'status', status: 503 }, 0, 'slack_webapi_http_error'],
    [{ kind: 'status', status: 500, after: true }, 1, 'slack_webapi_http_error'],
    [{ kind: 'reset' }, 0, 'slack_webapi_request_error'],
    [{ kind: 'reset', after: true }, 1, 'slack_webapi_request_error'],
    [{ kind: 'hang', after: true }, 1, 'slack_webapi_request_error'],
    [{ kind: 'error', error: 'fatal_error' }, 0, 'slack_webapi_platform_error'],
  ] as const)('meets a call with %o, once', async (fault, standing, code) => {
    slack.faults.strike({ method: 'chat.postMessage', channel: 'C0FIXES', fault });
    const post = () => aClient(slack).chat.postMessage({ channel: 'C0FIXES', text: 'x', ...quiet });

    const failure: unknown = await post().catch((thrown: unknown) => thrown);
    const stood = slack.people.messages('C0FIXES').length;
    await post();

    expect((failure as { code: string }).code).toBe(code);
    expect(stood).toBe(standing);
    expect(slack.people.messages('C0FIXES')).toHaveLength(standing + 1);
  });

  test('sees mentions and disguised links, and reads text as people do', async () => {
    const text = '<!channel> <@U0MARA> <https://a.example|b.example> <https://a.example> *bold* &lt;not a tag&gt;';
    await aClient(slack).chat.postMessage({ channel: 'C0FIXES', text, ...quiet });

    expect(slack.people.messages('C0FIXES')[0]).toMatchObject({
      dangers: ['<!channel>', '<@U0MARA>', '<https://a.example|b.example>'],
      shown: '@channel @U0MARA b.example https://a.example bold <not a tag>',
    });
    expect(fromMrkdwn('&gt; quoted')).toBe('quoted');
  });
});

describe.each(['socket', 'http'] as const)('the fake Slack, with a bot on the real Bolt over %s', (mode) => {
  let slack: FakeSlack;
  let bot: Bot | null = null;
  const heard: string[] = [];

  beforeEach(async () => {
    heard.length = 0;
    slack = await openFakeSlack();
  });

  afterEach(async () => {
    await bot?.stop();
    bot = null;
    await slack.close();
  });

  test('a press is acknowledged, its trigger opens one form, and a submission is refused and then taken', async () => {
    const refusals: string[] = [];
    bot = await aBot(slack, mode, (app) => {
      app.action('gate', async ({ ack, body, client }) => {
        await ack();
        const open = () => client.apiCall('views.open', { trigger_id: (body as { trigger_id?: string }).trigger_id, view: form });
        await open();
        refusals.push(await refusalOf(open()));
      });
      app.view('answer', async ({ ack, view }) => {
        const value = view.state.values.words?.w?.value;
        await (value === 'no' ? ack({ response_action: 'errors', errors: { words: 'Say more' } }) : ack());
      });
    });
    await bot.app.client.apiCall('chat.postMessage', { channel: 'C0FIXES', text: 'x', blocks: [actions(button())], ...quiet });

    const pressed = await slack.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Yes' });
    await expect.poll(() => refusals).toEqual(['exchanged_trigger_id']);
    await slack.people.submit({ user: 'U0MARA', text: 'no' });
    const refused = slack.people.form('U0MARA')?.errors;
    await slack.people.submit({ user: 'U0MARA', text: 'yes' });

    expect(pressed).toEqual({ result: 'acknowledged', response: {} });
    expect(refused).toEqual({ words: 'Say more' });
    expect(slack.people.form('U0MARA')).toBeUndefined();
  });

  test('a late press has a trigger that opens nothing', async () => {
    const refusals: string[] = [];
    bot = await aBot(slack, mode, (app) => {
      app.action('gate', async ({ ack, body, client }) => {
        await ack();
        refusals.push(
          await refusalOf(client.apiCall('views.open', { trigger_id: (body as { trigger_id?: string }).trigger_id, view: form })),
        );
      });
    });
    await bot.app.client.apiCall('chat.postMessage', { channel: 'C0FIXES', text: 'x', blocks: [actions(button())], ...quiet });

    await slack.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Yes', ageMs: 3_500 });

    await expect.poll(() => refusals).toEqual(['expired_trigger_id']);
  });

  test('commands, replies and private answers go both ways, each once', async () => {
    bot = await aBot(slack, mode, (app) => {
      app.command('/gatebell', async ({ ack, command, respond }) => {
        await ack(`you said ${command.text}`);
        for (let count = 0; count < 6; count += 1) await respond(`r${count}`).catch((failure: unknown) => heard.push(String(failure)));
      });
      app.message(async ({ message }) => void heard.push((message as { text?: string }).text ?? ''));
    });
    const { ts = '' } = await bot.app.client.chat.postMessage({ channel: 'C0FIXES', text: 'x', ...quiet });

    await slack.people.command({ user: 'U0MARA', channel: 'C0FIXES', command: '/gatebell', text: 'a & b' });
    slack.people.say({ user: 'U0INES', channel: 'C0FIXES', text: 'yes & no', thread: ts });

    await expect.poll(() => heard).toContain('yes &amp; no');
    await expect
      .poll(() => slack.people.alone('U0MARA').map(({ shown }) => shown))
      .toEqual(['you said a & b', 'r0', 'r1', 'r2', 'r3', 'r4']);
    await expect.poll(() => heard.filter((text) => text.includes('404'))).toHaveLength(1);
    expect(slack.people.alone('U0INES')).toEqual([]);
  });

  test('what nobody acknowledges is shown as trouble to the presser, after three seconds', async () => {
    bot = await aBot(slack, mode, (app) => app.action('gate', async () => {}));
    await bot.app.client.apiCall('chat.postMessage', { channel: 'C0FIXES', text: 'x', blocks: [actions(button())], ...quiet });

    const outcome = await slack.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Yes' });

    expect(outcome.result).toBe('unacknowledged');
    expect(slack.people.alone('U0MARA').map(({ from }) => from)).toEqual(['Slack itself']);
  });
});

describe('the fake Slack over sockets', () => {
  test('gives each envelope to one socket, and takes a refresh with another open', async () => {
    const slack = await openFakeSlack();
    const heard: string[] = [];
    const listen = (name: string) => (app: Bot['app']) => {
      app.action('gate', async ({ ack }) => {
        await ack();
        heard.push(name);
      });
    };
    const bots = [await aBot(slack, 'socket', listen('a')), await aBot(slack, 'socket', listen('b'))];
    await bots[0]?.app.client.apiCall('chat.postMessage', { channel: 'C0FIXES', text: 'x', blocks: [actions(button())], ...quiet });
    const press = () => slack.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Yes' });

    await press();
    await press();
    const each = [...heard].sort();
    slack.sockets.refresh();
    await expect.poll(() => slack.sockets.count()).toBe(1);
    await press();

    expect(each).toEqual(['a', 'b']);
    expect(heard).toHaveLength(3);
    await Promise.all(bots.map((bot) => bot.stop()));
    await slack.close();
  });

  test('sends an event again at once, after a minute and after five, and then no more', async () => {
    const clock = handClock(Date.parse('2026-12-01T09:00:00Z'));
    const slack = await openFakeSlack({ clock });
    const attempts = () => slack.delivered.map(({ delivery }) => delivery.retry?.attempt ?? 0);

    slack.people.say({ user: 'U0MARA', channel: 'C0FIXES', text: 'hi' });
    await expect.poll(attempts).toEqual([0, 1]);
    clock.advance(60_000);
    await expect.poll(attempts).toEqual([0, 1, 2]);
    clock.advance(300_000);
    await expect.poll(attempts).toEqual([0, 1, 2, 3]);
    clock.advance(3_600_000);

    expect(attempts()).toEqual([0, 1, 2, 3]);
    await slack.close();
  });

  test('has no connection for a press when nobody is there', async () => {
    const slack = await openFakeSlack();
    await aClient(slack).apiCall('chat.postMessage', { channel: 'C0FIXES', text: 'x', blocks: [actions(button())], ...quiet });

    const outcome = await slack.people.press({ user: 'U0MARA', channel: 'C0FIXES', on: 'Yes' });

    expect(outcome).toEqual({ result: 'unacknowledged', why: 'no connection' });
    await slack.close();
  });
});
