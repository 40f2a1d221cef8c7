import type { Logger } from '@slack/bolt';
import { LogLevel, webApi } from '@slack/bolt';
import { redacted } from './redact.ts';

export type ClientOptions = { readonly apiUrl: string; readonly timeoutMs: number; readonly logger: Logger };

/** How every call is made: once, within a time, and a request to wait is told to the caller instead of being waited for. */
export function clientOptions({ apiUrl, timeoutMs, logger }: ClientOptions): webApi.WebClientOptions {
  return { slackApiUrl: apiUrl, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true, timeout: timeoutMs, logger };
}

export function createClient(token: string, options: ClientOptions): webApi.WebClient {
  return new webApi.WebClient(token, clientOptions(options));
}

/** Hands on what the libraries call errors, without tokens. The rest of what they say is of no use to an operator. */
export function createLogger(report: (failure: unknown) => void): Logger {
  return {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (...said) => report(new Error(redacted(`Slack: ${said.map(String).join(' ')}`))),
    setLevel: () => {},
    getLevel: () => LogLevel.ERROR,
    setName: () => {},
  };
}
