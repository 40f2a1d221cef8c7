import type { Client, ClientEvents, GuildTextBasedChannel, Interaction } from 'discord.js';
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Events,
  GatewayIntentBits,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Bot } from './a-bot.ts';
import { aBot } from './a-bot.ts';
import { handClock } from '../clock.ts';
import { cast } from './cast.ts';
import type { FakeDiscord } from './fake-discord.ts';
import { openFakeDiscord } from './fake-discord.ts';

const row = () =>
  new ActionRowBuilder<ButtonBuilder>().addComponents(new ButtonBuilder({ custom_id: 'o.yes', label: 'Yes', style: ButtonStyle.Primary }));
const form = () =>
  new ModalBuilder()
    .setCustomId('answer')
    .setTitle('Answer')
    .addLabelComponents(
      new LabelBuilder()
        .setLabel('Words')
        .setTextInputComponent(new TextInputBuilder({ custom_id: 'words', style: TextInputStyle.Paragraph })),
    );

let discord: FakeDiscord;
let bot: Bot | null;

/** Opens a bot that does this with what it hears. */
async function open(hear: Partial<{ [Name in 'interactionCreate' | 'messageCreate']: (...told: ClientEvents[Name]) => unknown }> = {}) {
  bot = await aBot(discord, (client) => {
    if (hear.interactionCreate !== undefined) client.on(Events.InteractionCreate, hear.interactionCreate);
    if (hear.messageCreate !== undefined) client.on(Events.MessageCreate, hear.messageCreate);
  });
  return { client: bot.client as Client, errors: bot.errors, channel: channelOf(bot.client) };
}

function channelOf(client: Client): GuildTextBasedChannel {
  const channel = client.channels.cache.get(cast.fixes);
  if (channel === undefined || !channel.isTextBased() || channel.isDMBased()) throw new Error('no such channel');
  return channel;
}

/** What people wrote, as the bot read it. */
function listening() {
  const read: string[] = [];
  return { read, messageCreate: (...[message]: ClientEvents['messageCreate']) => void (message.author.bot || read.push(message.content)) };
}

const aCard = (channel: GuildTextBasedChannel) => channel.send({ content: '**Merge** it?', components: [row()] });
const pressYes = () => discord.people.press({ user: cast.mara, channel: cast.fixes, on: 'Yes' });

beforeEach(async () => {
  bot = null;
  discord = await openFakeDiscord({ heartbeatMs: 200 });
});

afterEach(async () => {
  await bot?.stop();
  await discord.close();
});

