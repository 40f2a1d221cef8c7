import { existsSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { made } from '../end-to-end/setting.ts';
import { cardsRecorded, ledgerHeads, pressesIn } from '../support/ledger-heads.ts';
import { cast } from '../support/platforms/discord/cast.ts';
import { listOf, textOf } from '../support/platforms/json.ts';
import type { TownOfThree } from '../town/town.ts';
import { openTownOfThree } from '../town/town.ts';

const hostile =
  '@everyone <@123> <@&4> <#5> </gatebell:6> <t:0:R> <:fire:1> :fire: [your bank](https://bad.example) ||hidden|| **bold** `c` \u202eback';
const asRead = hostile.replace('\u202e', '');

/** What broken and hostile clients send to the service through Discord, each with what its sender sees. */
describe('on Discord', () => {
  let town: TownOfThree;
  let channel = '';
  let nth = 0;

  beforeAll(async () => {
    town = await openTownOfThree();
    channel = town.discord.channels[0] ?? '';
    const registered = () => (town.discord.fake.state.commands.get(cast.guild) ?? []).length > 0;
    await town.until('the commands are registered', registered);
  }, 60_000);

  afterAll(() => town.close());

  afterEach(async () => {
    const { items } = (await town.service.operator.get<{ items: readonly { id: string }[] }>('/v1/gates?state=open')).body;
    for (const { id } of items) await made(town.service.operator, `/v1/gates/${id}/withdraw`, { why: 'the test is over' });
  });

  const people = () => town.discord.fake.people;
  const cards = (code: string) => town.discord.cards(code).map((card) => ({ ...card, shown: card.shown.replaceAll('\u2060', '') }));
  const told = (user: string) =>
    people()
      .alone(user)
      .map(({ shown }) => shown.replaceAll('\u2060', ''));
  const tells = (user: string, words: string) => town.until(`${user} reads: ${words}`, () => told(user).at(-1)?.includes(words) === true);
  const isOpen = async (code: string) => expect(await town.gate(code)).toMatchObject({ state: 'open' });
  const press = (message: string, more: object = {}) => people().press({ user: cast.mara, channel, on: 'Go on', message, ...more });

  async function standing(more: Readonly<Record<string, unknown>> = {}) {
    nth += 1;
    const { code } = await town.ask(0, `question-${nth}`, more);
    await town.until('the card stands there', () => cards(code).length === 1);
    return { code, message: cards(code)[0]?.id ?? '' };
  }

  async function aForm() {
    const gate = await standing({ answer: { kind: 'text', max: 2_000 } });
    await press(gate.message, { on: 'Answer…' });
    await town.until('the form asks', () => people().formText(cast.mara).includes('Your answer'));
    return { ...gate, form: people().form(cast.mara)?.id ?? '' };
  }

  function tokenOn(message: string): string {
    const rows = town.discord.fake.state.channels.get(channel)?.messages.find(({ id }) => id === message)?.components ?? [];
    return rows.flatMap((row) => listOf(row.components).map((part) => textOf(part.custom_id)))[0] ?? '';
  }

  test.each([
    ['a letter changed', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['its end cut off', (token: string) => token.slice(0, -1)],
    ['another gate named', (token: string) => token.replace(/^o\.\w+/, 'o.zz')],
    ['another revision named', (token: string) => token.replace(/^(o\.\w+\.)\w+/, '$12')],
    ['the other option named', (token: string) => token.replace(/^(o\.\w+\.\w+\.)0/, '$11')],
    ['a form made of it', (token: string) => token.replace(/^o(\.\w+\.\w+\.)0/, 'f$1-')],
    ['nothing of ours in it', () => 'approve'.repeat(14)],
  ])('a button with %s decides nothing, and its presser is told', async (_, altered) => {
    const { code, message } = await standing();

    const outcome = await press(message, { forged: altered(tokenOn(message)) });

    expect(outcome.result).toBe('answered');
    await tells(cast.mara, 'outdated');
    await isOpen(code);
  });

  test.each([
    ['another channel', () => cast.fixes],
    ['direct messages', () => people().directChannel(cast.mara)],
  ])('a button does nothing in %s', async (_, place) => {
    const { code, message } = await standing();
    const { channels, nextId } = town.discord.fake.state;
    const [from, to] = [channels.get(channel), channels.get(place())];
    const card = from?.messages.find(({ id }) => id === message);
    if (card === undefined || to === undefined) throw new Error('the channels are not there');
    const copy = { ...card, id: nextId(), channel: to.id };
    to.messages.push(copy);

    await people().press({ user: cast.mara, channel: to.id, on: 'Go on', message: copy.id });

    await tells(cast.mara, 'outdated');
    await isOpen(code);
  });

  test.each([
    ['who presses in a server that never let the bot in', cast.far, { from: cast.elsewhere }, 'You are no member here'],
    ['who did not accept the rules of the server', cast.guest, {}, 'Guests cannot decide'],
    ['whom nobody knows here', cast.stray, {}, 'does not know who you are'],
  ])('%s decides nothing', async (_, user, from, words) => {
    const { code, message } = await standing();

    await press(message, { user, ...from });

    await tells(user, words);
    await isOpen(code);
  });

  test('an edited reply, one of a bot and one of a webhook decide nothing', async () => {
    const { code, message } = await standing();

    people().say({ user: cast.robot, channel, text: 'yes', replyTo: message });
    people().sayByHook(channel, 'yes', message);
    const reply = people().say({ user: cast.mara, channel, text: 'hm', replyTo: message });
    await tells(cast.mara, 'Nothing was counted');
    people().editSaid(channel, reply, 'yes');

    await tells(cast.mara, 'An edited message decides nothing');
    await isOpen(code);
    expect([...told(cast.robot), ...told(cast.hook)]).toEqual([]);
  });

  test('in a thread with two gates words count only when they name one', async () => {
    const thread = people().openThread(channel);
    const { id } = await made(town.service.operator, '/v1/routes', { goal: 'goal-0', platform: 'discord', address: channel, thread });
    const [one, two] = [await town.ask(0, 'thread-1'), await town.ask(0, 'thread-2')];
    const inThread = () => people().messages(thread);
    await town.until('both stand in the thread', () =>
      [one, two].every(({ code }) => inThread().some(({ shown }) => shown.startsWith(`${code} in `))),
    );
    const copies = [one, two].length * (town.quarters.length + 1);
    await town.until('all of it is recorded', () => cardsRecorded(town.service.database, [one, two]) === copies);

    people().say({ user: cast.mara, channel: thread, text: `<@${cast.bot}> yes` });
    await tells(cast.mara, 'so nothing was counted. Say which');
    const open = [await town.gate(one.code), await town.gate(two.code)];
    people().say({ user: cast.mara, channel: thread, text: `<@${cast.bot}> ${two.code} yes` });

    await town.until('the named one is answered', async () => (await town.gate(two.code)).state === 'answered');
    expect(open).toMatchObject([{ state: 'open' }, { state: 'open' }]);
    await isOpen(one.code);
    const first = inThread().find(({ shown }) => shown.startsWith(`${one.code} in `));
    await people().press({ user: cast.mara, channel: thread, on: 'Go on', message: first?.id });
    await town.until('a button in the thread counts', async () => (await town.gate(one.code)).state === 'answered');
    await town.service.operator.send(`/v1/routes/${String(id)}`, { method: 'DELETE' });
  });

  test('a form that is submitted twice counts once, and its text comes back as it was written, without a ping or a disguised link', async () => {
    const text = `${hostile}\n# ${'long '.repeat(380)}`.slice(0, 2_000).trim();
    const { code, form } = await aForm();

    await Promise.all([1, 2].map(() => people().submit({ user: cast.mara, text, form })));

    await town.until('the card says who answered', () => cards(code)[0]?.shown.includes('" by Mara Voss at') === true);
    expect(await town.gate(code)).toMatchObject({ answer: { value: text } });
    expect([...town.decisions().values()].filter((count) => count > 1)).toEqual([]);
    expect(cards(code)[0]?.shown).toContain(`Answered "${asRead} # long`);
    expect(cards(code)[0]?.dangers).toEqual([]);
  });

  test('a form that is submitted after the gate was decided counts nothing, and its sender is told who decided', async () => {
    const { code, form } = await aForm();
    await people().command({ user: cast.mara, channel, text: `${code} ${'first '.repeat(300)}` });
    await town.until('it is decided', async () => (await town.gate(code)).state === 'answered');

    await people().submit({ user: cast.mara, text: 'second', form });

    await tells(cast.mara, `${code} is already decided: "first first`);
    await tells(cast.mara, 'by Mara Voss at');
  });

  test('a form counts nothing once its sender is nobody here any more, and a text of spaces is no answer', async () => {
    const { operator } = town.service;
    const { code, form } = await aForm();
    const identities = town.quarters.map(({ name: platform, accounts }) => ({ platform, account: accounts.mara }));

    await operator.patch('/v1/people/mara', { identities: identities.filter(({ platform }) => platform !== 'discord') });
    await people().submit({ user: cast.mara, text: 'yes', form });
    await tells(cast.mara, 'does not know who you are');
    await operator.patch('/v1/people/mara', { identities });
    await people().submit({ user: cast.mara, text: ' \n\u3000 ', form });

    await town.until('she is told', () => !told(cast.mara).at(-1)?.includes('does not know who you are'));
    await isOpen(code);
  });

  test('a press that comes three times is heard once', async () => {
    const { code, message } = await standing();
    const before = told(cast.mara).length;

    await press(message);
    people().redeliver(3);

    await town.until('it counts', async () => (await town.gate(code)).state === 'answered');
    await town.until('she is told once', () => told(cast.mara).length === before + 1);
    expect([...town.decisions().values()].filter((count) => count > 1)).toEqual([]);
  });

  test('a code to link an account that is guessed, used or somebody’s is refused, and nothing is tied', async () => {
    const { operator } = town.service;
    const types = (text: string, user: string = cast.stray) => people().command({ user, channel, text });
    await types('link abcd-efgh-ijkm-npqr');
    await tells(cast.stray, 'That link code is unknown, used, or older than 10 minutes.');
    await types('link', cast.mara);
    await tells(cast.mara, 'link ');
    const code = /link (\S{19})/.exec(told(cast.mara).at(-1) ?? '')?.[1] ?? '';
    await types(`link ${code}`, cast.guest);
    await tells(cast.guest, 'Guests cannot decide');

    await types(`link ${code}`);
    await tells(cast.stray, 'You are Mara Voss here from now on.');
    const stolen = await operator.patch('/v1/people/ines', { identities: [{ platform: 'discord', account: cast.stray }] });
    await types(`link ${code}`, cast.ines);

    await tells(cast.ines, 'That link code is unknown, used, or older than 10 minutes.');
    expect(stolen.status).toBe(409);
  });

  test.each([
    ['as long as Discord lets it be', '@everyone '.repeat(600).slice(0, 5_990), 'longer than 5000 characters'],
    ['longer than an answer, in Chinese', '漢'.repeat(2_001), '2000'],
    ['longer than an answer, in emoji', '😀'.repeat(2_001), '2000'],
  ])('a command that is %s is answered in a sentence', async (_, text, words) => {
    const { code } = await standing({ answer: { kind: 'text', max: 2_000 } });

    await people().command({ user: cast.mara, channel, text: `${code} ${text}` });

    await tells(cast.mara, words);
    await isOpen(code);
  });

  test.each([
    ['latin', 'w', 'w'],
    ['Chinese', '漢', '漢'],
    ['right-to-left', 'م', 'ש'],
    ['emoji of two units', '😀', '🎉'],
    ['emoji of many', '👩‍👩‍👧', '👨‍👩‍👧‍👦'],
    ['signs that are escaped', '<', '*'],
    ['pings', '@everyone', '<@30>'],
    ['masked links', '[a](https://b.example)', '[c](https://d.example)'],
    ['headings and lists', '# a', '- b'],
    ['quotes and code', '> a', '```b'],
  ])('a gate whose every text is as long as it may be, in %s, stands there to be read, with its buttons', async (_, piece, other) => {
    // The service counts code points, and Discord the two units that each of an emoji takes.
    const of = (text: string, max: number) => text.repeat(Math.floor(max / [...text].length));
    const options = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, label: `${key}${of(piece, 29)}`, effect: of(other, 140), lets: 'go' }));
    const question = `${of(piece, 298)} ?`;

    const { code } = await standing({ question, context: of(other, 2_000), answer: { kind: 'choice', options }, risk: 'irreversible' });

    const [card] = cards(code);
    expect(card?.shown.replace(/[\u200b-\u200d]{10,}/u, '')).toContain(`${code} in goal-0: ${question}`);
    for (const { label } of options) expect(card?.shown).toContain(`. ${label} (`);
    expect(card?.shown).toContain('Open: waits for an answer.');
    expect(card?.buttons).toEqual(options.map(({ label }) => label));
    expect(card?.dangers).toEqual([]);
    expect(town.discord.malformed()).toEqual([]);
  });

  test('one character more than a text may have is refused, and nothing is put', async () => {
    const before = ledgerHeads(town.service.database);
    const options = (label: string) => ['a', 'b'].map((key) => ({ key, label: `${key}${label}`, effect: 'x', lets: 'go' }));
    const question = { goal: 'goal-0', question: 'Which one goes in?', blocks: { lanes: ['fixes'] }, risk: 'reversible' };

    const replies = [
      await town.agent.post('/v1/gates', {
        ...question,
        key: 'one',
        question: `${'😀'.repeat(300)}?`,
        answer: { kind: 'choice', options: options('') },
      }),
      await town.agent.post('/v1/gates', { ...question, key: 'two', answer: { kind: 'choice', options: options('😀'.repeat(30)) } }),
    ];

    expect(replies.map(({ status }) => status)).toEqual([422, 422]);
    expect(ledgerHeads(town.service.database)).toEqual(before);
  });

  test('after all of that no secret stands in the log or in the database, and nothing of what was pressed', async () => {
    const { database } = town.service;
    await town.until('every press is finished', () => pressesIn(database).every(({ done_at }) => done_at !== null));
    const files = ['', '-wal'].map((end) => `${database}${end}`).filter((file) => existsSync(file));
    const text = [town.service.output(), ...files.map((file) => readFileSync(file, 'latin1'))].join('\n');

    const answering = [...town.discord.fake.state.interactions.values()].map(({ token }) => token);

    expect(town.secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(answering.filter((token) => town.service.output().includes(token))).toEqual([]);
    expect(pressesIn(database).length).toBeGreaterThan(10);
    expect(pressesIn(database).filter(({ raw }) => raw !== '')).toEqual([]);
    expect(town.discord.fake.state.warnings).toEqual([]);
  });
});
