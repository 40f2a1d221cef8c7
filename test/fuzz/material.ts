import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { made } from '../end-to-end/setting.ts';
import { cast } from '../support/platforms/discord/cast.ts';
import { users } from '../support/platforms/telegram/cast.ts';
import { callerOf, platforms } from './fuzz-town.ts';
import type { FuzzTown } from './fuzz-town.ts';
import { forged, tokensIn, withForgedTokens } from './harmless.ts';

/** A payload as the platform sent it, and what kind it is of there. */
export type Real<Kind extends string = string> = { readonly kind: Kind; readonly payload: unknown };
export type SlackKind = 'events_api' | 'interactive' | 'slash_commands';

export type Material = {
  readonly slack: readonly Real<SlackKind>[];
  readonly discord: readonly Real[];
  readonly telegram: readonly Real[];
  /** Ids and tokens that stand in the wrong place wherever they are put. */
  readonly pool: readonly unknown[];
};

/** None of them asks for anything that would change something. */
const lines = [
  'gates',
  'help',
  'status',
  'undo g999',
  'route goal-0',
  'pause goal-1',
  'note nowhere hello',
  'link NOSUCHCODE',
  'g1 perhaps',
  'nonsense',
];

/** What people do once, honestly or with a forged button: each payload as it was sent, with tokens that cannot count. */
export async function gatherMaterial(town: FuzzTown): Promise<Material> {
  const telegram = listenToTelegram(town);
  const discord = await listenToDiscord(town);
  await actOnSlack(town);
  await actOnDiscord(town);
  await actOnTelegram(town);
  for (const platform of platforms) {
    const code = town.gates.forms[platform];
    await town.until(`the form of ${platform} is filled in`, async () => (await town.gate(code)).state === 'answered');
    await made(callerOf(town, 'agent'), `/v1/gates/${code}/receive`, {});
  }
  await pause(200); // whatever is still on its way to the listeners
  const open = Object.values(town.gates.honest);
  const safe = <Kind extends string>({ kind, payload }: Real<Kind>): Real<Kind> => ({
    kind,
    payload: JSON.parse(withForgedTokens(JSON.stringify(payload), open)) as unknown,
  });
  return {
    slack: town.slack.fake.delivered.map(({ delivery: { kind, payload } }) => safe({ kind, payload })),
    discord: discord.end().map(safe),
    telegram: telegram.end().map(safe),
    pool: poolOf(town, open),
  };
}

function poolOf(town: FuzzTown, open: readonly string[]): readonly unknown[] {
  const safe = town.cardTokens.map((token) => tokensIn(withForgedTokens(token, open))[0] ?? '');
  const [some = ''] = safe;
  return [
    ...safe,
    ...safe.map((token) => token.slice(0, -1)),
    forged(some).toUpperCase(),
    `${forged(some)}@-1`,
    some.replace(/^o\./, 'f.'),
    some.replace(/^o\./, 'u.'),
    ...Object.values(cast),
    ...Object.values(users),
    ...[...town.slack.fake.state.users.keys(), ...town.slack.fake.state.channels.keys()],
    ...town.discord.channels,
    ...town.telegram.channels.map(Number),
  ];
}

async function actOnSlack({ slack, gates }: FuzzTown): Promise<void> {
  const { people, state } = slack.fake;
  const channel = slack.channels[0] ?? '';
  const [card] = slack.cards(gates.honest.slack);
  const [form] = slack.cards(gates.forms.slack);
  if (card === undefined || form === undefined) throw new Error('no card stands on Slack');
  for (const user of ['U0MARA', 'U0STRAY']) {
    await people.press({ user, channel, on: 'Go on', ts: card.id, forged: { value: forgedOf(state.channels.get(channel)) } });
    for (const text of lines) await people.command({ user, channel, command: '/gatebell', text });
    await people.shortcut({ user, channel, ts: card.id, callback: 'gatebell:answer' });
    const said = people.say({ user, channel, text: 'perhaps later', thread: card.id });
    people.editSaid(channel, said, 'perhaps never');
    people.deleteMessage(channel, said);
  }
  await people.openHome('U0MARA');
  await people.press({ user: 'U0MARA', channel, on: form.buttons[0] ?? '', ts: form.id });
  await waitFor('a form on Slack', () => people.form('U0MARA')?.view.submit !== undefined);
  await people.submit({ user: 'U0MARA', text: 'by the book' });
}

