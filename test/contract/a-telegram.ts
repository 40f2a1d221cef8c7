import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { identifyByAccount } from '../../bots/identify-by-account.ts';
import type { Platform, Standing } from '../../bots/port.ts';
import type { Telegram } from '../../bots/telegram/adapter.ts';
import { createTelegram } from '../../bots/telegram/adapter.ts';
import { readData } from '../../bots/telegram/callback-data.ts';
import { messageName } from '../../bots/telegram/message-name.ts';
import type { Clock, Reads } from '../../src/ports.ts';
import { realClock } from '../support/platforms/clock.ts';
import { textOf } from '../support/platforms/json.ts';
import { bot, chats, users } from '../support/platforms/telegram/cast.ts';
import type { FakeTelegram } from '../support/platforms/telegram/fake-telegram.ts';
import { openFakeTelegram } from '../support/platforms/telegram/fake-telegram.ts';
import type { Message } from '../support/platforms/telegram/state.ts';
import type { ButtonStage, Ground, Stage } from './platform.contract.ts';

export const telegramHome = { account: String(users.mara), channel: String(chats.fixes), otherChannel: String(chats.inner) };

const seats = {
  member: users.stray,
  guest: users.guest,
  bot: users.robot,
  stranger: users.far,
  unverified: users.stray,
} as const satisfies Record<Standing, number>;

/** A Telegram with people, which lasts while the service comes and goes; the service meets it through the real grammY. */
export async function aTelegram(mode: 'polling' | 'webhook', clock: Clock): Promise<Ground> {
  const nowMs = () => Date.parse(clock.now());
  const fake = await openFakeTelegram({ clock: { ...realClock, nowMs } });
  const receiver = await openReceiver();
  let standing: Telegram | null = null;
  let steps = { underWay: 0 };
  const posted = new Set<string>();

  return {
    stage(reads) {
      // A service that was killed says goodbye to nobody.
      const killed = standing;
      standing = null;
      void killed?.stop();
      fake.polls.cut();
      const own = { underWay: 0 };
      steps = own;
      const counted = countedIn(own);
      const webhook = { kind: 'webhook', secret: bot.webhookSecret, url: receiver.url } as const;
      const receive = mode === 'polling' ? ({ kind: 'polling' } as const) : webhook;
      const report = (failure: unknown) => {
        if (standing === telegram) throw failure;
      };
      const telegram: Telegram = createTelegram({ token: bot.token, apiUrl: fake.url, receive, nowMs, awayMs: 0, report });
      standing = telegram;
      receiver.answerWith(telegram.fetch);
      const platform: Platform = {
        ...telegram,
        post: counted(async (place, outgoing) => {
          const put = await telegram.post(place, outgoing);
          if (put.result === 'sent') posted.add(put.message);
          return put;
        }),
        edit: counted(telegram.edit),
        listen: (inbox) => telegram.listen({ ...inbox, hear: counted(inbox.hear) }),
      };
      return aStage({ fake, posted }, reads, platform, counted);
    },
    seen: () =>
      [...fake.state.chats.values()].flatMap(({ id: chat }) =>
        fake.people
          .messages(chat)
          .filter(({ id }) => posted.has(messageName(chat, id)))
          .flatMap(({ shown }) => shown.split('\n')),
      ),
    breakChannel: (broken) => (broken ? fake.people.kickBot(chats.fixes) : fake.people.invite(chats.fixes)),
    deleteCard: (gate) => {
      const { chat, id } = cardOf(fake, gate);
      fake.people.deleteMessage(chat, id);
    },
    isBusy: () => steps.underWay > 0 || fake.underWay() > 0 || fake.updates.waiting().length > 0,
    async close() {
      await standing?.stop();
      await receiver.close();
      await fake.close();
    },
  };
}

/** Counts the steps that are under way: those of a service that was killed end with it. */
function countedIn(steps: { underWay: number }): Counted {
  return (step) =>
    (...args) => {
      steps.underWay += 1;
      return step(...args).finally(() => {
        steps.underWay -= 1;
      });
    };
}

type Counted = <Args extends readonly unknown[], Result>(step: (...args: Args) => Promise<Result>) => (...args: Args) => Promise<Result>;

type Town = { readonly fake: FakeTelegram; readonly posted: ReadonlySet<string> };

