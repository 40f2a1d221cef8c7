import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dispatched } from '../../bots/discord/arrival.ts';
import { readArrival } from '../../bots/discord/presses.ts';
import { aToken } from '../slack/builders.ts';

type Json = Readonly<Record<string, unknown>>;

const self = '20';
const interaction = {
  id: '900',
  application_id: '20',
  token: 'secret',
  type: 3,
  guild_id: '1',
  channel_id: '10',
  channel: { id: '10', type: 0 },
  member: { user: { id: '30' }, pending: false },
  authorizing_integration_owners: { 0: '1' },
  data: { custom_id: aToken('o', 1), component_type: 2 },
} satisfies Json;
const message = {
  id: '901',
  channel_id: '10',
  guild_id: '1',
  type: 19,
  content: 'yes',
  author: { id: '30' },
  member: { pending: false },
  timestamp: '2026-12-01T12:00:00.000Z',
  edited_timestamp: null,
  message_reference: { type: 0, channel_id: '10', message_id: '800' },
  referenced_message: { author: { id: self } },
} satisfies Json;

function pressed(differences: Json = {}, parent: string | null = null) {
  return readArrival({ t: 'INTERACTION_CREATE', d: { ...interaction, ...differences }, self, parent });
}

function said(differences: Json = {}, more: Partial<Dispatched> = {}) {
  return readArrival({ t: 'MESSAGE_CREATE', d: { ...message, ...differences }, self, parent: null, ...more });
}

describe('a press', () => {
  test('is understood with who, where, what, and by what it is answered', () => {
    expect(pressed()).toEqual({
      id: 'interaction:900',
      user: '30',
      guild: '1',
      channel: '10',
      addresses: ['10'],
      thread: null,
      said: { kind: 'token', token: aToken('o', 1) },
      saidAtMs: null,
      ticket: { id: '900', token: 'secret', application: '20', defer: 'update' },
      standing: 'member',
    });
  });

  test('in a thread comes from its channel, whether the press or the gateway says which that is', () => {
    const inThread = { addresses: ['10', '50'], thread: '50' };

    expect(pressed({ channel_id: '50', channel: { id: '50', type: 11, parent_id: '10' } })).toMatchObject(inThread);
    expect(pressed({ channel_id: '50', channel: null }, '10')).toMatchObject(inThread);
  });

  test('in direct messages comes from that channel and from the person', () => {
    const direct = pressed({ guild_id: undefined, member: undefined, user: { id: '30' }, channel_id: '60', channel: null });

    expect(direct).toMatchObject({ guild: null, addresses: ['60', 'user:30'], thread: null, standing: null });
  });

  test.each([
    ['a member that did not accept the rules', { member: { user: { id: '30' }, pending: true } }, 'guest'],
    ['a bot', { member: { user: { id: '30', bot: true } } }, 'bot'],
    ['somebody where only they installed the app', { authorizing_integration_owners: { 1: '30' } }, 'stranger'],
    ['a member of a server and an app of their own', { authorizing_integration_owners: { 0: '1', 1: '30' } }, 'member'],
    ['a member, where Discord says nothing of the app', { authorizing_integration_owners: undefined }, 'member'],
  ])('of %s says so', (_, differences, standing) => {
    expect(pressed(differences)?.standing).toBe(standing);
  });

  test.each([
    ['text', [{ name: 'text', type: 3, value: ' g3 yes ' }], 'g3 yes'],
    [
      'subcommand',
      [
        {
          name: 'answer',
          type: 1,
          options: [
            { name: 'gate', value: 'g3' },
            { name: 'with', value: 1 },
          ],
        },
      ],
      'answer g3 1',
    ],
    ['nothing', [], 'help'],
  ])('of a command with a %s is a line', (_, options, text) => {
    expect(pressed({ type: 2, data: { name: 'gatebell', type: 1, options } })).toMatchObject({
      said: { kind: 'line', text },
      ticket: { defer: 'reply' },
    });
  });

  test('of the shortcut names the message that it was called on, or the card that this message answers', () => {
    const called = (resolved: unknown) =>
      pressed({ type: 2, data: { name: 'Answer gate', type: 3, target_id: '800', resolved: { messages: { 800: resolved } } } })?.said;
    const reference = { message_reference: { message_id: '700', channel_id: '10' } };

    expect(called({ author: { id: self }, ...reference })).toEqual({ kind: 'shortcut', message: '10:800' });
    expect(called({ author: { id: '31' }, ...reference })).toEqual({ kind: 'shortcut', message: '10:700' });
    expect(called({ author: { id: '31' } })).toEqual({ kind: 'shortcut', message: '10:800' });
  });

  test('of a form carries its text, in a label or in a row', () => {
    const field = { type: 4, custom_id: 'text', value: ' Ask  Ines ' };
    const form = { kind: 'form', token: aToken('f'), text: ' Ask  Ines ' };
    const submitted = (components: unknown) => pressed({ type: 5, data: { custom_id: aToken('f'), components } })?.said;

    expect(submitted([{ type: 10 }, { type: 18, component: field }])).toEqual(form);
    expect(submitted([{ type: 1, components: [field] }])).toEqual(form);
    expect(submitted([])).toMatchObject({ kind: 'unreadable' });
  });
});

