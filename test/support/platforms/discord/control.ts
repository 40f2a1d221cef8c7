import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Fault } from '../faults.ts';
import type { Json } from '../json.ts';
import { cast } from './cast.ts';
import type { FakeDiscord } from './fake-discord.ts';
import { sendJson } from './rest.ts';

/** People and channels go by their names here (`mara`, `fixes`), or by their ids. */
const who = z.string().transform((named) => (named in cast ? cast[named as keyof typeof cast] : named)); // looked up above
const where = { user: who, channel: who };
const fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rate-limited'), retryAfterS: z.number() }),
  z.strictObject({ kind: z.literal('status'), status: z.number(), after: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('html'), after: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('reset'), after: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('hang'), after: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('error'), error: z.string() }),
]) satisfies z.ZodType<Fault>;

const inputs = {
  press: z.strictObject({ ...where, on: z.string(), message: z.string().optional() }),
  message: z.strictObject({ ...where, text: z.string() }),
  reply: z.strictObject({ ...where, text: z.string(), replyTo: z.string(), ping: z.boolean().default(true) }),
  direct: z.strictObject({ user: who, text: z.string() }),
  command: z.strictObject({ ...where, name: z.string().default('gatebell'), text: z.string().default('') }),
  menu: z.strictObject({ ...where, message: z.string(), name: z.string().default('Answer gate') }),
  submit: z.strictObject({ user: who, text: z.string() }),
  close: z.strictObject({ user: who }),
  fault: z.strictObject({ method: z.string(), channel: who.optional(), times: z.number().default(1), fault }),
  reconnect: z.strictObject({}),
  cut: z.strictObject({}),
  invalidate: z.strictObject({ resumable: z.boolean().default(false) }),
  kick: z.strictObject({}),
  invite: z.strictObject({}),
};

/** Lets a person play the people of this Discord: `POST /_control/press`, `GET /_control/messages/fixes`, … */
export async function answerControl(
  fake: FakeDiscord,
  verb: string,
  path: readonly string[],
  body: string,
  response: ServerResponse,
): Promise<void> {
  try {
    const reply = verb === 'GET' ? look(fake, path) : await act(fake, path[0] ?? '', body === '' ? {} : JSON.parse(body));
    sendJson(response, 200, { ok: true, ...reply }, {});
  } catch (failure) {
    const error = failure instanceof z.ZodError ? z.prettifyError(failure) : String(failure);
    sendJson(response, 400, { ok: false, error }, {});
  }
}

function look(fake: FakeDiscord, [what = '', of = '']: readonly string[]): Json {
  switch (what) {
    case 'messages':
      return { messages: fake.people.messages(who.parse(of)) };
    case 'alone':
      return { alone: fake.people.alone(who.parse(of)) };
    case 'form':
      return { form: fake.people.formText(who.parse(of)) || null };
    case 'calls':
      return { calls: fake.state.calls };
    case 'commands':
      return { commands: Object.fromEntries(fake.state.commands) };
    case 'warnings':
      return { warnings: fake.state.warnings };
    case 'people':
      return { ...cast };
    default:
      throw new Error(`nothing called ${what}; there is messages/CHANNEL, alone/USER, form/USER, calls, commands, warnings, people`);
  }
}

async function act(fake: FakeDiscord, what: string, said: unknown): Promise<Json> {
  const { people, gateway } = fake;
  switch (what) {
    case 'press':
      return { outcome: await people.press(inputs.press.parse(said)) };
    case 'message':
      return { message: people.say(inputs.message.parse(said)) };
    case 'reply':
      return { message: people.say(inputs.reply.parse(said)) };
    case 'direct': {
      const { user, text } = inputs.direct.parse(said);
      return { message: people.say({ user, channel: people.directChannel(user), text }) };
    }
    case 'command':
      return { outcome: await people.command(inputs.command.parse(said)) };
    case 'menu':
      return { outcome: await people.menuCommand(inputs.menu.parse(said)) };
    case 'submit':
      return { outcome: await people.submit(inputs.submit.parse(said)) };
    case 'close':
      people.closeForm(inputs.close.parse(said).user);
      return {};
    case 'fault':
      fake.faults.strike(inputs.fault.parse(said));
      return {};
    case 'reconnect':
      gateway.reconnect();
      return {};
    case 'cut':
      gateway.cut();
      return {};
    case 'invalidate':
      gateway.invalidate(inputs.invalidate.parse(said).resumable);
      return {};
    case 'kick':
      people.kickBot();
      return {};
    case 'invite':
      people.inviteBot();
      return {};
    default:
      throw new Error(`nobody can ${what}; there is ${Object.keys(inputs).join(', ')}`);
  }
}
