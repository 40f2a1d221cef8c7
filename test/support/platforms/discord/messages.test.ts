import { Routes } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HandClock } from '../clock.ts';
import { handClock } from '../clock.ts';
import { aClient, faultsIn, refusalOf } from './a-bot.ts';
import { cast } from './cast.ts';
import type { FakeDiscord } from './fake-discord.ts';
import { openFakeDiscord } from './fake-discord.ts';
import { snowflakeAt } from './snowflakes.ts';
import { button, many, menu, quiet, row, text, v2 } from './some-components.ts';

let discord: FakeDiscord;
let clock: HandClock;

beforeEach(async () => {
  clock = handClock(Date.parse('2026-12-01T09:00:00Z'));
  discord = await openFakeDiscord({ clock });
});

afterEach(() => discord.close());

const post = (body: object, channel: string = cast.fixes) =>
  aClient(discord).post(Routes.channelMessages(channel), { body: { ...quiet, ...body } });
const posted = async (body: object, channel?: string): Promise<string> => ((await post(body, channel)) as { id: string }).id;
const edit = (message: string, body: object, channel: string = cast.fixes) =>
  aClient(discord).patch(Routes.channelMessage(channel, message), { body: { ...quiet, ...body } });

describe('messages that the fake Discord refuses', () => {
  test.each([
    ['a content that is too long', { content: 'x'.repeat(2_001) }, { content: 'BASE_TYPE_MAX_LENGTH' }],
    ['six rows', { components: many(6, (at) => row(button({ custom_id: `${at}` }))) }, { components: 'BASE_TYPE_BAD_LENGTH' }],
    [
      'six buttons in a row',
      { components: [row(...many(6, (at) => button({ custom_id: `${at}` })))] },
      { 'components.0.components': 'BASE_TYPE_BAD_LENGTH' },
    ],
    [
      'a label that is too long',
      { components: [row(button({ label: 'x'.repeat(81) }))] },
      { 'components.0.components.0.label': 'BASE_TYPE_MAX_LENGTH' },
    ],
    [
      'a custom_id that is too long',
      { components: [row(button({ custom_id: 'x'.repeat(101) }))] },
      { 'components.0.components.0.custom_id': 'BASE_TYPE_MAX_LENGTH' },
    ],
    [
      'a button without custom_id',
      { components: [row({ type: 2, style: 1, label: 'Yes' })] },
      { 'components.0.components.0.custom_id': 'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED' },
    ],
    [
      'a button without a label',
      { components: [row(button({ label: ' ' }))] },
      { 'components.0.components.0.label': 'BUTTON_COMPONENT_LABEL_REQUIRED' },
    ],
    [
      'the same custom_id twice',
      { components: [row(button(), button())] },
      { 'components.0.components.1.custom_id': 'COMPONENT_CUSTOM_ID_DUPLICATED' },
    ],
    [
      'a menu next to a button',
      { components: [row(button(), menu('a'))] },
      { 'components.0.components': 'COMPONENT_LAYOUT_WIDTH_EXCEEDED' },
    ],
    [
      'a value twice in a menu',
      { components: [row(menu('a', 'a'))] },
      { 'components.0.components.0.options': 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED' },
    ],
    ['26 options', { components: [row(menu(...many(26, String)))] }, { 'components.0.components.0.options': 'BASE_TYPE_BAD_LENGTH' }],
    ['11 embeds', { embeds: many(11, () => ({ title: 'x' })) }, { embeds: 'BASE_TYPE_BAD_LENGTH' }],
    [
      'embeds with too much text together',
      { embeds: many(2, () => ({ description: 'x'.repeat(3_001) })) },
      { embeds: 'MAX_EMBED_SIZE_EXCEEDED' },
    ],
    ['a text display without the flag for it', { components: [text('x')] }, { 'components.0.type': 'UNION_TYPE_CHOICES' }],
    [
      'content next to components of the second version',
      { content: 'x', flags: v2, components: [text('x')] },
      { content: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2' },
    ],
    [
      '41 components, counting those in a container',
      { flags: v2, components: [{ type: 17, components: many(40, () => text('x')) }] },
      { components: 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED' },
    ],
    [
      '4,001 characters in all text displays',
      { flags: v2, components: [text('x'.repeat(2_000)), text('x'.repeat(2_001))] },
      { components: 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED' },
    ],
    ['a nonce of 26 characters', { content: 'x', nonce: 'x'.repeat(26) }, { nonce: 'BASE_TYPE_MAX_LENGTH' }],
    [
      'people named both by kind and by id',
      { content: 'x', allowed_mentions: { parse: ['users'], users: [cast.mara] } },
      { allowed_mentions: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE' },
    ],
    ['a reply to nothing', { content: 'x', message_reference: { message_id: cast.far } }, { message_reference: 'REPLIES_UNKNOWN_MESSAGE' }],
  ])('%s', async (_, body, wrong) => {
    const refused = await refusalOf(post(body));

    expect(refused).toMatchObject({ status: 400, code: 50035 });
    expect(faultsIn(refused)).toEqual(wrong);
    expect(discord.people.messages(cast.fixes)).toEqual([]);
  });

  test('an empty message, before and after an edit', async () => {
    const id = await posted({ content: 'x' });

    expect(await refusalOf(post({ content: '  ' }))).toMatchObject({ status: 400, code: 50006 });
    expect(await refusalOf(edit(id, { content: null }))).toMatchObject({ code: 50006 });
  });

  test('more bytes of text than the hidden cap, with a failure and no reason', async () => {
    const components = [text('я'.repeat(3_900)), ...many(20, () => text('п'))];
    const bytes = 2 * 3_920 + 12 * 21;
    const past = [text('好'.repeat(3_400))];

    await post({ flags: v2, components });

    expect(bytes).toBeLessThan(10_170);
    await expect(post({ flags: v2, components: past })).rejects.toMatchObject({ status: 500 });
  });

  test('to give the second version of components up again', async () => {
    const id = await posted({ flags: v2, components: [text('x')] });

    expect(faultsIn(await refusalOf(edit(id, { flags: 0, content: 'x', components: [] })))).toEqual({
      flags: 'MESSAGE_FLAG_CANNOT_BE_REMOVED',
    });
    expect(faultsIn(await refusalOf(edit(id, { content: 'x' })))).toEqual({
      content: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    });
    await edit(id, { components: [text('y')] });
    expect(discord.people.messages(cast.fixes)).toMatchObject([{ shown: 'y', edits: 1 }]);
  });
});

describe('places and messages that the bot cannot reach', () => {
  test.each([
    ['an unknown channel', cast.far, 404, 10003],
    ['a channel of a guild that it is not in', cast.outside, 403, 50001],
  ])('%s', async (_, channel, status, code) => {
    expect(await refusalOf(post({ content: 'x' }, channel))).toMatchObject({ status, code });
  });

  test.each([
    ['see the channel', ['VIEW_CHANNEL'], 50001],
    ['write', ['SEND_MESSAGES'], 50013],
  ] as const)('a channel where it may not %s', async (_, denied, code) => {
    discord.people.deny(cast.fixes, ...denied);

    expect(await refusalOf(post({ content: 'x' }))).toMatchObject({ status: 403, code });
    discord.people.allow(cast.fixes);
    await post({ content: 'x' });
  });

  test('every channel, once it was kicked', async () => {
    discord.people.kickBot();

    expect(await refusalOf(post({ content: 'x' }))).toMatchObject({ status: 403, code: 50001 });
    expect(await refusalOf(aClient(discord).get(Routes.guild(cast.guild)))).toMatchObject({ status: 404, code: 10004 });
  });

  test('messages that are deleted, of others, or not there', async () => {
    const gone = await posted({ content: 'x' });
    discord.people.deleteMessage(cast.fixes, gone);
    const hers = discord.people.say({ user: cast.mara, channel: cast.fixes, text: 'mine' });

    expect(await refusalOf(edit(gone, { content: 'y' }))).toMatchObject({ status: 404, code: 10008 });
    expect(await refusalOf(edit(hers, { content: 'y' }))).toMatchObject({ status: 403, code: 50005 });
  });

  test('an archived thread: no edits until it is opened, a post opens it, a locked one takes none', async () => {
    const thread = discord.people.openThread(cast.fixes);
    const card = await posted({ content: 'x' }, thread);
    const open = (archived: boolean) => aClient(discord).patch(Routes.channel(thread), { body: { archived } });

    discord.people.archive(thread);
    expect(await refusalOf(edit(card, { content: 'y' }, thread))).toMatchObject({ status: 400, code: 50083 });
    await open(false);
    await edit(card, { content: 'y' }, thread);
    expect(await refusalOf(open(true))).toMatchObject({ code: 50013 });
    discord.people.archive(thread);
    await post({ content: 'z' }, thread);
    expect(discord.state.channels.get(thread)?.archived).toBe(false);
    discord.people.archive(thread, { locked: true });
    expect(await refusalOf(post({ content: 'z' }, thread))).toMatchObject({ status: 400, code: 160005 });
    expect(await refusalOf(open(false))).toMatchObject({ code: 50013 });
  });

  test('people who take no direct messages, and those of no common guild', async () => {
    const open = async (user: string) =>
      ((await aClient(discord).post(Routes.userChannels(), { body: { recipient_id: user } })) as { id: string }).id;
    discord.people.closeDirects(cast.stray);

    expect(await refusalOf(post({ content: 'x' }, await open(cast.stray)))).toMatchObject({ status: 403, code: 50007 });
    expect(await refusalOf(post({ content: 'x' }, await open(cast.far)))).toMatchObject({ status: 403, code: 50278 });
    await post({ content: 'hello' }, await open(cast.mara));
    expect(discord.people.alone(cast.mara)).toMatchObject([{ from: 'direct', shown: 'hello' }]);
  });

  test('anything with a token that is wrong or was reset, or without a name of its own', async () => {
    expect(await refusalOf(aClient(discord, 'wrong').get(Routes.user('@me')))).toMatchObject({ status: 401, code: 0 });
    discord.people.revokeToken();
    expect(await refusalOf(aClient(discord).get(Routes.user('@me')))).toMatchObject({ status: 401, code: 0 });
    discord.people.restoreToken();
    const anonymous = await fetch(`${discord.url}/api/v10/users/@me`, {
      headers: { authorization: `Bot ${discord.state.app.token}`, 'user-agent': 'curl' },
    });
    expect([anonymous.status, await anonymous.json()]).toMatchObject([403, { code: 40333 }]);
    expect(discord.state.invalidRequests).toBe(3);
  });
});

describe('faults', () => {
  test.each([
    ['a code of Discord', { kind: 'error', error: '50013' }, { status: 403, code: 50013 }],
    ['a block by its moderation', { kind: 'error', error: '200000' }, { status: 400, code: 200000 }],
  ] as const)('%s strikes once, and where it should', async (_, fault, refused) => {
    discord.faults.strike({ method: 'create_message', channel: cast.fixes, fault });

    await post({ content: 'x' }, cast.inner);
    expect(await refusalOf(post({ content: 'x' }))).toMatchObject(refused);
    await post({ content: 'x' });
  });

  test('the limit of all calls together says so', async () => {
    discord.faults.strike({ method: '*', fault: { kind: 'error', error: 'global' } });

    await expect(post({ content: 'x' })).rejects.toMatchObject({ global: true, scope: 'global' });
  });

  test('nobody strikes a call that there is not', () => {
    expect(() => discord.faults.strike({ method: 'createMessage', fault: { kind: 'html' } })).toThrow('there is no call createMessage');
  });
});

describe('messages over time', () => {
  test('the same nonce gives the same message for a while, unless it was deleted', async () => {
    const send = () => posted({ content: 'x', nonce: 'post-1', enforce_nonce: true });

    const [first, second] = [await send(), await send()];
    clock.advance(181_000);
    const third = await send();
    discord.people.deleteMessage(cast.fixes, third);

    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(await refusalOf(send())).toMatchObject({ status: 404, code: 10008 });
    expect(await posted({ content: 'x', nonce: 'post-1' })).not.toBe(first);
  });

  test('three edits of old messages in 20 seconds are the most', async () => {
    const [old, other] = [await posted({ content: 'x' }), await posted({ content: 'y' })];
    clock.advance(61 * 60_000);
    for (const at of [1, 2]) await edit(old, { content: `x${at}` });
    clock.advance(5_000);
    await edit(other, { content: 'y1' });

    const refused = await aClient(discord)
      .queueRequest({ method: 'PATCH' as never, fullRoute: Routes.channelMessage(cast.fixes, old), body: { content: 'x3', ...quiet } })
      .catch((failure: unknown) => failure);
    clock.advance(15_001);
    await edit(old, { content: 'x4' });

    expect(refused).toMatchObject({ name: expect.stringContaining('RateLimitError'), retryAfter: expect.any(Number) });
    expect(discord.state.calls.findLast(({ outcome }) => outcome.startsWith('429'))).toMatchObject({
      reply: { code: 30046, retry_after: 15 },
    });
  });

  test('history after a message, oldest first kept, newest first told; blanked without the intent unless it concerns the bot', async () => {
    const card = await posted({ content: 'Merge?' });
    clock.advance(1_000);
    for (const said of ['a', 'b', 'c']) discord.people.say({ user: cast.mara, channel: cast.fixes, text: said });
    const ping = discord.people.say({ user: cast.mara, channel: cast.fixes, text: 'yes', replyTo: card });
    const silent = discord.people.say({ user: cast.mara, channel: cast.fixes, text: 'no', replyTo: card, ping: false });
    const list = (query: Record<string, string>) =>
      aClient(discord).get(Routes.channelMessages(cast.fixes), { query: new URLSearchParams(query) }) as Promise<
        readonly { id: string; content: string }[]
      >;

    const after = await list({ after: card, limit: '100' });
    const firstTwo = await list({ after: card, limit: '2' });
    const since = await list({ after: snowflakeAt(clock.nowMs() - 500, 0) });
    discord.state.intents.add('MessageContent');
    const read = await list({ after: card });

    expect(after.map(({ content }) => content)).toEqual(['', 'yes', '', '', '']);
    expect(after.map(({ id }) => id).slice(0, 2)).toEqual([silent, ping]);
    expect(firstTwo).toHaveLength(2);
    expect(firstTwo[0]?.id).toBe(after[3]?.id);
    expect(since).toHaveLength(5);
    expect(read.map(({ content }) => content)).toEqual(['no', 'yes', 'c', 'b', 'a']);
    expect(await refusalOf(list({ limit: '101' }))).toMatchObject({ code: 50035 });
  });

  test('tells whom a text would ping: all that it names, by default; nobody, when told so', async () => {
    const naming = `@everyone <@${cast.mara}> <@&${cast.botRole}>`;

    await aClient(discord).post(Routes.channelMessages(cast.fixes), { body: { content: naming } });
    await post({ content: naming });
    await post({ flags: v2, components: [text(naming)], allowed_mentions: { parse: [], users: [cast.mara] } });

    expect(discord.people.messages(cast.fixes).map(({ pinged }) => pinged)).toEqual([
      ['@everyone', cast.mara, cast.botRole],
      [],
      [cast.mara],
    ]);
    expect(discord.state.warnings).toEqual(['create_message: without allowed_mentions whoever is named is pinged']);
  });
});
