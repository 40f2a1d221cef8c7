import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Fault } from '../faults.ts';
import type { Json } from '../json.ts';
import { chats, topics, users } from './cast.ts';
import type { FakeTelegram } from './fake-telegram.ts';

/** People and chats by their number, or by the name that the cast has for them. */
const named = (names: Readonly<Record<string, number>>) =>
  z.union([z.number(), z.string()]).transform((said, context) => {
    const id = names[said] ?? Number(said);
    if (!Number.isInteger(id)) context.addIssue(`nothing called ${said}; there is ${Object.keys(names).join(', ')}`);
    return id;
  });

const user = named(users);
const chat = named({ ...chats, ...users });
const topic = named(topics);
const message = z.number();
const fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rate-limited'), retryAfterS: z.number() }),
  z.strictObject({ kind: z.literal('status'), status: z.number(), after: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('html'), after: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('reset'), after: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('hang'), after: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('error'), error: z.string() }),
]) satisfies z.ZodType<Fault>;

const inputs = {
  press: z.strictObject({ user, chat, on: z.string(), message: message.optional(), stale: z.boolean().default(false) }),
  say: z.strictObject({ user, chat, text: z.string(), topic: topic.optional() }),
  reply: z.strictObject({ user, chat, text: z.string(), to: message }),
  command: z.strictObject({ user, chat, text: z.string(), topic: topic.optional() }),
  start: z.strictObject({ user, payload: z.string().default('') }),
  edit: z.strictObject({ chat, message, text: z.string() }),
  'delete-message': z.strictObject({ chat, message }),
  redeliver: z.strictObject({}),
  fault: z.strictObject({ method: z.string(), channel: z.string().optional(), times: z.number().default(1), fault }),
  'deliver-to': z.strictObject({ url: z.string().nullable() }),
  block: z.strictObject({ user }),
  unblock: z.strictObject({ user }),
  kick: z.strictObject({ chat }),
  invite: z.strictObject({ chat }),
  restrict: z.strictObject({ chat }),
  promote: z.strictObject({ chat }),
  migrate: z.strictObject({ chat }),
  'close-topic': z.strictObject({ chat, topic }),
  'reopen-topic': z.strictObject({ chat, topic }),
};

/** Lets a person play the people of this Telegram: `POST /_control/press`, `GET /_control/messages/fixes`, … */
export async function answerControl(
  fake: FakeTelegram,
  verb: string,
  path: readonly string[],
  body: string,
  response: ServerResponse,
): Promise<void> {
  try {
    const reply = verb === 'GET' ? look(fake, path) : act(fake, path[0] ?? '', body === '' ? {} : JSON.parse(body));
    send(response, 200, { ok: true, ...reply });
  } catch (failure) {
    send(response, 400, { ok: false, error: failure instanceof z.ZodError ? z.prettifyError(failure) : String(failure) });
  }
}

function send(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function look({ people, state, updates, delivered }: FakeTelegram, [what = '', of = '']: readonly string[]): Json {
  switch (what) {
    case 'messages':
      return { messages: people.messages(chat.parse(of)) };
    case 'alone':
      return { alone: people.alone(user.parse(of)) };
    case 'prompts':
      return { prompts: people.prompts(user.parse(of)) };
    case 'spinning':
      return { spinning: people.spinning(user.parse(of)) };
    case 'calls':
      return { calls: state.calls };
    case 'updates':
      return { updates: updates.waiting().map(({ update }) => update) };
    case 'deliveries':
      return { deliveries: delivered };
    case 'warnings':
      return { warnings: state.warnings };
    case 'people':
      return { people: [...state.users.values()], chats, topics };
    default:
      throw new Error(
        `nothing called ${what}; there is messages/CHAT, alone/USER, prompts/USER, spinning/USER, calls, updates, deliveries, warnings, people`,
      );
  }
}

function act(fake: FakeTelegram, what: string, said: unknown): Json {
  const { people } = fake;
  switch (what) {
    case 'press':
      return { query: people.press(inputs.press.parse(said)) };
    case 'say':
      return { message: people.say(inputs.say.parse(said)) };
    case 'reply':
      return { message: people.reply(inputs.reply.parse(said)) };
    case 'command':
      return { message: people.command(inputs.command.parse(said)) };
    case 'start': {
      const { user: who, payload } = inputs.start.parse(said);
      return { message: people.start(who, payload) };
    }
    case 'redeliver':
      return { update: people.redeliver() };
    case 'migrate':
      return { chat: people.migrate(inputs.migrate.parse(said).chat) };
    default:
      change(fake, what, said);
      return {};
  }
}

function change(fake: FakeTelegram, what: string, said: unknown): void {
  const { people } = fake;
  switch (what) {
    case 'edit':
      return people.editSaid(inputs.edit.parse(said));
    case 'delete-message': {
      const deleted = inputs['delete-message'].parse(said);
      return people.deleteMessage(deleted.chat, deleted.message);
    }
    case 'fault':
      return fake.faults.strike(inputs.fault.parse(said));
    case 'deliver-to':
      return fake.deliverTo(inputs['deliver-to'].parse(said).url);
    case 'block':
      return people.block(inputs.block.parse(said).user);
    case 'unblock':
      return people.unblock(inputs.unblock.parse(said).user);
    case 'kick':
      return people.kickBot(inputs.kick.parse(said).chat);
    case 'invite':
      return people.invite(inputs.invite.parse(said).chat);
    case 'restrict':
      return people.restrict(inputs.restrict.parse(said).chat);
    case 'promote':
      return people.promote(inputs.promote.parse(said).chat);
    case 'close-topic':
    case 'reopen-topic': {
      const place = inputs[what].parse(said);
      return what === 'close-topic' ? people.closeTopic(place.chat, place.topic) : people.reopenTopic(place.chat, place.topic);
    }
    default:
      throw new Error(`nobody can ${what}; there is ${Object.keys(inputs).join(', ')}`);
  }
}
