import { Routes } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HandClock } from '../clock.ts';
import { handClock } from '../clock.ts';
import { aClient, refusalOf } from './a-bot.ts';
import { cast } from './cast.ts';
import type { FakeDiscord } from './fake-discord.ts';
import { openFakeDiscord } from './fake-discord.ts';
import { snowflakeAt } from './snowflakes.ts';
import type { Interaction } from './state.ts';

const quiet = { allowed_mentions: { parse: [] } };
const v2 = 1 << 15;
const button = (more: object = {}) => ({ type: 2, style: 1, label: 'Yes', custom_id: 'o.yes', ...more });
const row = (...components: readonly object[]) => ({ type: 1, components });
const text = (content: string) => ({ type: 10, content });
const menu = (...values: readonly string[]) => ({ type: 3, custom_id: 'menu', options: values.map((value) => ({ label: value, value })) });
const words = (more: object = {}) => ({ type: 18, label: 'Words', component: { type: 4, custom_id: 'words', style: 2, ...more } });
const many = <Made>(count: number, make: (at: number) => Made): readonly Made[] => Array.from({ length: count }, (_, at) => make(at));

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

describe('interactions, and what answers them', () => {
  const app = cast.bot;
  const answer = ({ id, token }: Interaction, body: object, query = '') =>
    aClient(discord).post(`/interactions/${id}/${token}/callback`, { body, auth: false, query: new URLSearchParams(query) });
  const followUp = ({ token }: Interaction, body: object) =>
    aClient(discord).post(Routes.webhook(app, token), { body: { ...quiet, ...body }, auth: false });
  const original = ({ token }: Interaction, body: object) =>
    aClient(discord).patch(Routes.webhookMessage(app, token), { body: { ...quiet, ...body }, auth: false });

  /** Nobody listens, so the person sees it fail; its token is good for three seconds all the same. */
  async function pressed(): Promise<Interaction> {
    await post({ content: 'Merge?', components: [row(button())] });
    await discord.people.press({ user: cast.mara, channel: cast.fixes, on: 'Yes' });
    return lastOf(discord);
  }

  test('an answer after three seconds, a second one, and one with a wrong token', async () => {
    const interaction = await pressed();
    await answer(interaction, { type: 6 });
    const late = await pressed();
    clock.advance(3_001);

    expect(await refusalOf(answer(interaction, { type: 6 }))).toMatchObject({ status: 400, code: 40060 });
    expect(await refusalOf(answer(late, { type: 6 }))).toMatchObject({ status: 404, code: 10062 });
    expect(await refusalOf(answer({ ...late, token: 'wrong' }, { type: 6 }))).toMatchObject({ code: 10062 });
  });

  test('nothing follows before the first answer, or after fifteen minutes', async () => {
    const interaction = await pressed();

    expect(await refusalOf(followUp(interaction, { content: 'x' }))).toMatchObject({ status: 404, code: 10015 });
    await answer(interaction, { type: 6 });
    await followUp(interaction, { content: 'counted', flags: 64 });
    clock.advance(15 * 60_000 + 1);
    expect(await refusalOf(followUp(interaction, { content: 'x' }))).toMatchObject({ status: 401, code: 50027 });
    expect(discord.people.alone(cast.mara).filter(({ from }) => from === 'ephemeral')).toMatchObject([{ shown: 'counted' }]);
  });

  test('what one person alone sees is not reached as a message of the channel', async () => {
    const interaction = await pressed();
    await answer(interaction, { type: 6 });

    const { id } = (await followUp(interaction, { content: 'counted', flags: 64 })) as { id: string };

    expect(await refusalOf(edit(id, { content: 'y' }))).toMatchObject({ code: 10008 });
    await aClient(discord).patch(Routes.webhookMessage(app, interaction.token, id), {
      body: { ...quiet, content: 'still counted' },
      auth: false,
    });
    expect(discord.people.alone(cast.mara).at(-1)).toMatchObject({ shown: 'still counted' });
    expect(discord.people.messages(cast.fixes)).toHaveLength(1);
  });

  test('the first thing that follows a deferral takes its place, seen by whom that was promised to', async () => {
    const interaction = await pressed();
    await answer(interaction, { type: 5, data: { flags: 64 } });
    const waiting = discord.people.alone(cast.mara).at(-1)?.shown;

    await followUp(interaction, { content: 'not private by itself' });

    expect(waiting).toBe('Gatebell is thinking…');
    expect(discord.people.alone(cast.mara).at(-1)).toMatchObject({ from: 'ephemeral', shown: 'not private by itself' });
    await original(interaction, { content: 'changed' });
    expect(discord.people.alone(cast.mara).at(-1)).toMatchObject({ shown: 'changed' });
  });

  test('a deferral that nothing follows is told so after fifteen minutes', async () => {
    await answer(await pressed(), { type: 5, data: { flags: 64 } });

    clock.advance(15 * 60_000 + 1);

    expect(discord.people.alone(cast.mara).at(-1)).toMatchObject({ shown: 'The application did not respond' });
  });

  test('a form is a first answer only, and answers no form', async () => {
    const form = { type: 9, data: { custom_id: 'answer', title: 'Answer', components: [words()] } };
    const deferred = await pressed();
    await answer(deferred, { type: 6 });
    await answer(await pressed(), form);
    await discord.people.submit({ user: cast.mara, text: 'because' });
    const submitted = lastOf(discord);

    expect(await refusalOf(answer(deferred, form))).toMatchObject({ code: 40060 });
    expect(faultsIn(await refusalOf(answer(submitted, form)))).toEqual({ type: 'BASE_TYPE_CHOICES' });
    expect(submitted.payload).toMatchObject({
      type: 5,
      data: { custom_id: 'answer', components: [{ type: 18, component: { custom_id: 'words', value: 'because' } }] },
    });
  });

  test.each([
    ['six parts', many(6, (at) => words({ custom_id: `${at}` })), { 'data.components': 'BASE_TYPE_BAD_LENGTH' }],
    ['a label that is too long', [{ ...words(), label: 'x'.repeat(46) }], { 'data.components.0.label': 'BASE_TYPE_MAX_LENGTH' }],
    [
      'a description that is too long',
      [{ ...words(), description: 'x'.repeat(101) }],
      { 'data.components.0.description': 'BASE_TYPE_MAX_LENGTH' },
    ],
    ['the same custom_id twice', [words(), words()], { 'data.components.1.component.custom_id': 'COMPONENT_CUSTOM_ID_DUPLICATED' }],
    [
      'a text that is longer than it allows',
      [words({ max_length: 2, value: 'xxx' })],
      { 'data.components.0.component.value': 'BASE_TYPE_MAX_LENGTH' },
    ],
  ])('refuses a form with %s', async (_, components, wrong) => {
    const refused = await refusalOf(answer(await pressed(), { type: 9, data: { custom_id: 'answer', title: 'Answer', components } }));

    expect(faultsIn(refused)).toEqual(wrong);
    expect(discord.people.form(cast.mara)).toBeUndefined();
  });

  test('an update changes the message that was pressed, also one that only the presser sees', async () => {
    const interaction = await pressed();
    const said = await answer(
      interaction,
      { type: 4, data: { ...quiet, content: 'Sure?', flags: 64, components: [row(button({ label: 'Quite', custom_id: 'q' }))] } },
      'with_response=true',
    );
    await discord.people.press({ user: cast.mara, channel: cast.fixes, on: 'Quite' });

    await answer(lastOf(discord), { type: 7, data: { ...quiet, content: 'Good', components: [] } });

    expect(said).toMatchObject({ interaction: { response_message_ephemeral: true }, resource: { type: 4, message: { content: 'Sure?' } } });
    expect(discord.people.alone(cast.mara).filter(({ from }) => from === 'ephemeral')).toMatchObject([{ shown: 'Good', buttons: [] }]);
  });

  test('an option of a menu is chosen by its label, or forged', async () => {
    await post({ content: 'Which?', components: [row(menu('first', 'second'))] });
    const choose = (more: object) => discord.people.press({ user: cast.mara, channel: cast.fixes, on: 'second', ...more });

    await choose({});
    expect(lastOf(discord).payload).toMatchObject({ data: { component_type: 3, custom_id: 'menu', values: ['second'] } });
    await choose({ forged: 'third' });
    expect(lastOf(discord).payload).toMatchObject({ data: { custom_id: 'menu', values: ['third'] } });
  });

  test('people see in time that nobody answered, and press what stands there or stood there', async () => {
    const card = await posted({ content: 'Merge?', components: [row(button())] });
    await edit(card, { components: [row(button({ label: 'No', custom_id: 'o.no' }))] });
    const press = (more: object) => discord.people.press({ user: cast.mara, channel: cast.fixes, on: 'Yes', ...more });

    await expect(press({})).rejects.toThrow('nothing to press called "Yes"');
    await expect(press({ user: cast.far })).rejects.toThrow('far is not in fixes');
    expect(await press({ stale: true })).toEqual({ result: 'failed', why: 'no connection' });
    expect(lastOf(discord).payload).toMatchObject({ data: { custom_id: 'o.yes' }, member: { user: { id: cast.mara }, pending: false } });
    await press({ on: 'No', forged: 'anything' });
    expect(lastOf(discord).payload).toMatchObject({ data: { custom_id: 'anything' } });
    await press({ on: 'No', user: cast.guest });
    expect(lastOf(discord).payload).toMatchObject({ member: { pending: true } });
    await press({ on: 'No', user: cast.robot });
    expect(lastOf(discord).payload).toMatchObject({ member: { user: { bot: true } } });
    await press({ on: 'No', user: cast.far, from: cast.elsewhere });
    expect(lastOf(discord).payload).toMatchObject({ guild_id: cast.elsewhere });
    expect(discord.people.alone(cast.mara)).toMatchObject([
      { shown: 'This interaction failed (no connection)' },
      { shown: 'This interaction failed (no connection)' },
    ]);
  });
});