function aStage({ fake, posted }: Town, reads: Reads, platform: Platform, counted: Counted): Stage {
  const told = hearWhatIsTold(fake, posted);
  const { mara } = users;
  let prompt: { readonly chat: number; readonly message: number } | undefined;

  const doing = (act: () => Promise<unknown>) => void counted(act)();
  const pressing = (user: number, on: Pressable, forged?: string) =>
    fake.people.press({ user, ...on, stale: true, ...(forged === undefined ? {} : { forged }) });
  const optionOf = async (user: number, gate: string, option: string, revision: number | null) => {
    const expects = (await reads.gate(gate))?.expects;
    const index = expects?.kind === 'choice' ? expects.options.findIndex(({ key }) => key === option) : -1;
    return pressable(fake, user, `o.${numberOf(gate)}.${revision === null ? '[0-9a-z]+' : revision.toString(36)}.${index.toString(36)}.`);
  };

  const buttons: ButtonStage = {
    undo: (gate) => pressing(mara, pressable(fake, mara, `u.${numberOf(gate)}.`)),
    openForm: (gate) => pressing(mara, pressable(fake, mara, `f.${numberOf(gate)}.`)),
    submit(text) {
      prompt = fake.people.prompts(mara).at(-1) ?? prompt;
      if (prompt === undefined) throw new Error('nobody asked Mara for a text');
      fake.people.reply({ user: mara, chat: prompt.chat, to: prompt.message, text });
    },
    reply(gate, text) {
      const { chat, id } = cardOf(fake, gate);
      fake.people.reply({ user: mara, chat, to: id, text });
    },
    shortcut(gate) {
      // The nearest that there is: the command without a code, as a reply to the card.
      const { chat, id } = cardOf(fake, gate);
      fake.people.command({ user: mara, chat, to: id, text: '/gate' });
    },
    pressOld: (gate, option, revision) => doing(async () => pressing(mara, await optionOf(mara, gate, option, revision))),
    pressForged: (token) => pressing(mara, pressable(fake, mara, 'o.'), token),
    redeliver: () => fake.people.redeliver(),
    pressAs(standing, gate, option) {
      if (standing === 'unverified') fake.faults.strike({ method: 'getChatMember', fault: { kind: 'status', status: 503 } });
      doing(async () => pressing(seats[standing], await optionOf(seats[standing], gate, option, null)));
    },
    typeAsStranger(line) {
      const { member } = seats;
      if (fake.state.users.get(member)?.started !== true) fake.people.start(member);
      fake.people.command({ user: member, chat: member, text: `/${line}` });
    },
  };

  return {
    connected: { platform, identify: identifyByAccount('telegram', reads) },
    toldPrivately: told,
    type: (line) => fake.people.command({ user: mara, chat: chats.fixes, text: `/${line}` }),
    press: (gate, option) => doing(async () => pressing(mara, await optionOf(mara, gate, option, null))),
    sendRaw() {
      // Telegram carries text only; what has none in it is the nearest: a reply that is a picture.
      const { chat, id } = cardOf(fake, 'g1');
      fake.people.reply({ user: mara, chat, to: id, text: '', by: 'picture' });
    },
    buttons,
  };
}

type Pressable = { readonly chat: number; readonly message: number; readonly on: string };

/** The newest thing to press whose token begins so, on a shared card (also as it stood before) or in this person's private chat. */
function pressable(fake: FakeTelegram, user: number, begins: string): Pressable {
  const form = new RegExp(`^${begins.replaceAll('.', '\\.').replaceAll('[0-9a-z]+', '[0-9a-z]+')}`);
  const seen = [...fake.state.chats.values()]
    .filter(({ kind, id }) => kind !== 'private' || id === user)
    .flatMap(({ messages }) => messages)
    .toSorted((a, b) => (a.atMs - b.atMs === 0 ? Number(a.chat > 0) - Number(b.chat > 0) : a.atMs - b.atMs))
    .toReversed();
  for (const { chat, id, keyboard, earlier } of seen) {
    const datas = [...(keyboard === null ? [] : [keyboard]), ...earlier].flat(2).map((button) => textOf(button.callback_data));
    const on = datas.find((data) => form.test(readData(data).token));
    if (on !== undefined) return { chat, message: id, on };
  }
  throw new Error(`nothing to press begins with "${begins}"`);
}

function cardOf(fake: FakeTelegram, gate: string): Message {
  for (const { kind, messages } of fake.state.chats.values()) {
    const message = messages.find(({ deleted, own, content }) => !deleted && own && content.text.startsWith(`${gate} in `));
    if (message !== undefined && kind !== 'private') return message;
  }
  throw new Error(`no card of ${gate} stands in any chat`);
}

/** What anybody alone was told since the last call: in the answer to a press, or in their private chat beside what is posted there. */
function hearWhatIsTold(fake: FakeTelegram, posted: ReadonlySet<string>): () => string {
  let heard = fake.state.alone.length;
  return () => {
    const since = fake.state.alone.slice(heard);
    heard = fake.state.alone.length;
    return since
      .filter((alone) => alone.kind !== 'message' || !posted.has(messageName(alone.message.chat, alone.message.id)))
      .map((alone) => (alone.kind === 'message' ? alone.message.content.text : (alone.query.answer?.text ?? '')))
      .filter(Boolean)
      .join('\n');
  };
}

/** Takes what Telegram posts, for whichever service runs now. */
async function openReceiver() {
  let answer: Telegram['fetch'] = async () => new Response('nobody is there', { status: 503 });
  const listener = getRequestListener((request) => answer(request));
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/telegram/webhook`, // it listens on a port
    answerWith(fetch: Telegram['fetch']) {
      answer = fetch;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function numberOf(gate: string): string {
  return Number(gate.slice(1)).toString(36);
}
