import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { FakeSlack } from './fake-slack.ts';
import type { Fault } from '../faults.ts';
import type { Json } from '../json.ts';
import { sendJson } from './web-api.ts';

const who = { user: z.string() };
const where = { ...who, channel: z.string() };
const fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rate-limited'), retryAfterS: z.number() }),
  z.strictObject({ kind: z.literal('status'), status: z.number(), after: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('html'), after: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('reset'), after: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('hang'), after: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('error'), error: z.string() }),
]) satisfies z.ZodType<Fault>;

const inputs = {
  press: z.strictObject({ ...where, on: z.string(), ts: z.string().optional(), confirmed: z.boolean().default(false) }),
  message: z.strictObject({ ...where, text: z.string() }),
  reply: z.strictObject({ ...where, text: z.string(), thread: z.string() }),
  command: z.strictObject({ ...where, command: z.string().default('/gatebell'), text: z.string().default('') }),
  shortcut: z.strictObject({ ...where, ts: z.string(), callback: z.string() }),
  submit: z.strictObject({ ...who, text: z.string() }),
  close: z.strictObject(who),
  fault: z.strictObject({ method: z.string(), channel: z.string().optional(), times: z.number().default(1), fault }),
  refresh: z.strictObject({}),
  'deliver-to': z.strictObject({ url: z.string().nullable() }),
  archive: z.strictObject({ channel: z.string() }),
  invite: z.strictObject({ channel: z.string() }),
};

/** Lets a person play the people of this Slack: `POST /_control/press`, `GET /_control/messages/C0FIXES`, … */
export async function answerControl(
  fake: FakeSlack,
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

function look(fake: FakeSlack, [what = '', of = '']: readonly string[]): Json {
  switch (what) {
    case 'messages':
      return { messages: fake.people.messages(of) };
    case 'alone':
      return { alone: fake.people.alone(of) };
    case 'form':
      return { form: fake.people.form(of) ?? null };
    case 'calls':
      return { calls: fake.state.calls };
    case 'deliveries':
      return { deliveries: fake.delivered };
    case 'warnings':
      return { warnings: fake.state.warnings };
    case 'people':
      return { people: [...fake.state.users.values()], channels: [...fake.state.channels.keys()] };
    default:
      throw new Error(`nothing called ${what}; there is messages/CHANNEL, alone/USER, form/USER, calls, deliveries, warnings, people`);
  }
}

async function act(fake: FakeSlack, what: string, said: unknown): Promise<Json> {
  const { people } = fake;
  switch (what) {
    case 'press':
      return { outcome: await people.press(inputs.press.parse(said)) };
    case 'message':
      return { ts: people.say(inputs.message.parse(said)) };
    case 'reply':
      return { ts: people.say(inputs.reply.parse(said)) };
    case 'command':
      return { outcome: await people.command(inputs.command.parse(said)) };
    case 'shortcut':
      return { outcome: await people.shortcut(inputs.shortcut.parse(said)) };
    case 'submit':
      return { outcome: await people.submit(inputs.submit.parse(said)) };
    case 'close':
      await people.closeForm(inputs.close.parse(said).user);
      return {};
    case 'fault':
      fake.faults.strike(inputs.fault.parse(said));
      return {};
    case 'refresh':
      fake.sockets.refresh();
      return {};
    case 'deliver-to':
      fake.deliverTo(inputs['deliver-to'].parse(said).url);
      return {};
    case 'archive':
      people.archive(inputs.archive.parse(said).channel);
      return {};
    case 'invite':
      people.invite(inputs.invite.parse(said).channel);
      return {};
    default:
      throw new Error(`nobody can ${what}; there is ${Object.keys(inputs).join(', ')}`);
  }
}