describe('a bot on discord.js', () => {
  test('posts a card, edits it, and people see both', async () => {
    const { channel } = await open();

    const card = await aCard(channel);
    const [before] = discord.people.messages(cast.fixes);
    await card.edit({ content: 'Merged', components: [] });

    expect(before).toMatchObject({ shown: 'Merge it?\n[Yes]', buttons: ['Yes'], preview: 'Merge it?' });
    expect(discord.people.messages(cast.fixes)).toMatchObject([{ id: card.id, shown: 'Merged', buttons: [], edits: 1, pinged: [] }]);
    expect(discord.state.warnings).toEqual([]);
  });

  test('defers a press, edits the card, and tells the presser alone', async () => {
    const { channel } = await open({
      async interactionCreate(interaction: Interaction) {
        if (!interaction.isButton()) return;
        await interaction.deferUpdate();
        await interaction.message.edit({ content: 'Decided', components: [] });
        await interaction.followUp({ content: 'Your answer counts', flags: MessageFlags.Ephemeral });
      },
    });
    await aCard(channel);

    const outcome = await pressYes();
    await vi.waitFor(() => expect(discord.people.alone(cast.mara)).toMatchObject([{ from: 'ephemeral', shown: 'Your answer counts' }]));

    expect(outcome).toEqual({ result: 'answered', with: 6 });
    expect(discord.people.messages(cast.fixes)).toMatchObject([{ shown: 'Decided', buttons: [] }]);
    expect(discord.people.alone(cast.stray)).toEqual([]);
  });

  test('opens a form, and answers what is filled in', async () => {
    const { channel } = await open({
      async interactionCreate(interaction: Interaction) {
        if (interaction.isButton()) await interaction.showModal(form());
        if (interaction.isModalSubmit()) {
          await interaction.reply({ content: interaction.fields.getTextInputValue('words'), flags: MessageFlags.Ephemeral });
        }
      },
    });
    await aCard(channel);

    await pressYes();
    const shown = discord.people.formText(cast.mara);
    await discord.people.submit({ user: cast.mara, text: 'because' });

    expect(shown).toBe('Answer\nWords');
    expect(discord.people.form(cast.mara)).toBeUndefined();
    expect(discord.people.alone(cast.mara)).toMatchObject([{ shown: 'because' }]);
  });

  test('registers commands, and answers what is typed and what is chosen at a message', async () => {
    const { client, channel } = await open({
      async interactionCreate(interaction: Interaction) {
        if (interaction.isChatInputCommand()) await interaction.reply(`heard ${interaction.options.getString('text')}`);
        if (interaction.isMessageContextMenuCommand()) await interaction.reply(`at ${interaction.targetMessage.content}`);
      },
    });
    const options = [{ type: 3, name: 'text', description: 'What' }] as const;
    await client.application?.commands.set(
      [
        { name: 'gatebell', description: 'Gates', options },
        { type: 3, name: 'Answer gate' },
      ],
      cast.guild,
    );
    const card = await channel.send('Merge?');

    await discord.people.command({ user: cast.mara, channel: cast.fixes, text: 'gates' });
    await discord.people.menuCommand({ user: cast.mara, channel: cast.fixes, message: card.id });

    expect(discord.people.messages(cast.fixes).map(({ shown }) => shown)).toEqual(['Merge?', 'heard gates', 'at Merge?']);
  });

  test('reads replies that mention it and direct messages, nothing else', async () => {
    const { read, messageCreate } = listening();
    const { channel } = await open({ messageCreate });
    const card = await aCard(channel);
    const say = (text: string, more: object = {}) => discord.people.say({ user: cast.mara, channel: cast.fixes, text, ...more });

    say('to nobody');
    say('yes', { replyTo: card.id });
    say('silently', { replyTo: card.id, ping: false });
    say(`<@${cast.bot}> hello`);
    say('in private', { channel: discord.people.directChannel(cast.mara) });

    await vi.waitFor(() => expect(read).toEqual(['', 'yes', '', `<@${cast.bot}> hello`, 'in private']));
  });

  test('tells people from bots and webhooks, and what was edited and deleted', async () => {
    const told: string[] = [];
    const { client, channel } = await open({
      messageCreate: ({ author, webhookId }) => {
        if (author.id !== cast.bot) told.push(webhookId !== null ? 'webhook' : author.bot ? 'bot' : 'person');
      },
    });
    client.on(Events.MessageUpdate, (_, { content }) => void told.push(`now ${content}`));
    client.on(Events.MessageDelete, ({ id }) => void told.push(`gone ${id}`));
    const card = await aCard(channel);

    const said = discord.people.say({ user: cast.mara, channel: cast.fixes, text: 'yes', replyTo: card.id });
    discord.people.say({ user: cast.robot, channel: cast.fixes, text: 'yes', replyTo: card.id });
    discord.people.sayByHook(cast.fixes, 'yes', card.id);
    discord.people.editSaid(cast.fixes, said, 'no');
    discord.people.deleteMessage(cast.fixes, said);
    discord.gateway.repeat();

    await vi.waitFor(() => expect(told).toEqual(['person', 'bot', 'webhook', 'now no', `gone ${said}`, `gone ${said}`]));
  });

  test('sends a file and a direct message', async () => {
    discord.state.granted.add('ATTACH_FILES');
    const { client, channel } = await open();
    const user = await client.users.fetch(cast.mara);

    await channel.send({ content: 'Evidence', files: [{ attachment: Buffer.from('a log'), name: 'log.txt' }] });
    await user.send('For you');

    expect(discord.people.messages(cast.fixes)).toMatchObject([{ shown: 'Evidence', files: ['log.txt'] }]);
    expect(discord.people.alone(cast.mara)).toMatchObject([{ from: 'direct', shown: 'For you' }]);
  });

  test('meets the byte cap of the second version of components as a failure', async () => {
    const { channel } = await open();
    const send = (content: string) =>
      channel.send({ components: [new TextDisplayBuilder({ content })], flags: MessageFlags.IsComponentsV2 });

    await send('好'.repeat(3_386));

    await expect(send('好'.repeat(3_387))).rejects.toMatchObject({ status: 500 });
    expect(discord.people.messages(cast.fixes)).toHaveLength(1);
  });

  test('is told of a second answer by 40060, and of a late one by 10062', async () => {
    const codes: unknown[] = [];
    const { channel } = await open({
      async interactionCreate(interaction: Interaction) {
        if (interaction.isButton()) await interaction.deferUpdate().catch((failure: { code: unknown }) => codes.push(failure.code));
      },
    });
    await aCard(channel);
    await pressYes();

    discord.people.redeliver(2);
    await vi.waitFor(() => expect(codes).toEqual([40_060, 40_060]));
    const outcome = await discord.people.press({ user: cast.mara, channel: cast.fixes, on: 'Yes', ageMs: 3_001 });

    await vi.waitFor(() => expect(codes).toEqual([40_060, 40_060, 10_062]));
    expect(outcome).toEqual({ result: 'failed', why: 'timeout' });
    expect(discord.people.alone(cast.mara)).toMatchObject([{ from: 'Discord itself', shown: 'This interaction failed (timeout)' }]);
  });

  test('waits as long as a 429 says, and posts then', async () => {
    const { client, channel } = await open();
    client.rest.options.retries = 1;
    discord.faults.strike({ method: 'create_message', fault: { kind: 'rate-limited', retryAfterS: 0.3 } });
    discord.faults.strike({ method: 'create_message', channel: cast.fixes, fault: { kind: 'status', status: 502 } });

    await channel.send('x');

    expect(discord.state.calls.map(({ outcome }) => outcome).slice(-3)).toEqual(['rate-limited', 'status', '200']);
    expect(discord.people.messages(cast.fixes)).toHaveLength(1);
  });

  test('keeps to the limit of a bucket by what the answers say of it', async () => {
    const { channel } = await open();
    discord.rates.limit({ limit: 2, windowMs: 300 });

    for (const text of ['a', 'b', 'c', 'd']) await channel.send(text);

    expect(discord.state.calls.filter(({ method }) => method === 'create_message').map(({ outcome }) => outcome)).toEqual([
      '200',
      '200',
      '200',
      '200',
    ]);
    expect(discord.state.invalidRequests).toBe(0);
  });

  test('a call may act, and its answer be lost', async () => {
    const { channel } = await open();
    discord.faults.strike({ method: 'create_message', fault: { kind: 'reset', after: true } });

    await expect(channel.send('x')).rejects.toThrow();

    expect(discord.people.messages(cast.fixes)).toHaveLength(1);
  });
});