describe('commands', () => {
  const put = (commands: readonly object[], route: `/${string}` = Routes.applicationGuildCommands(cast.bot, cast.guild)) =>
    aClient(discord).put(route, { body: commands });
  const gatebell = { name: 'gatebell', description: 'Gates', options: [{ type: 3, name: 'text', description: 'What to do' }] };

  test('are replaced all at once, keep their ids, and are typed where they are registered', async () => {
    const [first] = (await put([gatebell, { type: 3, name: 'Answer gate' }])) as readonly { id: string }[];
    const [again] = (await put([gatebell])) as readonly { id: string }[];

    expect(again?.id).toBe(first?.id);
    expect(discord.state.commandCreates).toBe(2);
    expect(await aClient(discord).get(Routes.applicationGuildCommands(cast.bot, cast.guild))).toMatchObject([
      { name: 'gatebell', guild_id: cast.guild },
    ]);
    await discord.people.command({ user: cast.mara, channel: cast.fixes, text: 'gates' });
    expect(lastOf(discord).payload).toMatchObject({ type: 2, data: { name: 'gatebell', options: [{ name: 'text', value: 'gates' }] } });
    const direct = discord.people.directChannel(cast.mara);
    await expect(discord.people.command({ user: cast.mara, channel: direct, text: 'gates' })).rejects.toThrow(
      'there is no command gatebell',
    );
    await put([gatebell], Routes.applicationCommands(cast.bot));
    await discord.people.command({ user: cast.mara, channel: direct, text: 'gates' });
    expect(lastOf(discord).payload).toMatchObject({ context: 1, user: { id: cast.mara } });
  });

  test.each([
    ['a name in capitals', [{ ...gatebell, name: 'Gatebell' }], { '0.name': 'STRING_TYPE_REGEX' }],
    ['no description', [{ ...gatebell, description: undefined }], { '0.description': 'BASE_TYPE_REQUIRED' }],
    ['a name twice', [gatebell, gatebell], { '1.name': 'APPLICATION_COMMANDS_DUPLICATE_NAME' }],
    ['a description that is too long', [{ ...gatebell, description: 'x'.repeat(101) }], { '0.description': 'BASE_TYPE_MAX_LENGTH' }],
  ])('are refused with %s', async (_, commands, wrong) => {
    expect(faultsIn(await refusalOf(put(commands)))).toEqual(wrong);
  });

  test('are refused where the bot was invited without the scope for them', async () => {
    discord.people.allowCommands(false);

    expect(await refusalOf(put([gatebell]))).toMatchObject({ status: 403, code: 50001 });
  });
});

function lastOf({ state }: FakeDiscord): Interaction {
  const last = [...state.interactions.values()].at(-1);
  if (last === undefined) throw new Error('nobody did anything');
  return last;
}

/** The codes of a 50035 by their paths. */
function faultsIn(refused: Awaited<ReturnType<typeof refusalOf>>): Readonly<Record<string, string>> {
  const walk = (tree: unknown, path: string): readonly (readonly [string, string])[] =>
    Object.entries(tree as Record<string, unknown>).flatMap(([key, below]) => {
      if (key === '_errors') return (below as readonly { code: string }[]).map(({ code }) => [path, code] as const);
      return walk(below, path === '' ? key : `${path}.${key}`);
    });
  return refused === 'nothing was refused' ? {} : Object.fromEntries(walk((refused.raw as { errors?: unknown }).errors ?? {}, ''));
}
