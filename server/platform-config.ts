/** `guildId`: the one server that counts, where commands appear at once; null: every server that the bot is in. */
export type DiscordConfig = { readonly token: string; readonly guildId: string | null; readonly apiUrl: string };

export type TelegramConfig = {
  readonly token: string;
  readonly receive: { readonly kind: 'polling' } | { readonly kind: 'webhook'; readonly secret: string; readonly url: string };
  readonly apiUrl: string;
};

export type SlackConfig = {
  readonly botToken: string;
  readonly receive: { readonly kind: 'socket'; readonly appToken: string } | { readonly kind: 'http'; readonly signingSecret: string };
  readonly apiUrl: string;
};

/** A setting by its name; undefined when it is not set or empty. */
type Text = (name: string) => string | undefined;

const slackApi = 'https://slack.com/api/';

/** Slack is on with a bot token and one way to receive: an app token (Socket Mode), else a signing secret (HTTP). */
export function slackOf(text: Text, faults: string[]): SlackConfig | undefined {
  const [botToken, appToken, signingSecret] = [text('SLACK_BOT_TOKEN'), text('SLACK_APP_TOKEN'), text('SLACK_SIGNING_SECRET')];
  const apiUrl = text('SLACK_API_URL') ?? slackApi;
  if (botToken === undefined) {
    if (appToken !== undefined || signingSecret !== undefined) faults.push('SLACK_BOT_TOKEN: needed beside what Slack is received with.');
    return undefined;
  }
  if (!botToken.startsWith('xoxb-')) faults.push('SLACK_BOT_TOKEN: expected the bot token of the app; it starts with xoxb-.');
  if (appToken !== undefined && !appToken.startsWith('xapp-'))
    faults.push('SLACK_APP_TOKEN: expected an app-level token; it starts with xapp-.');
  if (!isHttp(apiUrl) || !apiUrl.endsWith('/')) faults.push('SLACK_API_URL: expected an http(s) address with / at its end.');
  if (appToken !== undefined) return { botToken, receive: { kind: 'socket', appToken }, apiUrl };
  if (signingSecret !== undefined) return { botToken, receive: { kind: 'http', signingSecret }, apiUrl };
  faults.push('SLACK_APP_TOKEN or SLACK_SIGNING_SECRET: one is needed to receive what people do; the app token is for Socket Mode.');
  return undefined;
}

const discordApi = 'https://discord.com/api';

/** Discord is on with a bot token. */
export function discordOf(text: Text, faults: string[]): DiscordConfig | undefined {
  const [token, guildId] = [text('DISCORD_TOKEN'), text('DISCORD_GUILD_ID')];
  const apiUrl = text('DISCORD_API_URL') ?? discordApi;
  if (token === undefined) {
    if (guildId !== undefined) faults.push('DISCORD_TOKEN: needed beside DISCORD_GUILD_ID.');
    return undefined;
  }
  if (/\s/.test(token)) faults.push('DISCORD_TOKEN: expected the token of the bot alone, without "Bot " before it.');
  if (guildId !== undefined && !/^[1-9]\d{16,19}$/.test(guildId))
    faults.push('DISCORD_GUILD_ID: expected the id of a server, a number of 17 to 20 digits.');
  if (!isHttp(apiUrl) || !apiUrl.endsWith('/api')) faults.push('DISCORD_API_URL: expected an http(s) address with /api at its end.');
  return { token, guildId: guildId ?? null, apiUrl };
}

const telegramApi = 'https://api.telegram.org';

/** Telegram is on with a bot token; a webhook secret and a public address make it post its updates instead of being polled. */
export function telegramOf(text: Text, faults: string[]): TelegramConfig | undefined {
  const [token, secret, publicUrl] = [text('TELEGRAM_TOKEN'), text('TELEGRAM_WEBHOOK_SECRET'), text('GATEBELL_PUBLIC_URL')];
  const apiUrl = text('TELEGRAM_API_URL') ?? telegramApi;
  if (token === undefined) {
    if (secret !== undefined) faults.push('TELEGRAM_TOKEN: needed beside TELEGRAM_WEBHOOK_SECRET.');
    return undefined;
  }
  if (/\s/.test(token)) faults.push('TELEGRAM_TOKEN: expected the token that BotFather gave, without spaces.');
  if (!isHttp(apiUrl) || apiUrl.endsWith('/')) faults.push('TELEGRAM_API_URL: expected an http(s) address without / at its end.');
  if (secret === undefined) return { token, receive: { kind: 'polling' }, apiUrl };
  if (!/^[\w-]{1,256}$/.test(secret)) faults.push('TELEGRAM_WEBHOOK_SECRET: expected 1 to 256 characters of A-Z, a-z, 0-9, _ and -.');
  if (publicUrl === undefined) {
    faults.push('GATEBELL_PUBLIC_URL: needed beside TELEGRAM_WEBHOOK_SECRET, as the address that Telegram posts to.');
    return undefined;
  }
  return { token, receive: { kind: 'webhook', secret, url: `${publicUrl.replace(/\/$/, '')}/telegram/webhook` }, apiUrl };
}

function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
