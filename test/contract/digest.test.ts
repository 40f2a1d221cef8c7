import { createDiscord } from '../../bots/discord/adapter.ts';
import { createSlack } from '../../bots/slack/adapter.ts';
import { createTelegram } from '../../bots/telegram/adapter.ts';
import { aBoard, boardHome, boardTraits } from './a-board.ts';
import { aDiscord, discordHome } from './a-discord.ts';
import { aSlack, slackHome } from './a-slack.ts';
import { aTelegram, telegramHome } from './a-telegram.ts';
import { digestContract } from './digest.contract.ts';

digestContract({ name: 'a board with buttons', traits: boardTraits, open: aBoard, home: boardHome });

const beside = { nowMs: Date.now, report: () => {} };
const receive = { kind: 'http', signingSecret: 'any' } as const;
const slack = createSlack({ botToken: 'xoxb-any', receive, apiUrl: 'http://127.0.0.1/', ...beside });
const discord = createDiscord({ token: 'any', guildId: null, apiUrl: 'http://127.0.0.1/api', ...beside });
const telegram = createTelegram({ token: '1:any', receive: { kind: 'polling' }, apiUrl: 'http://127.0.0.1', awayMs: 0, ...beside });

digestContract({ name: 'Slack', traits: slack.traits, home: slackHome, open: ({ clock }) => aSlack('http', clock) });
digestContract({ name: 'Discord', traits: discord.traits, home: discordHome, open: ({ clock }) => aDiscord(clock) });
digestContract({ name: 'Telegram', traits: telegram.traits, home: telegramHome, open: ({ clock }) => aTelegram('polling', clock) });
