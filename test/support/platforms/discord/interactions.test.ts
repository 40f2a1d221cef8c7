import { Routes } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HandClock } from '../clock.ts';
import { handClock } from '../clock.ts';
import { aClient, faultsIn, refusalOf } from './a-bot.ts';
import { cast } from './cast.ts';
import type { FakeDiscord } from './fake-discord.ts';
import { openFakeDiscord } from './fake-discord.ts';
import { button, many, menu, quiet, row, words } from './some-components.ts';
import type { Interaction } from './state.ts';

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
