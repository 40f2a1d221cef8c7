import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Events,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import type { Client, GuildTextBasedChannel, Interaction } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Bot } from './a-bot.ts';
import { aBot } from './a-bot.ts';
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

describe('the fake Discord, with a bot on discord.js', () => {
  let discord: FakeDiscord;
  let bot: Bot;
  const open = async (listen: (client: Client) => void = () => {}) => {
    bot = await aBot(discord, listen);
    return channelOf(bot);
  };

  beforeEach(async () => {
    discord = await openFakeDiscord();
  });

  afterEach(async () => {
    await bot.stop();
    await discord.close();
  });

  test('posts a card, edits it, and shows both to people', async () => {
    const channel = await open();

    const card = await channel.send({ content: '**Merge** it?', components: [row()] });
    await card.edit({ content: 'Merged', components: [] });

    expect(discord.people.messages(cast.fixes)).toMatchObject([{ id: card.id, shown: 'Merged', buttons: [], edits: 1, pinged: [] }]);
    expect(discord.state.warnings).toEqual([]);
  });

  test('a press is deferred, the card edited, and the presser told alone', async () => {
    const channel = await open((client) => {
      client.on(Events.InteractionCreate, async (interaction: Interaction) => {
        if (!interaction.isButton()) return;
        await interaction.deferUpdate();
        await interaction.message.edit({ content: 'Decided', components: [] });
        await interaction.followUp({ content: 'Your answer counts', flags: MessageFlags.Ephemeral });
      });
    });
    await channel.send({ content: 'Merge?', components: [row()] });
    const told = privately(discord, cast.mara);

    const outcome = await discord.people.press({ user: cast.mara, channel: cast.fixes, on: 'Yes' });
    await told;

    expect(outcome).toEqual({ result: 'answered', with: 6 });
    expect(discord.people.messages(cast.fixes)).toMatchObject([{ shown: 'Decided', buttons: [] }]);
    expect(discord.people.alone(cast.mara)).toMatchObject([{ from: 'ephemeral', shown: 'Your answer counts' }]);
    expect(discord.people.alone(cast.stray)).toEqual([]);
  });

  test('a press opens a form, and its submission is answered', async () => {
    const channel = await open((client) => {
      client.on(Events.InteractionCreate, async (interaction: Interaction) => {
        if (interaction.isButton()) await interaction.showModal(form());
        if (interaction.isModalSubmit())
          await interaction.reply({ content: `You wrote ${interaction.fields.getTextInputValue('words')}`, flags: MessageFlags.Ephemeral });
      });
    });
    await channel.send({ content: 'Why?', components: [row()] });

    await discord.people.press({ user: cast.mara, channel: cast.fixes, on: 'Yes' });
    const shown = discord.people.formText(cast.mara);
    await discord.people.submit({ user: cast.mara, text: 'because' });

    expect(shown).toBe('Answer\nWords');
    expect(discord.people.form(cast.mara)).toBeUndefined();
    expect(discord.people.alone(cast.mara)).toMatchObject([{ shown: 'You wrote because' }]);
  });
});

function channelOf({ client }: Bot, id: string = cast.fixes): GuildTextBasedChannel {
  const channel = client.channels.cache.get(id);
  if (channel === undefined || !channel.isTextBased() || channel.isDMBased()) throw new Error('no such channel');
  return channel;
}

/** Resolves when the bot said something that this person alone sees. */
function privately(discord: FakeDiscord, user: string): Promise<void> {
  return new Promise((resolve) => {
    discord.onCall(async (_, moment) => {
      if (moment === 'after' && discord.state.ephemerals.some(({ alone }) => alone === user)) resolve();
      return 'go on';
    });
  });
}
