import { expect, test } from 'vitest';
import { readConfig, settingsOfLaterParts } from '../../server/config.ts';

test('an empty environment serves this machine alone, from files under data', () => {
  const config = readConfig({});

  expect(config).toEqual({
    port: 8787,
    host: '127.0.0.1',
    publicUrl: undefined,
    databaseFile: 'data/gatebell.db',
    filesDir: 'data/files',
    operatorToken: undefined,
    logLevel: 'info',
    terminalPerson: undefined,
    wakePrivateHosts: [],
    secret: undefined,
    secretPrevious: undefined,
    slack: undefined,
  });
});

test('every fault of the environment is listed at once, and no value is repeated', () => {
  const environment = {
    PORT: 'eighty',
    HOST: '0.0.0.0',
    GATEBELL_DB_URL: 'libsql://somewhere',
    GATEBELL_OPERATOR_TOKEN: 'hunter2',
    LOG_LEVEL: 'loud',
    GATEBELL_TERMINAL_PERSON: 'No Slug',
  };

  const config = readConfig(environment);

  expect(config).toEqual({
    faults: [
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^GATEBELL_PUBLIC_URL: needed when HOST is not a loopback address/),
      expect.stringMatching(/^GATEBELL_DB_URL: a database server comes with a later part/),
      expect.stringMatching(/^GATEBELL_OPERATOR_TOKEN: /),
      expect.stringMatching(/^LOG_LEVEL: /),
      expect.stringMatching(/^GATEBELL_TERMINAL_PERSON: /),
    ],
  });
  expect(JSON.stringify(config)).not.toContain('hunter2');
});

test.each([
  ['file:data/gatebell.db', 'data/gatebell.db'],
  ['file:/var/lib/gatebell.db', '/var/lib/gatebell.db'],
  ['file:///var/lib/gatebell.db', '/var/lib/gatebell.db'],
])('%s names the database file %s', (url, file) => {
  const config = readConfig({ GATEBELL_DB_URL: url });

  expect(config).toMatchObject({ databaseFile: file });
});

test.each(['postgres://x', 'gatebell.db', 'file::memory:', 'file:'])('%s is no database file', (url) => {
  const config = readConfig({ GATEBELL_DB_URL: url });

  expect(config).toEqual({ faults: ['GATEBELL_DB_URL: expected file:<path> of a database on disk.'] });
});

test('a public address makes another host acceptable', () => {
  const config = readConfig({ HOST: '0.0.0.0', GATEBELL_PUBLIC_URL: 'https://bell.example' });

  expect(config).toMatchObject({ host: '0.0.0.0', publicUrl: 'https://bell.example' });
});

test('settings of later parts are named, so that nobody believes that they work', () => {
  const named = settingsOfLaterParts({ GATEBELL_DB_TOKEN: 'x', PORT: '1' });

  expect(named).toEqual(['GATEBELL_DB_TOKEN']);
});