describe('a message', () => {
  test('that replies to the bot is a reply, at the time when it was written', () => {
    expect(said()).toMatchObject({
      id: 'message:901',
      user: '30',
      said: { kind: 'reply', message: '10:800', text: 'yes' },
      saidAtMs: Date.parse('2026-12-01T12:00:00.000Z'),
      ticket: null,
      standing: 'member',
    });
  });

  test.each([
    ['by a bot', { author: { id: '34', bot: true } }],
    ['by a webhook', { webhook_id: '40' }],
    ['by the bot itself', { author: { id: self } }],
    ['that replies to somebody else', { referenced_message: { author: { id: '31' } } }],
    ['that was forwarded', { message_reference: { type: 1, channel_id: '10', message_id: '800' } }],
    ['that replies to nothing', { message_reference: null, referenced_message: null }],
    ['that says that somebody joined', { type: 7 }],
  ])('%s is nothing', (_, differences) => {
    expect(said(differences)).toBeNull();
  });

  test('without a text is told so where it surely was meant for the bot, and nowhere else', () => {
    expect(said({ content: '' })?.said).toMatchObject({ kind: 'unreadable' });
    expect(said({ content: '', referenced_message: undefined })).toBeNull();
    expect(said({ content: '', message_reference: null }, { parent: '9' })).toBeNull();
  });

  test('is read without the mention of the bot, and with those of others', () => {
    expect(said({ content: '<@20> yes' })?.said).toMatchObject({ text: 'yes' });
    expect(said({ content: '<@!20>\nyes' })?.said).toMatchObject({ text: 'yes' });
    expect(said({ content: '<@31> yes' })?.said).toMatchObject({ text: '<@31> yes' });
  });

  test('that only got a preview was not edited', () => {
    expect(said({}, { t: 'MESSAGE_UPDATE' })).toBeNull();
    expect(said({ edited_timestamp: '2026-12-01T12:01:00.000Z' }, { t: 'MESSAGE_UPDATE' })).toMatchObject({
      id: 'message:901:2026-12-01T12:01:00.000Z',
      said: { kind: 'unreadable', why: expect.stringContaining('edited') },
    });
  });
});

test('a payload in which anything is missing, or is something else, is read or is nothing, and never throws', () => {
  const anything = fc.anything({ withNullPrototype: false, maxDepth: 3 });
  const kinds = fc.constantFrom<[string, Json]>(
    ['INTERACTION_CREATE', interaction],
    ['MESSAGE_CREATE', message],
    ['MESSAGE_UPDATE', message],
  );

  fc.assert(
    fc.property(
      kinds,
      fc.array(fc.tuple(fc.nat(12), anything), { maxLength: 3 }),
      fc.integer({ min: 1, max: 5 }),
      ([t, whole], changes, type) => {
        const keys = Object.keys(whole);
        const changed = Object.fromEntries(changes.map(([index, value]) => [keys[index % keys.length], value]));
        const arrival = readArrival({ t, d: { ...whole, type, ...changed }, self, parent: null });

        if (arrival !== null)
          expect([typeof arrival.user, typeof arrival.channel, typeof arrival.said.kind]).toEqual(['string', 'string', 'string']);
      },
    ),
    { numRuns: 3_000 },
  );
});
