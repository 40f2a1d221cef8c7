import type { Instant } from '../../src/time.ts';
import { epochMs, minute, msBetween } from '../../src/time.ts';

// Bidirectional controls and other invisible characters are shown, never obeyed; the two joiners are left because emoji need them.
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: to show control characters is what this is for
  /(?![\u200c\u200d])\p{Cf}|\u034f|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]/gu;

// No writing stacks more marks than this on one letter; a tower of them would be drawn over what stands around it.
const tower = /(\p{M}{6})(\p{M}+)/gu;

/** A text of an agent or a stranger as people may read it: what hides, reorders or covers stands there by its number. */
export function visible(text: string): string {
  const shown = text.replace(unseen, (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
  return shown.replace(tower, (_, kept: string, rest: string) => `${kept}⟨${plural(Array.from(rest).length, 'more mark')}⟩`);
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
  const { time, day } = formatsOf(timeZone);
  const date = day.format(epochMs(at));
  return date === day.format(epochMs(now)) ? time.format(epochMs(at)) : `${date}, ${time.format(epochMs(at))}`;
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

/** Making one takes longer than drawing a row, and a page needs two for each zone. */
const formats = new Map<string, Readonly<Record<'time' | 'day', Intl.DateTimeFormat>>>();

function formatsOf(timeZone: string): Readonly<Record<'time' | 'day', Intl.DateTimeFormat>> {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = {
    time: new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    day: new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: 'short', day: 'numeric' }),
  };
  formats.set(timeZone, made);
  return made;
}
