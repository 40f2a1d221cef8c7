import { createDiscord } from '../../bots/discord/adapter.ts';
import { messageName } from '../../bots/discord/message-name.ts';
import { identifyByAccount } from '../../bots/identify-by-account.ts';
import type { Inbox, Platform, Standing } from '../../bots/port.ts';
import type { Clock, Reads } from '../../src/ports.ts';
import { realClock } from '../support/platforms/clock.ts';
import { cast } from '../support/platforms/discord/cast.ts';
import type { FakeDiscord } from '../support/platforms/discord/fake-discord.ts';
import { openFakeDiscord } from '../support/platforms/discord/fake-discord.ts';
import { listOf, textOf } from '../support/platforms/json.ts';
import type { ButtonStage, Ground, Stage } from './platform.contract.ts';

export const discordHome = { account: cast.mara, channel: cast.fixes, otherChannel: cast.inner };

type Presser = Exclude<Standing, 'unverified'>;
const seats: Readonly<Record<Presser, string>> = { member: cast.stray, guest: cast.guest, bot: cast.robot, stranger: cast.far };

/** A Discord with people, which lasts while the service comes and goes; the service meets it through the real discord.js. */
export async function aDiscord(clock: Clock): Promise<Ground> {
  const nowMs = () => Date.parse(clock.now());
  const fake = await openFakeDiscord({ clock: { ...realClock, nowMs } });
  const posted = new Set<string>();
  let standing: Platform | null = null;
  let work = createWork();

  return {
    stage(reads) {
      // A service that was killed says goodbye to nobody.
      const killed = standing;
      standing = null;
      void killed?.stop();
      fake.gateway.cut();
      const own = createWork();
      work = own;
      const report = (failure: unknown) => {
        if (standing === discord) throw failure;
      };
      const discord = createDiscord({ token: fake.state.app.token, guildId: cast.guild, apiUrl: `${fake.url}/api`, nowMs, report });
      standing = discord;
      const platform: Platform = {
        ...discord,
        post: own.counted(async (place, outgoing) => {
          const put = await discord.post(place, outgoing);
          if (put.result === 'sent') posted.add(put.message);
          return put;
        }),
        edit: own.counted(discord.edit),
        listen: (inbox) => discord.listen(own.watched(inbox)),
      };
      return aStage({ fake, posted }, reads, platform, own);
    },
    seen: () => messagesOf({ fake, posted }).flatMap(({ shown }) => shown.split('\n')),
    breakChannel: (broken) => (broken ? fake.people.deny(cast.fixes, 'VIEW_CHANNEL') : fake.people.allow(cast.fixes)),
    deleteCard(gate) {
      const { channel, id } = cardOf({ fake, posted }, gate);
      fake.people.deleteMessage(channel, id);
    },
    isBusy: () => work.underWay() || fake.underWay() > 0,
    async close() {
      await standing?.stop();
      await fake.close();
    },
  };
}

type Counted = <Args extends readonly unknown[], Result>(step: (...args: Args) => Promise<Result>) => (...args: Args) => Promise<Result>;
type Work = ReturnType<typeof createWork>;

/** What one service has under way: its steps, what is kept and not heard yet, and what was said to it and is not kept yet. */
function createWork() {
  let steps = 0;
  const kept = new Set<string>();
  let arrived: (() => void)[] = [];
  const counted: Counted =
    (step) =>
    (...args) => {
      steps += 1;
      return step(...args).finally(() => {
        steps -= 1;
      });
    };
  return {
    counted,
    underWay: () => steps > 0 || kept.size > 0,
    watched: (inbox: Inbox): Inbox => ({
      ...inbox,
      async keep(id, raw) {
        const result = await counted(inbox.keep)(id, raw);
        if (result === 'new') kept.add(id);
        for (const tell of arrived) tell();
        arrived = [];
        return result;
      },
      hear: counted(async (press) => {
        kept.delete(press.id ?? '');
        await inbox.hear(press);
      }),
    }),
    /** Does something that the service hears of, and waits until it is kept. */
    told: counted(async (act: () => unknown) => {
      const isKept = new Promise<void>((resolve) => arrived.push(resolve));
      await act();
      await isKept;
    }),
  };
}

type Town = { readonly fake: FakeDiscord; readonly posted: ReadonlySet<string> };

