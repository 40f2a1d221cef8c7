import { cast } from '../support/platforms/discord/cast.ts';
import type { Json } from '../support/platforms/json.ts';
import { isJson } from '../support/platforms/json.ts';
import { encoded, postSigned } from '../support/platforms/slack/http-deliveries.ts';
import { bot } from '../support/platforms/telegram/cast.ts';
import type { Dice } from './dice.ts';
import type { FuzzTown } from './fuzz-town.ts';
import { withoutAnswers } from './harmless.ts';
import { nul, wireText } from './hostile.ts';
import type { Material, SlackKind } from './material.ts';
import { mutate } from './mutate.ts';

/** Sends one malformed payload; ends when the next may be sent. */
export type Send = (dice: Dice) => Promise<void>;

const perHelp = 25;

/** What is malformed, of one kind: a mutation that no honest sender sends, and that nothing true can be read in. */
function malformed<Kind extends string>(
  reals: readonly { readonly kind: Kind; readonly payload: unknown }[],
  pool: readonly unknown[],
  dice: Dice,
  isTrue: (kind: Kind, payload: unknown) => boolean,
): { readonly kind: Kind; readonly payload: unknown } {
  for (;;) {
    const real = dice.of(reals);
    const payload = mutated(real.payload, pool, dice);
    if (payload !== undefined && !isTrue(real.kind, payload)) return { kind: dice.chance(0.02) ? dice.of(reals).kind : real.kind, payload };
  }
}

/** Undefined when it became deeper than this process can write: two mutations may put what is nested into what is nested. */
function mutated(payload: unknown, pool: readonly unknown[], dice: Dice): unknown {
  try {
    const changed = withoutAnswers(mutate(payload, dice, pool).payload);
    return JSON.stringify([[[changed]]]) === '' ? undefined : changed;
  } catch (failure) {
    if (failure instanceof RangeError) return undefined;
    throw failure;
  }
}

/** On sockets: each 25 somebody honest asks for help and is answered, by which all before is known to be taken. */
export function slackOverSockets(town: FuzzTown, { slack: reals, pool }: Material): Send {
  const { people, delivered, state, sockets } = town.slack.fake;
  const vessel = delivered.findLast(({ delivery }) => delivery.kind !== 'events_api')?.delivery;
  const honest = reals.find(({ kind }) => kind === 'slash_commands')?.payload;
  if (vessel === undefined || !isJson(honest)) throw new Error('nobody did anything on Slack yet');
  // What was delivered last is delivered again, and is something else by now: the fake has no other way for what Slack never sends.
  const deliver = (kind: SlackKind, payload: unknown) => {
    Object.assign(vessel, { kind, payload });
    return people.redeliver();
  };
  const help = () => ({ ...honest, text: 'help', trigger_id: state.next('trigger') });
  let count = 0;
  return async (dice) => {
    const { kind, payload } = malformed(reals, pool, dice, () => false);
    void deliver(kind, payload);
    count += 1;
    if (count % perHelp === 0)
      await answered(
        town,
        'Slack',
        () => sockets.count() > 0,
        async () => (await deliver('slash_commands', help())).result === 'acknowledged',
      );
  };
}

/** Posted as Slack posts, signed; now and then what is no JSON, or not signed. */
export function slackOverHttp({ slack, service }: FuzzTown, { slack: reals, pool }: Material): Send {
  const { state } = slack.fake;
  const url = `${service.address}/slack/events`;
  return async (dice) => {
    const { kind, payload } = malformed(reals, pool, dice, () => false);
    const [type, body] =
      isJson(payload) && !dice.chance(0.1) ? encoded({ kind, payload, retry: null }) : ['application/json', wireText(payload)];
    const sent = broken(body, dice);
    const signing = dice.chance(0.05) ? { secret: 'somebody else' } : dice.chance(0.05) ? { skewS: dice.of([-400, 400, 1e9]) } : {};
    const contentType = dice.chance(0.05)
      ? dice.of(['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])
      : type;
    // What is not acknowledged in time would be sent again; here only that the service goes on counts.
    await postSigned(state, url, contentType, sent, signing).catch(() => null);
  };
}

export function discordByGateway(town: FuzzTown, { discord: reals, pool }: Material): Send {
  const { gateway, people } = town.discord.fake;
  const channel = town.discord.channels[0] ?? '';
  const help = { user: cast.stray, channel, text: 'help' };
  const isTrue = (kind: string, payload: unknown) => kind === 'GUILD_DELETE' && isJson(payload) && payload.id === cast.guild;
  let count = 0;
  return async (dice) => {
    const { kind, payload } = malformed(reals, pool, dice, isTrue);
    gateway.sendRaw(kind, payload as Json); // also what is none
    count += 1;
    if (count % perHelp === 0)
      await answered(
        town,
        'Discord',
        () => gateway.count() > 0,
        async () => (await people.command(help)).result === 'answered',
      );
  };
}

/** A migration of a chat that a goal speaks in is true whatever stands beside it. */
function movesOurs({ telegram }: FuzzTown, kind: string, payload: unknown): boolean {
  if (!isJson(payload) || !isJson(payload.chat)) return false;
  const { id } = payload.chat;
  return kind === 'message' && payload.migrate_to_chat_id !== undefined && typeof id === 'number' && telegram.channels.includes(String(id));
}

export function telegramPolled(town: FuzzTown, { telegram: reals, pool }: Material): Send {
  const { updates } = town.telegram.fake;
  const waitingMax = 40;
  // One after the other: else whoever looks first when there is room takes all of it, again and again.
  let room = Promise.resolve();
  return async (dice) => {
    const { kind, payload } = malformed(reals, pool, dice, (one, came) => movesOurs(town, one, came));
    updates.push(kind, payload);
    room = room.then(() => town.until('Telegram is polled', () => updates.waiting().length < waitingMax));
    await room;
  };
}

/** Posted as Telegram posts, with the secret; now and then without, or what is no JSON. */
export function telegramPosted(town: FuzzTown, { telegram: reals, pool }: Material): Send {
  const url = `${town.service.address}/telegram/webhook`;
  let number = 2_000_000_000;
  return async (dice) => {
    const { kind, payload } = malformed(reals, pool, dice, (one, came) => movesOurs(town, one, came));
    number += 1;
    const update = { update_id: number, [kind]: payload };
    const whole = dice.chance(0.1)
      ? malformed([{ kind, payload: update }], pool, dice, (_, came) => isJson(came) && movesOurs(town, 'message', came.message)).payload
      : update;
    const sent = broken(wireText(whole), dice);
    const secret = dice.chance(0.05) ? dice.of(['', 'wrong', bot.webhookSecret.slice(1), 'x'.repeat(9_000)]) : bot.webhookSecret;
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
      body: sent,
    })
      .then((response) => response.text())
      .catch(() => null);
  };
}

/** One in ten is cut or spoiled, so that it is no JSON any more. */
function broken(text: string, dice: Dice): string {
  if (!dice.chance(0.1)) return text;
  const at = dice.below(text.length + 1);
  return dice.of([text.slice(0, at), `${text.slice(0, at)}${nul}${text.slice(at)}`, `${text}${text}`, '', `\ufeff${text}`]);
}

/** What a busy machine cannot keep in half a second is refused, and a link that broke is made anew: whoever it was does it again. */
async function answered({ until }: FuzzTown, where: string, isConnected: () => boolean, ask: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 8; tries += 1) {
    await until(`${where} is connected`, isConnected);
    if (await ask()) return;
  }
  throw new Error(`${where} is not heard any more`);
}