describe('the connection of a bot', () => {
  test.each([
    ['is cut', () => discord.gateway.cut()],
    ['is told to connect again', () => discord.gateway.reconnect()],
    ['is closed with 4000', () => discord.gateway.hangUp(4_000)],
    ['is told that its session is in doubt', () => discord.gateway.invalidate(true)],
  ])('resumes when it %s, and hears what it missed', async (_, disturb) => {
    const { read, messageCreate } = listening();
    const { client, channel } = await open({ messageCreate });
    const card = await aCard(channel);
    const resumed = new Promise((resolve) => void client.once(Events.ShardResume, resolve));

    discord.gateway.refuse('connections');
    disturb();
    await vi.waitFor(() => expect(discord.gateway.count()).toBe(0));
    discord.people.say({ user: cast.mara, channel: cast.fixes, text: 'meanwhile', replyTo: card.id });
    discord.gateway.refuse(null);
    await resumed;

    expect(read).toEqual(['meanwhile']);
    expect(discord.state.sessionStarts).toBe(999);
  });

  test('hears a press that was made meanwhile, and answers it in time', async () => {
    const { client, channel } = await open({
      async interactionCreate(interaction: Interaction) {
        if (interaction.isButton()) await interaction.deferUpdate();
      },
    });
    await aCard(channel);
    const resumed = new Promise((resolve) => void client.once(Events.ShardResume, resolve));

    discord.gateway.refuse('connections');
    discord.gateway.cut();
    await vi.waitFor(() => expect(discord.gateway.count()).toBe(0));
    const outcome = pressYes();
    discord.gateway.refuse(null);
    await resumed;

    expect(await outcome).toEqual({ result: 'answered', with: 6 });
  });

  test('is seen to fail by whoever pressed, when it answers nothing for three seconds', async () => {
    const clock = handClock(Date.parse('2026-12-01T09:00:00Z'));
    await discord.close();
    discord = await openFakeDiscord({ clock });
    const { channel } = await open();
    await aCard(channel);

    const outcome = pressYes();
    clock.advance(2_999);
    const before = discord.people.alone(cast.mara);
    clock.advance(1);

    expect(await outcome).toEqual({ result: 'failed', why: 'timeout' });
    expect(before).toEqual([]);
    expect(discord.people.alone(cast.mara)).toMatchObject([{ from: 'Discord itself', shown: 'This interaction failed (timeout)' }]);
    expect(discord.underWay()).toBe(0);
  });

  test('is refused connections, and comes back when they are taken again', { timeout: 15_000 }, async () => {
    await open();

    discord.gateway.refuse('connections');
    discord.gateway.cut();
    await vi.waitFor(() => expect(discord.gateway.count()).toBe(0));
    discord.gateway.refuse(null);

    await vi.waitFor(() => expect(discord.gateway.count()).toBe(1), 10_000);
  });

  test('starts anew when its session ended, and hears only what comes then', { timeout: 15_000 }, async () => {
    const { read, messageCreate } = listening();
    const { channel } = await open({ messageCreate });
    const card = await aCard(channel);
    const say = (text: string) => discord.people.say({ user: cast.mara, channel: cast.fixes, text, replyTo: card.id });

    discord.gateway.invalidate(false);
    say('lost');
    await vi.waitFor(() => expect(discord.gateway.count()).toBe(1), 10_000);
    say('heard');

    await vi.waitFor(() => expect(read).toEqual(['heard']));
    expect(discord.state.sessionStarts).toBe(998);
  });

  test('notices that nobody answers its heartbeat, and resumes', async () => {
    const { client } = await open();
    const resumed = new Promise((resolve) => void client.once(Events.ShardResume, resolve));

    discord.gateway.ignoreHeartbeats(true);
    await vi.waitFor(() => expect(discord.gateway.count()).toBe(0), 3_000);
    discord.gateway.ignoreHeartbeats(false);

    await resumed;
  });

  test('is refused with intents that are not switched on, and with a wrong token', async () => {
    await expect(aBot(discord, () => {}, [GatewayIntentBits.MessageContent])).rejects.toThrow('disallowed intents');
    discord.people.revokeToken();
    await expect(aBot(discord, () => {})).rejects.toThrow('token');
  });

  test('reads everything with the intent for content, where that is switched on', async () => {
    discord.state.intents.add('MessageContent');
    const { read, messageCreate } = listening();
    bot = await aBot(discord, (client) => void client.on(Events.MessageCreate, messageCreate), [GatewayIntentBits.MessageContent]);

    discord.people.say({ user: cast.mara, channel: cast.fixes, text: 'to nobody' });

    await vi.waitFor(() => expect(read).toEqual(['to nobody']));
  });

  test('hears that it was kicked and invited again', async () => {
    const { client } = await open();
    const told: string[] = [];
    client.on(Events.GuildDelete, ({ name }) => void told.push(`left ${name}`));
    client.on(Events.GuildCreate, ({ name }) => void told.push(`joined ${name}`));

    discord.people.kickBot();
    discord.people.inviteBot();

    await vi.waitFor(() => expect(told).toEqual(['left Harbour', 'joined Harbour']));
  });
});

test('people are played over HTTP, by their names', async () => {
  const { channel } = await open({
    async interactionCreate(interaction: Interaction) {
      if (interaction.isButton()) await interaction.reply({ content: 'Counted', flags: MessageFlags.Ephemeral });
    },
  });
  await aCard(channel);
  const control = async (path: string, body?: object) => {
    const asked = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${discord.url}/_control/${path}`, asked)).json();
  };

  expect(await control('press', { user: 'mara', channel: 'fixes', on: 'Yes' })).toEqual({
    ok: true,
    outcome: { result: 'answered', with: 4 },
  });
  expect(await control('alone/mara')).toMatchObject({ alone: [{ shown: 'Counted' }] });
  expect(await control('messages/fixes')).toMatchObject({ messages: [{ shown: 'Merge it?\n[Yes]' }] });
  expect(await control('press', { user: 'mara', channel: 'fixes', on: 'Nothing' })).toMatchObject({ ok: false });
});