async function actOnDiscord({ discord, gates }: FuzzTown): Promise<void> {
  const { people, state } = discord.fake;
  const channel = discord.channels[0] ?? '';
  const [card] = discord.cards(gates.honest.discord);
  const [form] = discord.cards(gates.forms.discord);
  if (card === undefined || form === undefined) throw new Error('no card stands on Discord');
  for (const user of [cast.mara, cast.stray]) {
    await people.press({ user, channel, on: 'Go on', message: card.id, forged: forgedOf(state.channels.get(channel)) });
    for (const text of lines) await people.command({ user, channel, text });
    await people.menuCommand({ user, channel, message: card.id });
    const said = people.say({ user, channel, text: 'perhaps later', replyTo: card.id });
    people.editSaid(channel, said, 'perhaps never');
    people.deleteMessage(channel, said);
    people.say({ user, channel: people.directChannel(user), text: 'nonsense' });
  }
  const thread = people.openThread(channel, { message: card.id });
  people.say({ user: cast.mara, channel: thread, text: 'perhaps later' });
  people.archive(thread);
  await people.press({ user: cast.mara, channel, on: form.buttons[0] ?? '', message: form.id });
  await waitFor('a form on Discord', () => people.formText(cast.mara) !== '');
  await people.submit({ user: cast.mara, text: 'by the book' });
}

async function actOnTelegram({ telegram, gates, until }: FuzzTown): Promise<void> {
  const { people, state } = telegram.fake;
  const chat = Number(telegram.channels[0]);
  const card = Number(telegram.cards(gates.honest.telegram)[0]?.id);
  const [form] = telegram.cards(gates.forms.telegram);
  for (const user of [users.mara, users.ines]) {
    people.press({ user, chat, on: 'Go on', message: card, forged: forgedOf(state.chats.get(chat)) });
    people.press({ user, chat, on: 'Go on', message: card, forged: forgedOf(state.chats.get(chat)), inaccessible: true });
    for (const text of lines) people.command({ user, chat, text: `/${text}` });
    const said = people.reply({ user, chat, text: 'perhaps later', to: card });
    people.editSaid({ chat, message: said, text: 'perhaps never' });
    people.say({ user, chat: user, text: 'nonsense' });
    people.say({ user, chat, text: 'perhaps later', to: card, by: 'forward' });
    people.say({ user, chat, text: '', to: card, by: 'picture' });
  }
  people.sayAsGroup({ chat, text: 'perhaps later', to: card });
  people.promote(chat);
  people.press({ user: users.mara, chat, on: form?.buttons[0] ?? '', message: Number(form?.id) });
  await until('a text is asked for on Telegram', () => people.prompts(users.mara).length > 0);
  const prompt = people.prompts(users.mara).at(-1);
  people.reply({ user: users.mara, chat, text: 'by the book', to: prompt?.message ?? 0 });
}

/** One of the tokens that stand there, with another check. */
function forgedOf(place: unknown): string {
  const [token] = tokensIn(JSON.stringify(place));
  if (token === undefined) throw new Error('no token stands there');
  return forged(token);
}

/** Another session of the bot, which hears what the service hears. */
async function listenToDiscord({ discord }: FuzzTown): Promise<{ readonly end: () => readonly Real[] }> {
  const { url, state } = discord.fake;
  const heard: Real[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?v=10&encoding=json`);
  await new Promise<void>((ready, failed) => {
    socket.once('error', failed);
    socket.on('message', (bytes: Buffer) => {
      const { op, t, d } = JSON.parse(bytes.toString()) as { op: number; t: string | null; d: unknown }; // as the fake writes it
      if (op === 10) {
        const properties = { os: 'linux', browser: 'listener', device: 'listener' };
        socket.send(JSON.stringify({ op: 2, d: { token: state.app.token, intents: 1 | (1 << 9) | (1 << 12), properties } }));
      }
      if (op !== 0 || t === null) return;
      heard.push({ kind: t, payload: d });
      if (t === 'GUILD_CREATE') ready();
    });
  });
  return {
    end() {
      socket.close(1000);
      const id = cast.elsewhere;
      return [
        ...heard,
        { kind: 'GUILD_DELETE', payload: { id } },
        { kind: 'RESUMED', payload: {} },
        { kind: 'TYPING_START', payload: { channel_id: id } },
      ];
    },
  };
}

/** Every update in the moment that it waits. */
function listenToTelegram({ telegram }: FuzzTown): { readonly end: () => readonly Real[] } {
  const { updates } = telegram.fake;
  const heard = new Map<number, Real>();
  const quiet = updates.onNew(() => {
    for (const { id, update } of updates.waiting()) {
      const [kind = '', payload] = Object.entries(update).find(([name]) => name !== 'update_id') ?? [];
      heard.set(id, { kind, payload });
    }
  });
  return {
    end() {
      quiet();
      const migrated = {
        message_id: 1,
        date: 1,
        chat: { id: -71_000_099, type: 'group', title: 'away' },
        from: { id: users.mara, is_bot: false, first_name: 'Mara' },
      };
      return [...heard.values(), { kind: 'message', payload: { ...migrated, migrate_to_chat_id: -1_001_071_000_099 } }];
    },
  };
}

async function waitFor(what: string, holds: () => boolean): Promise<void> {
  for (const endMs = Date.now() + 10_000; !holds(); await pause(10)) if (Date.now() > endMs) throw new Error(`no ${what}`);
}
