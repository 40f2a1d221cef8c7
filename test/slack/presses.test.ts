import { describe, expect, test } from 'vitest';
import manifest from '../../bots/slack/manifest.json' with { type: 'json' };
import { neededScopes } from '../../bots/slack/installation.ts';
import { filledView, formView } from '../../bots/slack/modal.ts';
import { readArrival } from '../../bots/slack/presses.ts';
import { aToken } from './builders.ts';

const self = { team: 'T1', user: 'U0BOT', bot: 'B0BOT' };

function message(differences: object) {
  return {
    type: 'event_callback',
    team_id: 'T1',
    event: { type: 'message', channel: 'C1', user: 'U1', ts: '2.0', text: 'yes', ...differences },
  };
}

function pressed(differences: object = {}) {
  return {
    type: 'block_actions',
    user: { id: 'U1', team_id: 'T1' },
    team: { id: 'T1' },
    trigger_id: 'x1',
    response_url: 'http://localhost/r',
    channel: { id: 'C1' },
    container: { type: 'message', channel_id: 'C1', message_ts: '1.0', thread_ts: '0.5' },
    actions: [{ action_id: 'gatebell:option:0', value: aToken('o') }],
    ...differences,
  };
}

describe('a press', () => {
  test('is its token, its account and the place that it came from', () => {
    expect(readArrival(pressed(), self)).toEqual({
      id: 'action:x1',
      saidAtMs: null,
      account: 'T1:U1',
      user: 'U1',
      team: 'T1',
      channel: 'C1',
      thread: '0.5',
      said: { kind: 'token', token: aToken('o') },
      trigger: 'x1',
      responseUrl: 'http://localhost/r',
      outside: null,
    });
  });

  test('stands in a thread when its message does, and in the channel when its message only has replies', () => {
    const container = { type: 'message', message_ts: '2.0', channel_id: 'C1', is_ephemeral: false };
    const threadOf = (thread_ts: string) => readArrival(pressed({ container, message: { ts: '2.0', thread_ts } }), self)?.thread;

    expect([threadOf('1.0'), threadOf('2.0')]).toEqual(['1.0', null]);
  });

  test('in a menu is the token of what was chosen', () => {
    const actions = [{ action_id: 'gatebell:menu', selected_option: { value: aToken('o', 1) } }];

    expect(readArrival(pressed({ actions }), self)?.said).toEqual({ kind: 'token', token: aToken('o', 1) });
  });

  test('of somebody of another workspace is a stranger of that workspace', () => {
    expect(readArrival(pressed({ user: { id: 'U1', team_id: 'T2' } }), self)).toMatchObject({ account: 'T2:U1', outside: 'stranger' });
  });

  test.each([['approve'], ['gatebell:option-of-v0'], ['']])('on "%s" is outdated', (action_id) => {
    const actions = [{ action_id, value: aToken('o') }];

    expect(readArrival(pressed({ actions }), self)?.said).toMatchObject({ kind: 'unreadable' });
  });
});

describe('a message', () => {
  const reply = { thread_ts: '1.0', parent_user_id: self.user };

  test.each([
    ['a reply under a message of ours', reply, { kind: 'reply', message: 'C1/1.0', text: 'yes' }],
    [
      'a reply that is also shown in the channel',
      { ...reply, subtype: 'thread_broadcast' },
      { kind: 'reply', message: 'C1/1.0', text: 'yes' },
    ],
    [
      'a reply in a thread that may be a route',
      { thread_ts: '1.0', parent_user_id: 'U2' },
      { kind: 'reply', message: 'C1/1.0', text: 'yes' },
    ],
    ['a reply with escapes', { ...reply, text: 'a &amp;&amp; &lt;b&gt;' }, { kind: 'reply', message: 'C1/1.0', text: 'a && <b>' }],
    ['a direct message', { channel: 'D1', channel_type: 'im', text: ' g3 yes ' }, { kind: 'line', text: 'g3 yes' }],
    ['a reply that was edited before it was read', { ...reply, edited: { ts: '3.0' } }, { kind: 'unreadable' }],
    ['a reply with a file and no words', { ...reply, subtype: 'file_share', text: '' }, { kind: 'unreadable' }],
    ['a reply of 20,000 characters', { ...reply, text: 'x'.repeat(20_000) }, { kind: 'unreadable' }],
  ])('%s is heard', (_name, differences, said) => {
    expect(readArrival(message(differences), self)?.said).toMatchObject(said);
  });

  test.each([
    ['in a channel, to nobody', {}],
    ['that begins a thread', { thread_ts: '2.0' }],
    ['that was edited, under the message of somebody else', { thread_ts: '1.0', parent_user_id: 'U2', edited: { ts: '3.0' } }],
    ['of a bot', { ...reply, bot_id: 'B9' }],
    ['of this bot', { ...reply, user: self.user }],
    ['of a kind that nobody wrote', { ...reply, subtype: 'channel_join' }],
    ['that was deleted', { ...reply, subtype: 'message_deleted' }],
  ])('%s is no concern', (_name, differences) => {
    expect(readArrival(message(differences), self)).toBeNull();
  });

  test('is known by the same id however it came', () => {
    const live = readArrival(message(reply), self);
    const redelivered = readArrival({ ...message(reply), event_id: 'Ev2' }, self);

    expect([live?.id, redelivered?.id]).toEqual(['message:C1:2.0', 'message:C1:2.0']);
  });
});

test('a form is known by its view, so a second submission is the same', () => {
  const submission = {
    type: 'view_submission',
    user: { id: 'U1', team_id: 'T1' },
    view: {
      id: 'V1',
      callback_id: formView,
      private_metadata: JSON.stringify({ token: aToken('f'), channel: 'C1', user: 'U1', thread: null }),
      state: { values: { answer: { text: { value: 'Beacon' } } } },
    },
  };

  expect(readArrival(submission, self)).toMatchObject({
    id: 'view:V1',
    channel: 'C1',
    said: { kind: 'form', token: aToken('f'), text: 'Beacon' },
  });
  expect(readArrival({ ...submission, view: { ...submission.view, private_metadata: '{}' } }, self)).toBeNull();
  expect(readArrival({ ...submission, view: { ...submission.view, callback_id: 'other' } }, self)).toBeNull();
});

test('a form carries nothing but what its submission needs', () => {
  const opening = readArrival(pressed(), self);
  if (opening === null) throw new Error('the press was not understood');

  const { private_metadata } = filledView({ token: aToken('f'), code: 'g3', question: 'Why?', max: 100 }, opening);

  expect(JSON.parse(private_metadata ?? '')).toEqual({ token: aToken('f'), channel: 'C1', user: 'U1', thread: '0.5' });
});

test('a command without words asks for help', () => {
  const command = { command: '/gatebell', text: '', user_id: 'U1', team_id: 'T1', channel_id: 'C1', trigger_id: 'x1' };

  expect(readArrival(command, self)).toMatchObject({ id: 'command:x1', said: { kind: 'line', text: 'help' } });
});

test.each([[null], ['text'], [{}], [{ type: 'block_actions' }], [{ type: 'event_callback' }], [{ type: 'view_closed' }]])(
  '%j is nothing',
  (body) => {
    expect(readArrival(body, self)).toBeNull();
  },
);

test('the app asks for no more than what is needed', () => {
  expect(manifest.oauth_config.scopes.bot).toEqual(neededScopes);
});
