import { expect, test, vi } from 'vitest';
import { cast } from '../support/platforms/discord/cast.ts';
import { aCardPost, aToken } from '../slack/builders.ts';
import { aBot, aPlace, alone, callsOf } from './a-bot.ts';

const formCard = aCardPost({ buttons: { options: [], form: aToken('f'), undo: null } });
const aForm = { lines: ['Fill in the form.'], card: null, form: { token: aToken('f'), code: 'g3', question: 'Why?', max: 200 } };

type Bot = Awaited<ReturnType<typeof aBot>>;

/** A card of the bot in the channel; gives the id of its message. */
async function aCardIn({ discord }: Bot, post = aCardPost(), channel: string = cast.fixes): Promise<string> {
  const put = await discord.post(aPlace({ address: channel }), post);
  if (put.result !== 'sent') throw new Error(`it was not put: ${put.reason}`);
  return put.message.split(':')[1] ?? '';
}

const mara = { user: cast.mara, channel: cast.fixes };

test('a press is kept, acknowledged and heard, and its outcome told to the presser alone', async () => {
  const bot = await aBot(() => alone('Counted for g3.'));
  await bot.discord.start();
  await aCardIn(bot);

  const acknowledged = await bot.fake.people.press({ ...mara, on: 'Merge it' });

  await vi.waitFor(() => expect(bot.fake.people.alone(cast.mara)).toMatchObject([{ from: 'ephemeral', shown: 'Counted for g3.' }]));
  expect(acknowledged).toEqual({ result: 'answered', with: 6 });
  expect(bot.pressed).toMatchObject([
    { account: cast.mara, said: { kind: 'token', token: aToken('o', 1) }, from: { addresses: [cast.fixes], thread: null } },
  ]);
  expect(await bot.pressed[0]?.standing()).toBe('member');
  expect(bot.fake.people.alone(cast.stray)).toEqual([]);
  expect(bot.reported).toEqual([]);
  expect(bot.fake.state.warnings).toEqual([]);
});

test('a press that is told twice at once is heard once and acknowledged once', async () => {
  const bot = await aBot(() => alone('Counted for g3.'));
  await bot.discord.start();
  await aCardIn(bot);
  await bot.fake.people.press({ ...mara, on: 'Merge it' });

  bot.fake.people.redeliver(2);
  bot.fake.people.say({ user: cast.mara, channel: bot.fake.people.directChannel(cast.mara), text: 'gates' });

  await vi.waitFor(() => expect(bot.pressed).toHaveLength(2));
  expect(bot.pressed.map(({ said }) => said.kind)).toEqual(['token', 'line']);
  expect(callsOf(bot.fake, 'create_interaction_response')).toHaveLength(1);
});

test('what cannot be kept is not acknowledged as done: its presser is told to press again', async () => {
  const bot = await aBot();
  await bot.discord.start();
  await aCardIn(bot);
  bot.failNext(1);

  await bot.fake.people.press({ ...mara, on: 'Merge it' });

  expect(bot.fake.people.alone(cast.mara).at(-1)?.shown).toContain('Press again');
  expect(bot.pressed).toEqual([]);
});

test('a form opens as the first response, and what is submitted is told under its own id', async () => {
  const bot = await aBot((press) => (press.said.kind === 'token' ? aForm : alone('Counted for g3.')));
  await bot.discord.start();
  await aCardIn(bot, formCard);

  const opened = await bot.fake.people.press({ ...mara, on: 'Answer…' });
  const submitted = await bot.fake.people.submit({ user: cast.mara, text: 'Because *it* works' });

  await vi.waitFor(() => expect(bot.fake.people.alone(cast.mara).at(-1)?.shown).toBe('Counted for g3.'));
  expect(opened).toEqual({ result: 'answered', with: 9 });
  expect(submitted).toEqual({ result: 'answered', with: 5 });
  expect(bot.pressed[1]?.said).toEqual({ kind: 'form', token: aToken('f'), text: 'Because *it* works' });
});