test('Slack is received in Socket Mode when there is an app token, else over HTTP', () => {
  const both = readConfig({ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1', SLACK_SIGNING_SECRET: 's' });
  const http = readConfig({ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 's', SLACK_API_URL: 'http://127.0.0.1:9/api/' });

  expect(both).toMatchObject({
    slack: { botToken: 'xoxb-1', receive: { kind: 'socket', appToken: 'xapp-1' }, apiUrl: 'https://slack.com/api/' },
  });
  expect(http).toMatchObject({ slack: { receive: { kind: 'http', signingSecret: 's' }, apiUrl: 'http://127.0.0.1:9/api/' } });
});

test('Discord needs a token alone, and Telegram is polled until there is a webhook secret and a public address', () => {
  const polled = readConfig({ DISCORD_TOKEN: 'a.b.c', TELEGRAM_TOKEN: '1:a' });
  const posted = readConfig({
    DISCORD_TOKEN: 'a.b.c',
    DISCORD_GUILD_ID: '41771983423143937',
    DISCORD_API_URL: 'http://127.0.0.1:9/api',
    TELEGRAM_TOKEN: '1:a',
    TELEGRAM_API_URL: 'http://127.0.0.1:9',
    TELEGRAM_WEBHOOK_SECRET: 's_-1',
    GATEBELL_PUBLIC_URL: 'https://bell.example/',
  });

  expect(polled).toMatchObject({
    discord: { token: 'a.b.c', guildId: null, apiUrl: 'https://discord.com/api' },
    telegram: { token: '1:a', receive: { kind: 'polling' }, apiUrl: 'https://api.telegram.org' },
  });
  expect(posted).toMatchObject({
    discord: { guildId: '41771983423143937', apiUrl: 'http://127.0.0.1:9/api' },
    telegram: { receive: { kind: 'webhook', secret: 's_-1', url: 'https://bell.example/telegram/webhook' }, apiUrl: 'http://127.0.0.1:9' },
  });
});

test.each([
  [{ SLACK_BOT_TOKEN: 'xoxb-1' }, /^SLACK_APP_TOKEN or SLACK_SIGNING_SECRET: /],
  [{ SLACK_APP_TOKEN: 'xapp-1' }, /^SLACK_BOT_TOKEN: needed/],
  [{ SLACK_BOT_TOKEN: 'nope', SLACK_SIGNING_SECRET: 's' }, /^SLACK_BOT_TOKEN: .*xoxb-/],
  [{ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xoxb-1' }, /^SLACK_APP_TOKEN: .*xapp-/],
  [{ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 's', SLACK_API_URL: 'http://here/api' }, /^SLACK_API_URL: /],
  [{ GATEBELL_SECRET: 'short' }, /^GATEBELL_SECRET: /],
  [{ DISCORD_GUILD_ID: '41771983423143937' }, /^DISCORD_TOKEN: needed/],
  [{ DISCORD_TOKEN: 'Bot abc' }, /^DISCORD_TOKEN: .*without "Bot "/],
  [{ DISCORD_TOKEN: 'a.b.c', DISCORD_GUILD_ID: 'harbour' }, /^DISCORD_GUILD_ID: /],
  [{ DISCORD_TOKEN: 'a.b.c', DISCORD_API_URL: 'http://here/api/' }, /^DISCORD_API_URL: .*\/api at its end/],
  [{ TELEGRAM_WEBHOOK_SECRET: 's' }, /^TELEGRAM_TOKEN: needed/],
  [{ TELEGRAM_TOKEN: '1:a b' }, /^TELEGRAM_TOKEN: /],
  [{ TELEGRAM_TOKEN: '1:a', TELEGRAM_API_URL: 'http://here/' }, /^TELEGRAM_API_URL: .*without \//],
  [{ TELEGRAM_TOKEN: '1:a', TELEGRAM_WEBHOOK_SECRET: 's', GATEBELL_PUBLIC_URL: '' }, /^GATEBELL_PUBLIC_URL: needed beside/],
  [{ TELEGRAM_TOKEN: '1:a', TELEGRAM_WEBHOOK_SECRET: 's s', GATEBELL_PUBLIC_URL: 'https://bell.example' }, /^TELEGRAM_WEBHOOK_SECRET: /],
])('%j is a fault that says what is expected', (environment, fault) => {
  const config = readConfig(environment);

  expect(config).toEqual({ faults: [expect.stringMatching(fault)] });
});

test('hosts that may be called although they are private are names and addresses between commas', () => {
  const hostsOf = (text: string) => readConfig({ GATEBELL_WAKE_PRIVATE_HOSTS: text });

  expect(hostsOf('localhost, 10.0.0.7,::1 ,Runner.Internal')).toMatchObject({
    wakePrivateHosts: ['localhost', '10.0.0.7', '::1', 'runner.internal'],
  });
  expect(hostsOf('http://localhost')).toMatchObject({ faults: [expect.stringContaining('GATEBELL_WAKE_PRIVATE_HOSTS')] });
  expect(hostsOf('localhost:9000')).toMatchObject({ faults: [expect.stringContaining('without scheme and port')] });
});
