import type { Instant } from '../../src/time.ts';
import { epochMs, minute, msBetween } from '../../src/time.ts';

// Bidirectional controls and other invisible characters are shown, never obeyed; the two joiners are left because emoji need them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: to show control characters is what this is for
const unseen = /(?![\u200c\u200d])\p{Cf}|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u115f\u1160\u3164]/gu;

/** A text of an agent or a stranger as people may read it: what hides or reorders stands there by its number. */
export function visible(text: string): string {
  return text.replace(unseen, (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** How long, in the largest whole unit: `9 min`, `3 h`, `2 days`. */
export function spoken(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minute));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** A moment as its reader's clock says it: the time alone on the same day, else with its date. */
export function clockTime(at: Instant, now: Instant, timeZone: string): string {
  const time = part(at, timeZone, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const day = part(at, timeZone, date);
  return day === part(now, timeZone, date) ? time : `${day}, ${time}`;
}

/** `9 min ago`. */
export function ago(at: Instant, now: Instant): string {
  return msBetween(at, now) < minute ? 'just now' : `${spoken(msBetween(at, now))} ago`;
}

/** With its first letter large, at the beginning of a sentence. */
export function opening(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Where somebody answered, in words. */
export function onSurface(surface: string): string {
  const known: Readonly<Record<string, string>> = {
    http: 'over the API',
    web: 'on the web',
    terminal: 'at the terminal',
    slack: 'in Slack',
    discord: 'on Discord',
    telegram: 'on Telegram',
  };
  return known[surface] ?? `on ${surface}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** An address that may stand behind a link, or undefined: nothing but the web, and no name or password in it. */
export function webAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
}

function part(at: Instant, timeZone: string, shown: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...shown }).format(epochMs(at));
}