test('a form that is not known in time is put off, and its presser is asked to press again', async () => {
  let decided = () => {};
  const known = new Promise<void>((resolve) => {
    decided = resolve;
  });
  const bot = await aBot(async () => {
    await known;
    return aForm;
  });
  await bot.discord.start();
  await aCardIn(bot, formCard);

  const put = await bot.fake.people.press({ ...mara, on: 'Answer…' });
  decided();

  await vi.waitFor(() => expect(bot.fake.people.alone(cast.mara).at(-1)?.shown).toContain('Press again.'));
  expect(put).toEqual({ result: 'answered', with: 6 });
  expect(bot.fake.people.form(cast.mara)).toBeUndefined();
});

test('a press that is told after its three seconds counts, and its presser is told directly', async () => {
  const bot = await aBot(() => alone('Counted for g3.'));
  await bot.discord.start();
  await aCardIn(bot);

  await bot.fake.people.press({ ...mara, on: 'Merge it', ageMs: 10_000 });

  await vi.waitFor(() => {
    expect(bot.fake.people.alone(cast.mara)).toContainEqual(expect.objectContaining({ from: 'direct', shown: 'Counted for g3.' }));
  });
  expect(bot.pressed).toHaveLength(1);
  expect(bot.reported).toEqual([]);
});

test('commands and the shortcut are answered in the reply that was put off', async () => {
  const bot = await aBot((press) => alone(press.said.kind));
  await bot.discord.start();
  const message = await aCardIn(bot);
  await vi.waitFor(() => expect(bot.fake.state.commands.get(cast.guild)).toHaveLength(2));

  await bot.fake.people.command({ ...mara, text: 'g3 Ask Ines' });
  await bot.fake.people.menuCommand({ ...mara, message });

  await vi.waitFor(() => expect(bot.fake.people.alone(cast.mara).map(({ shown }) => shown)).toEqual(['line', 'shortcut']));
  expect(bot.pressed.map(({ said }) => said)).toEqual([
    { kind: 'line', text: 'g3 Ask Ines' },
    { kind: 'shortcut', message: `${cast.fixes}:${message}` },
  ]);
});

test('commands are registered once, and again only when they differ', async () => {
  const bot = await aBot();
  await bot.discord.start();
  await vi.waitFor(() => expect(bot.fake.state.commands.get(cast.guild)).toHaveLength(2));
  const writes = () => bot.fake.state.calls.filter(({ method }) => method.startsWith('bulk_set')).length;
  const asked = () => bot.fake.state.calls.filter(({ method }) => method.startsWith('list_guild_application_commands')).length;

  const second = await aBot(undefined, { fake: bot.fake });
  await second.discord.start();
  await vi.waitFor(() => expect(asked()).toBe(2));
  await second.discord.stop();
  bot.fake.state.commands.set(cast.guild, (bot.fake.state.commands.get(cast.guild) ?? []).slice(1));
  const third = await aBot(undefined, { fake: bot.fake });
  await third.discord.start();

  await vi.waitFor(() => expect(writes()).toBe(2));
  expect(asked()).toBe(3);
});

test('replies count with their ping, hint without it, and decide nothing when edited or written by a bot or a webhook', async () => {
  const bot = await aBot((press) => (press.said.kind === 'unreadable' ? alone(press.said.why) : alone('heard')));
  await bot.discord.start();
  const message = await aCardIn(bot);
  const reply = { ...mara, replyTo: message };

  const said = bot.fake.people.say({ ...reply, text: 'yes' });
  bot.fake.people.say({ ...reply, text: 'no', ping: false });
  bot.fake.people.editSaid(cast.fixes, said, 'no');
  bot.fake.people.say({ ...reply, user: cast.robot, text: 'yes' });
  bot.fake.people.sayByHook(cast.fixes, 'yes', message);
  bot.fake.people.say({ ...mara, text: 'nothing to do with it' });

  await vi.waitFor(() => expect(bot.fake.people.alone(cast.mara)).toHaveLength(3));
  expect(bot.pressed.map((press) => press.said)).toEqual([
    { kind: 'reply', message: `${cast.fixes}:${message}`, direct: true, text: 'yes' },
    { kind: 'unreadable', why: expect.stringContaining('with the ping') },
    { kind: 'unreadable', why: expect.stringContaining('edited message decides nothing') },
  ]);
  expect(bot.fake.people.alone(cast.mara).map(({ from }) => from)).toEqual(['direct', 'direct', 'direct']);
});

