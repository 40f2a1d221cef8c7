import type { DiscordConfig, SlackConfig, TelegramConfig } from './platform-config.ts';
import { discordOf, slackOf, telegramOf } from './platform-config.ts';

/** How the service is set up, from the environment. */
export type Config = {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly databaseFile: string;
  readonly filesDir: string;
  readonly operatorToken: string | undefined;
  readonly logLevel: LogLevel;
  readonly terminalPerson: string | undefined;
  /** Hosts of wake_urls that may be on this machine or in a private network. */
  readonly wakePrivateHosts: readonly string[];
  /** What signs button tokens; without one the installation makes its own. The previous one stays valid. */
  readonly secret: string | undefined;
  readonly secretPrevious: string | undefined;
  readonly slack: SlackConfig | undefined;
  readonly discord: DiscordConfig | undefined;
  readonly telegram: TelegramConfig | undefined;
};

type LogLevel = (typeof logLevels)[number];

type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const loopback = ['127.0.0.1', '::1', 'localhost'];
const later = ['GATEBELL_DB_TOKEN'] as const;

/** The configuration, or every fault of it at once. Values are never repeated in a fault: they may be secrets. */
export function readConfig(environment: Environment): Config | { readonly faults: readonly string[] } {
  const faults: string[] = [];
  const text = (name: string) => (environment[name] === '' ? undefined : environment[name]);
  const host = text('HOST') ?? '127.0.0.1';
  const config = {
    port: portOf(text('PORT') ?? '8787', faults),
    host,
    publicUrl: publicUrlOf(text('GATEBELL_PUBLIC_URL'), host, faults),
    databaseFile: databaseFileOf(text('GATEBELL_DB_URL') ?? 'file:data/gatebell.db', faults),
    filesDir: text('GATEBELL_FILES_DIR') ?? 'data/files',
    operatorToken: operatorTokenOf(text('GATEBELL_OPERATOR_TOKEN'), faults),
    logLevel: logLevelOf(text('LOG_LEVEL') ?? 'info', faults),
    terminalPerson: terminalPersonOf(text('GATEBELL_TERMINAL_PERSON'), faults),
    wakePrivateHosts: hostsOf('GATEBELL_WAKE_PRIVATE_HOSTS', text, faults),
    secret: secretOf('GATEBELL_SECRET', text, faults),
    secretPrevious: secretOf('GATEBELL_SECRET_PREVIOUS', text, faults),
    slack: slackOf(text, faults),
    discord: discordOf(text, faults),
    telegram: telegramOf(text, faults),
  };
  return faults.length > 0 ? { faults } : config;
}

/** Names of settings that are set although what they switch on comes with a later part. */
export function settingsOfLaterParts(environment: Environment): readonly string[] {
  return later.filter((name) => (environment[name] ?? '') !== '');
}

/** Where people open the service, or undefined when it listens on a port that nobody knows before it starts. */
export function reachedAt({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string | undefined {
  if (publicUrl !== undefined) return publicUrl;
  return port === 0 ? undefined : `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function portOf(text: string, faults: string[]): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  faults.push('PORT: expected a number from 0 to 65535.');
  return 0;
}

function publicUrlOf(text: string | undefined, host: string, faults: string[]): string | undefined {
  if (text === undefined) {
    if (!loopback.includes(host))
      faults.push('GATEBELL_PUBLIC_URL: needed when HOST is not a loopback address, so that people are sent to the right place.');
    return undefined;
  }
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) faults.push('GATEBELL_PUBLIC_URL: expected an http(s) address.');
  return text;
}

function databaseFileOf(text: string, faults: string[]): string {
  if (/^(https?|wss?|libsql):/.test(text)) {
    faults.push('GATEBELL_DB_URL: a database server comes with a later part; expected file:<path>.');
  } else if (!/^file:[^?#]+$/.test(text) || text.includes(':memory:')) {
    faults.push('GATEBELL_DB_URL: expected file:<path> of a database on disk.');
  }
  return text.replace(/^file:(\/\/(?=\/))?/, '');
}

function operatorTokenOf(text: string | undefined, faults: string[]): string | undefined {
  if (text !== undefined && !/^gb_op_[\x21-\x7e]{10,190}$/.test(text)) {
    faults.push('GATEBELL_OPERATOR_TOKEN: expected gb_op_ and at least 10 printable characters without spaces.');
  }
  return text;
}

function logLevelOf(text: string, faults: string[]): LogLevel {
  const level = logLevels.find((known) => known === text);
  if (level === undefined) faults.push(`LOG_LEVEL: expected one of ${logLevels.join(', ')}.`);
  return level ?? 'info';
}

function terminalPersonOf(text: string | undefined, faults: string[]): string | undefined {
  if (text !== undefined && !/^[a-z0-9-]{1,40}$/.test(text)) faults.push('GATEBELL_TERMINAL_PERSON: expected the slug of a person.');
  return text;
}

/** Names or addresses between commas, as they stand in an address: no scheme, no port. */
function hostsOf(name: string, text: (name: string) => string | undefined, faults: string[]): readonly string[] {
  const hosts = (text(name) ?? '').split(',').map((host) => host.trim().toLowerCase());
  const named = hosts.filter((host) => host !== '');
  if (named.some((host) => !/^[a-z0-9._:-]+$/.test(host) || /^[^:]*:\d+$/.test(host))) {
    faults.push(`${name}: expected host names or addresses between commas, without scheme and port.`);
  }
  return named;
}

const secretCharsMin = 16;

function secretOf(name: string, text: (name: string) => string | undefined, faults: string[]): string | undefined {
  const secret = text(name);
  if (secret !== undefined && secret.length < secretCharsMin) faults.push(`${name}: expected at least ${secretCharsMin} characters.`);
  return secret;
}
