import { createTelegram } from '../../bots/telegram/adapter.ts';
import { aTelegram, telegramHome } from './a-telegram.ts';
import { platformContract } from './platform.contract.ts';

const { traits } = createTelegram({
  token: '1:any',
  receive: { kind: 'polling' },
  apiUrl: 'http://127.0.0.1',
  nowMs: Date.now,
  awayMs: 0,
  report: () => {},
});

for (const mode of ['polling', 'webhook'] as const) {
  platformContract({ name: `Telegram over ${mode}`, traits, home: telegramHome, open: ({ clock }) => aTelegram(mode, clock) });
}