test('words in a thread of the channel belong to the message that the thread was opened on', async () => {
  const bot = await aBot();
  await bot.discord.start();
  const message = await aCardIn(bot);
  const thread = bot.fake.people.openThread(cast.fixes, { message });

  bot.fake.people.say({ user: cast.mara, channel: thread, text: `<@${cast.bot}> yes` });

  await vi.waitFor(() => expect(bot.pressed).toHaveLength(1));
  expect(bot.pressed).toMatchObject([
    {
      said: { kind: 'reply', message: `${cast.fixes}:${message}`, direct: false, text: 'yes' },
      from: { addresses: [cast.fixes, thread], thread },
    },
  ]);
});

test('what is written directly is a line, of whoever is a member of the server', async () => {
  const bot = await aBot();
  await bot.discord.start();

  for (const user of [cast.mara, cast.guest, cast.far]) {
    bot.fake.people.say({ user, channel: bot.fake.people.directChannel(user), text: 'gates' });
  }

  await vi.waitFor(() => expect(bot.pressed).toHaveLength(3));
  expect(bot.pressed[0]).toMatchObject({
    said: { kind: 'line', text: 'gates' },
    from: { addresses: [expect.anything(), `user:${cast.mara}`] },
  });
  expect(await Promise.all(bot.pressed.map(({ standing }) => standing()))).toEqual(['member', 'guest', 'stranger']);
});

test('a press from another server is one of a stranger', async () => {
  const bot = await aBot();
  await bot.discord.start();
  await aCardIn(bot);

  await bot.fake.people.press({ user: cast.far, channel: cast.fixes, on: 'Merge it', from: cast.elsewhere });

  await vi.waitFor(() => expect(bot.pressed).toHaveLength(1));
  expect(await bot.pressed[0]?.standing()).toBe('stranger');
});

test('who takes no direct messages is told in the channel that there is something to be told, and not what', async () => {
  const bot = await aBot(() => alone('Counted for g3, secretly.'));
  await bot.discord.start();
  const message = await aCardIn(bot);
  bot.fake.people.closeDirects(cast.mara);

  bot.fake.people.say({ ...mara, text: 'yes', replyTo: message });

  await vi.waitFor(() => expect(bot.fake.people.messages(cast.fixes)).toHaveLength(3));
  const last = bot.fake.people.messages(cast.fixes).at(-1);
  expect(last?.shown).toContain('you take no direct messages');
  expect(last?.shown).not.toContain('secretly');
  expect(last?.pinged).toEqual([]);
});

test('what was kept and not done is heard again when the service is back, before anything new', async () => {
  const before = await aBot();
  await before.discord.start();
  await aCardIn(before);
  await before.fake.people.press({ ...mara, on: 'Merge it' });
  const [[id, raw] = ['', '']] = [...before.kept];
  await before.discord.stop();
  const after = await aBot(() => alone('Counted for g3.'), { fake: before.fake });
  after.leaveUnfinished([{ id, raw, keptAtMs: Date.now() }]);

  await after.discord.start();

  await vi.waitFor(() => expect(before.fake.people.alone(cast.mara)).toMatchObject([{ from: 'ephemeral', shown: 'Counted for g3.' }]));
  expect(after.pressed).toMatchObject([{ id, account: cast.mara, said: { kind: 'token' } }]);
  expect(await after.pressed[0]?.standing()).toBe('member');
});

test('replies of an outage are read once the service is back, and heard no second time', async () => {
  const bot = await aBot();
  const message = await aCardIn(bot);
  const reply = bot.fake.people.say({ ...mara, text: 'yes', replyTo: message });
  bot.fake.people.say({ user: cast.robot, channel: cast.fixes, text: 'yes', replyTo: message });
  bot.showCards([`${cast.fixes}:${message}`]);

  await bot.discord.start();

  await vi.waitFor(() => expect(bot.pressed).toHaveLength(1));
  expect(bot.pressed).toMatchObject([{ id: `message:${reply}`, account: cast.mara, said: { kind: 'reply', text: 'yes' } }]);
  expect(await bot.pressed[0]?.standing()).toBe('member');
});