function aStage({ fake, posted }: Town, reads: Reads, platform: Platform, { counted, told }: Work): Stage {
  const { people } = fake;
  const { mara } = cast;
  let form: string | undefined;

  const doing = (act: () => Promise<unknown>) => void counted(act)();
  const pressing = (user: string, pressed: Pressable, more: { readonly forged?: string; readonly from?: string } = {}) =>
    people.press({ user, ...pressed, stale: true, ...more });
  const optionOf = async (gate: string, option: string, revision: number | null) => {
    const expects = (await reads.gate(gate))?.expects;
    const index = expects?.kind === 'choice' ? expects.options.findIndex(({ key }) => key === option) : -1;
    return pressable(fake, mara, `o.${numberOf(gate)}.${revision === null ? '[0-9a-z]+' : revision.toString(36)}.${index.toString(36)}.`);
  };
  const command = async (user: string, text: string) => {
    await untilRegistered(fake);
    return people.command({ user, channel: cast.fixes, text });
  };

  const buttons: ButtonStage = {
    undo: (gate) => doing(() => pressing(mara, pressable(fake, mara, `u.${numberOf(gate)}.`))),
    openForm: (gate) => doing(() => pressing(mara, pressable(fake, mara, `f.${numberOf(gate)}.`))),
    submit(text) {
      form = people.form(mara)?.id ?? form;
      doing(() => people.submit({ user: mara, text, form }));
    },
    reply(gate, text) {
      const { channel, id } = cardOf({ fake, posted }, gate);
      void told(() => people.say({ user: mara, channel, text, replyTo: id }));
    },
    shortcut: (gate) =>
      doing(async () => {
        await untilRegistered(fake);
        const { channel, id } = cardOf({ fake, posted }, gate);
        return people.menuCommand({ user: mara, channel, message: id });
      }),
    pressOld: (gate, option, revision) => doing(async () => pressing(mara, await optionOf(gate, option, revision))),
    pressForged: (forged) => doing(() => pressing(mara, pressable(fake, mara, 'o.'), { forged })),
    redeliver: () => void told(() => people.redeliver()),
    pressAs(standing, gate, option) {
      if (standing !== 'unverified') {
        const from = standing === 'stranger' ? { from: cast.elsewhere } : {};
        return doing(async () => pressing(seats[standing], await optionOf(gate, option, null), from));
      }
      // A press in the server says itself who made it; what is written directly does not, and Discord has to be asked.
      fake.faults.strike({ method: 'get_guild_member', fault: { kind: 'status', status: 503 } });
      void told(() => people.say({ user: cast.stray, channel: people.directChannel(cast.stray), text: `${gate} ${option}` }));
    },
    typeAsStranger: (line) => doing(() => command(seats.member, line)),
  };

  return {
    connected: { platform, identify: identifyByAccount('discord', reads) },
    toldPrivately: hearWhatIsTold({ fake, posted }),
    type: (line) => doing(() => command(mara, line)),
    press: (gate, option) => doing(async () => pressing(mara, await optionOf(gate, option, null))),
    sendRaw() {
      // Discord carries text only; what has none in it is the nearest: a reply that is a picture.
      const { channel, id } = cardOf({ fake, posted }, 'g1');
      void told(() => people.say({ user: mara, channel, text: '', picture: true, replyTo: id }));
    },
    buttons,
  };
}

/** The commands of the app are registered once it is connected. */
async function untilRegistered(fake: FakeDiscord): Promise<void> {
  while ((fake.state.commands.get(cast.guild) ?? []).length === 0) await new Promise(setImmediate);
}

type Pressable = { readonly channel: string; readonly message: string; readonly on: string };

/** The newest thing to press whose token begins so, on a shared card (also as it stood before) or one that this person alone sees. */
function pressable({ state }: FakeDiscord, user: string, begins: string): Pressable {
  const form = new RegExp(`^${begins.replaceAll('.', '\\.').replaceAll('[0-9a-z]+', '[0-9a-z]+')}`);
  const shared = [...state.channels.values()].flatMap(({ messages }) => messages);
  const alone = state.ephemerals.filter((message) => message.alone === user);
  for (const { id, channel, components, earlier } of [...shared, ...alone].toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))) {
    const ids = [components, ...earlier].flat().flatMap((row) => listOf(row.components).map((part) => textOf(part.custom_id)));
    const on = ids.find((custom) => form.test(custom));
    if (on !== undefined) return { channel, message: id, on };
  }
  throw new Error(`nothing to press begins with "${begins}"`);
}

/** What the bot posted and is still there, in the order of its time. */
function messagesOf({ fake, posted }: Town) {
  return [...fake.state.channels.keys()].flatMap((channel) =>
    fake.people
      .messages(channel)
      .filter(({ id }) => posted.has(messageName(channel, id)))
      .map((message) => ({ ...message, channel })),
  );
}

function cardOf(town: Town, gate: string): { readonly channel: string; readonly id: string } {
  const card = messagesOf(town).find(({ shown }) => shown.startsWith(`${gate} in `));
  if (card === undefined) throw new Error(`no card of ${gate} stands in any channel`);
  return card;
}

/** What anybody alone was told since the last call: by a message that only they see, directly (but for posts), or in a form. */
function hearWhatIsTold({ fake, posted }: Town): () => string {
  const heard = new Set<string>();
  const said = () => [
    ...[...fake.state.users.keys()].flatMap((user) =>
      fake.people
        .alone(user)
        .filter(({ id, channel, from }) => from !== 'Discord itself' && !posted.has(messageName(channel, id)))
        .map(({ id, shown }) => ({ id, shown })),
    ),
    ...[...fake.state.users.keys()].map((user) => ({ id: fake.people.form(user)?.id ?? '', shown: fake.people.formText(user) })),
  ];
  for (const { id } of said()) heard.add(id);
  return () => {
    const fresh = said().filter(({ id }) => !heard.has(id));
    for (const { id } of fresh) heard.add(id);
    return fresh
      .map(({ shown }) => shown)
      .filter(Boolean)
      .join('\n');
  };
}

function numberOf(gate: string): string {
  return Number(gate.slice(1)).toString(36);
}
