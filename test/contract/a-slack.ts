import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { identifyByAccount } from '../../bots/identify-by-account.ts';
import type { Platform, Standing } from '../../bots/port.ts';
import type { Slack } from '../../bots/slack/adapter.ts';
import { createSlack } from '../../bots/slack/adapter.ts';
import type { Clock, Reads } from '../../src/ports.ts';
import { realClock } from '../support/platforms/clock.ts';
import type { FakeSlack } from '../support/platforms/slack/fake-slack.ts';
import { openFakeSlack } from '../support/platforms/slack/fake-slack.ts';
import { listOf, textOf } from '../support/platforms/json.ts';
import { elementsOf } from '../support/platforms/slack/lengths.ts';
import type { Message } from '../support/platforms/slack/state.ts';
import type { ButtonStage, Ground, Stage } from './platform.contract.ts';

export const slackHome = { account: 'T0HARBOUR:U0MARA', channel: 'C0FIXES', otherChannel: 'C0INNER' };

const mara = 'U0MARA';
const seats = { member: 'U0STRAY', guest: 'U0GUEST', bot: 'U0ROBOT', stranger: 'U0FAR', unverified: 'U0STRAY' } as const satisfies Record<
  Standing,
  string
>;

/** A Slack with people, which lasts while the service comes and goes; the service meets it through the real Bolt. */
export async function aSlack(mode: 'socket' | 'http', clock: Clock): Promise<Ground> {
  const fake = await openFakeSlack({ clock: { ...realClock, nowMs: () => Date.parse(clock.now()) } });
  const receiver = await openReceiver();
  let standing: Slack | null = null;
  let steps = { underWay: 0 };
  if (mode === 'http') fake.deliverTo(receiver.url);

  return {
    stage(reads) {
      // A service that was killed says goodbye to nobody.
      const killed = standing;
      standing = null;
      void killed?.stop();
      fake.sockets.cut();
      const own = { underWay: 0 };
      steps = own;
      const counted = countedIn(own);
      const { botToken, appToken, signingSecret } = fake.state.app;
      const receive = mode === 'socket' ? ({ kind: 'socket', appToken } as const) : ({ kind: 'http', signingSecret } as const);
      const report = (failure: unknown) => {
        if (standing === slack) throw failure;
      };
      const slack: Slack = createSlack({ botToken, receive, apiUrl: `${fake.url}/api/`, nowMs: () => Date.parse(clock.now()), report });
      standing = slack;
      receiver.answerWith(slack.fetch);
      const platform: Platform = {
        ...slack,
        post: counted(slack.post),
        edit: counted(slack.edit),
        listen: (inbox) => slack.listen({ ...inbox, hear: counted(inbox.hear) }),
      };
      return aStage(fake, reads, platform, counted);
    },
    seen: () =>
      [...fake.state.channels.keys()].flatMap((channel) => fake.people.messages(channel)).flatMap(({ shown }) => shown.split('\n')),
    breakChannel: (broken) => (broken ? fake.people.removeBot(slackHome.channel) : fake.people.invite(slackHome.channel)),
    deleteCard: (gate) => {
      const { channel, message } = cardOf(fake, gate);
      fake.people.deleteMessage(channel, message.ts);
    },
    isBusy: () => steps.underWay > 0 || fake.underWay() > 0,
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

function aStage(fake: FakeSlack, reads: Reads, platform: Platform, counted: Counted): Stage {
  const told = hearWhatIsTold(fake);
  let form: string | undefined;

  const doing = (act: () => Promise<unknown>) => void counted(act)();
  const pressing = (user: string, { channel, on }: Pressable, forged?: string) =>
    fake.people.press({
      user,
      channel,
      on,
      confirmed: true,
      stale: true,
      ...(forged === undefined ? {} : { forged: { value: forged } }),
    });
  const optionOf = async (gate: string, option: string, revision: number | null) => {
    const expects = (await reads.gate(gate))?.expects;
    const index = expects?.kind === 'choice' ? expects.options.findIndex(({ key }) => key === option) : -1;
    return pressable(fake, mara, `o.${numberOf(gate)}.${revision === null ? '[0-9a-z]+' : revision.toString(36)}.${index.toString(36)}.`);
  };

  const buttons: ButtonStage = {
    undo: (gate) => doing(() => pressing(mara, pressable(fake, mara, `u.${numberOf(gate)}.`))),
    openForm: (gate) => doing(() => pressing(mara, pressable(fake, mara, `f.${numberOf(gate)}.`))),
    submit(text) {
      form = fake.people.form(mara)?.id ?? form;
      const view = form;
      doing(() => fake.people.submit({ user: mara, text, ...(view === undefined ? {} : { view }) }));
    },
    reply(gate, text) {
      const { channel, message } = cardOf(fake, gate);
      fake.people.say({ user: mara, channel, text, thread: message.ts });
    },
    shortcut(gate) {
      const { channel, message } = cardOf(fake, gate);
      doing(() => fake.people.shortcut({ user: mara, channel, ts: message.ts, callback: 'gatebell:answer' }));
    },
    pressOld: (gate, option, revision) => doing(async () => pressing(mara, await optionOf(gate, option, revision))),
    pressForged: (token) => doing(() => pressing(mara, pressable(fake, mara, 'o.'), token)),
    redeliver: () => doing(() => fake.people.redeliver()),
    pressAs(standing, gate, option) {
      if (standing === 'unverified') fake.faults.strike({ method: 'users.info', fault: { kind: 'status', status: 503 } });
      doing(async () => pressing(seats[standing], await optionOf(gate, option, null)));
    },
    typeAsStranger: (line) =>
      doing(() => fake.people.command({ user: seats.member, channel: slackHome.channel, command: '/gatebell', text: line })),
  };

  return {
    connected: { platform, identify: identifyByAccount('slack', reads) },
    toldPrivately: told,
    type: (line) => doing(() => fake.people.command({ user: mara, channel: slackHome.channel, command: '/gatebell', text: line })),
    press: (gate, option) => doing(async () => pressing(mara, await optionOf(gate, option, null))),
    sendRaw() {
      // Slack carries text only; what has none in it is the nearest: a reply that is a picture.
      const { channel, message } = cardOf(fake, 'g1');
      fake.people.say({ user: mara, channel, text: '', thread: message.ts });
    },
    buttons,
  };
}

type Pressable = { readonly channel: string; readonly on: string };

/** The newest thing to press whose token begins so, on a shared card (also as it stood before) or one that this person alone sees. */
function pressable(fake: FakeSlack, user: string, begins: string): Pressable {
  const form = new RegExp(`^${begins.replaceAll('.', '\\.').replaceAll('[0-9a-z]+', '[0-9a-z]+')}`);
  const shared = [...fake.state.channels.values()].flatMap(({ id, messages }) =>
    messages.map(({ ts, blocks, earlier }) => ({ ts, channel: id, blocks: [blocks, ...earlier].flat() })),
  );
  const alone = fake.state.ephemerals.filter((seen) => seen.user === user).map(({ ts, channel, blocks }) => ({ ts, channel, blocks }));
  for (const { channel, blocks } of [...shared, ...alone].toSorted((a, b) => (a.ts < b.ts ? 1 : -1))) {
    const values = blocks.flatMap(elementsOf).flatMap(({ value, options }) => [value, ...listOf(options).map((option) => option.value)]);
    const on = values.find((value) => form.test(textOf(value)));
    if (on !== undefined) return { channel, on: textOf(on) };
  }
  throw new Error(`nothing to press begins with "${begins}"`);
}

function cardOf(fake: FakeSlack, gate: string): { readonly channel: string; readonly message: Message } {
  for (const channel of fake.state.channels.values()) {
    const message = channel.messages.find(({ deleted, own, text }) => !deleted && own && text.startsWith(`${gate} in `));
    if (message !== undefined) return { channel: channel.id, message };
  }
  throw new Error(`no card of ${gate} stands in any channel`);
}

/** What anybody alone was told since the last call: by a message that only they see, directly, or in a form. */
function hearWhatIsTold(fake: FakeSlack): () => string {
  let heard = fake.state.ephemerals.length;
  const views = new Map<string, string>();
  return () => {
    const messages = fake.state.ephemerals.slice(heard).filter(({ from }) => from !== 'Slack itself');
    heard = fake.state.ephemerals.length;
    const shown = [...new Set(messages.map(({ user }) => user))].flatMap((user) => fake.people.alone(user).slice(-messages.length));
    const changed = [...fake.state.views.values()].filter(({ id, hash }) => views.get(id) !== hash);
    for (const { id, hash } of changed) views.set(id, hash);
    return [...shown.map((message) => message.shown), ...changed.map(({ user }) => fake.people.formText(user))].filter(Boolean).join('\n');
  };
}

/** Takes what Slack posts, for whichever service runs now. */
async function openReceiver() {
  let answer: Slack['fetch'] = async () => new Response('nobody is there', { status: 503 });
  const listener = getRequestListener((request) => answer(request));
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`, // it listens on a port
    answerWith(fetch: Slack['fetch']) {
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
