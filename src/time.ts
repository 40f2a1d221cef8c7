import { z } from 'zod';

/** A moment: RFC 3339, UTC, exactly three digits of milliseconds. So two instants compare as text, in code and in SQL. */
export type Instant = string & z.BRAND<'instant'>;

/** Earlier than every moment that can be named. */
export const beforeAll = '0000-01-01T00:00:00.000Z' as Instant;

/** Later than every moment the service will ever meet. */
export const never = '9999-12-31T23:59:59.999Z' as Instant;

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export function instantOf(epochMs: number): Instant {
  return new Date(epochMs).toISOString() as Instant;
}

export function epochMs(at: Instant): number {
  return Date.parse(at);
}

/** Unix milliseconds of a date and time of UTC; months count from 1. */
export function utcMs(year: number, month: number, date: number, hours = 0, minutes = 0, seconds = 0): number {
  return Date.UTC(year, month - 1, date, hours, minutes, seconds);
}

/** Never past `never`: a year of five digits would compare as earlier than all others. */
export function plusMs(at: Instant, ms: number): Instant {
  return instantOf(Math.min(epochMs(at) + (at === never ? 0 : ms), epochMs(never)));
}

export function msBetween(from: Instant, to: Instant): number {
  return epochMs(to) - epochMs(from);
}

export function earliest(instants: readonly Instant[]): Instant | undefined {
  return instants.reduce<Instant | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
}

export function latest(first: Instant, ...rest: readonly Instant[]): Instant {
  return rest.reduce((a, b) => (b > a ? b : a), first);
}

/** Accepts any RFC 3339 time with an offset and gives it back as an Instant. Years that an offset carries out of 0-9999 are none. */
export const instant = z.iso
  .datetime({ offset: true, error: 'expected an RFC 3339 time with an offset, such as 2026-12-01T09:00:00Z' })
  .refine((text) => !isOutside(Date.parse(text)), { error: 'expected a time in the years 0000-9999 of UTC' })
  .transform((text) => instantOf(Date.parse(text)));

/** True for a year that takes more than four digits. What is no time at all was refused by its form. */
function isOutside(ms: number): boolean {
  return ms < epochMs(beforeAll) || ms > epochMs(never);
}

/** An instant in a reply or an entry. */
export const instantText = z.string().brand<'instant'>();

export const timeZone = z.string().max(64).refine(isTimeZone, { error: 'expected an IANA time zone, such as Europe/Berlin' });

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
