import { identifyAtTerminal } from '../bots/identify-at-terminal.ts';
import { identifyByAccount } from '../bots/identify-by-account.ts';
import type { Connected } from '../bots/open-bots.ts';
import { createDiscord } from '../bots/discord/adapter.ts';
import { createSlack } from '../bots/slack/adapter.ts';
import { createTelegram } from '../bots/telegram/adapter.ts';
import { createTerminal } from '../bots/terminal/adapter.ts';
import type { Reads } from '../src/ports.ts';
import type { Config } from './config.ts';

type Receive = (request: Request) => Promise<Response>;

/** The platforms that are switched on, and what takes the requests of those that post to this service. */
export type Chats = { readonly connected: readonly Connected[]; readonly slack: Receive | null; readonly telegram: Receive | null };

export type ChatParts = {
  readonly reads: Reads;
  /** How long the service was away before this start. */
  readonly downMs: number;
  readonly report: (failure: unknown) => void;
};

export function createChats(config: Config, { reads, downMs, report }: ChatParts): Chats {
  const connected: Connected[] = [];
  const beside = { nowMs: Date.now, report };
  if (config.terminalPerson !== undefined) {
    connected.push({ platform: createTerminal({ input: process.stdin, output: process.stdout }), identify: identifyAtTerminal(reads) });
  }
  const slack = config.slack === undefined ? null : createSlack({ ...config.slack, ...beside });
  if (slack !== null) connected.push({ platform: slack, identify: identifyByAccount('slack', reads) });
  if (config.discord !== undefined) {
    connected.push({ platform: createDiscord({ ...config.discord, ...beside }), identify: identifyByAccount('discord', reads) });
  }
  const telegram = config.telegram === undefined ? null : createTelegram({ ...config.telegram, ...beside, awayMs: downMs });
  if (telegram !== null) connected.push({ platform: telegram, identify: identifyByAccount('telegram', reads) });
  return {
    connected,
    slack: config.slack?.receive.kind === 'http' && slack !== null ? slack.fetch : null,
    telegram: config.telegram?.receive.kind === 'webhook' && telegram !== null ? telegram.fetch : null,
  };
}
