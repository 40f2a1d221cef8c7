import { createDiscord } from '../../bots/discord/adapter.ts';
import { aDiscord, discordHome } from './a-discord.ts';
import { platformContract } from './platform.contract.ts';

const { traits } = createDiscord({ token: 'any', guildId: null, apiUrl: 'http://127.0.0.1/api', nowMs: Date.now, report: () => {} });

platformContract({ name: 'Discord', traits, home: discordHome, open: ({ clock }) => aDiscord(clock) });
