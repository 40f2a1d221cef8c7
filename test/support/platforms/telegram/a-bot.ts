import { Api, Bot, GrammyError } from 'grammy';
import type { FakeTelegram } from './fake-telegram.ts';

/** Telegram's calls by grammY's own client, which repeats nothing. */
export function aClient(telegram: FakeTelegram, token: string = telegram.state.bot.token): Api {
  return new Api(token, { apiRoot: telegram.url });
}

/** Any method with any arguments, also those that grammY's types do not let pass. */
export function aCall(telegram: FakeTelegram) {
  const raw = aClient(telegram).raw as unknown as Record<string, (args: object, signal?: AbortSignal) => Promise<unknown>>; // its methods are made by their names
  return async (method: string, args: object = {}, signal?: AbortSignal): Promise<unknown> => raw[method]?.(args, signal);
}

/** What Telegram says to a call that it refuses. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'nothing was refused',
    (failure: unknown) => (failure instanceof GrammyError ? `${failure.error_code} ${failure.description}` : String(failure)),
  );
}

/** A bot on the real grammY that polls the fake; `listen` registers what it does. */
export async function aBot(telegram: FakeTelegram, listen: (bot: Bot) => void): Promise<Bot> {
  const bot = new Bot(telegram.state.bot.token, { client: { apiRoot: telegram.url } });
  listen(bot);
  await new Promise<void>((resolve, reject) => {
    bot.start({ onStart: () => resolve() }).catch(reject);
  });
  return bot;
}
