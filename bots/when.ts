import type { Instant } from '../src/time.ts';
import { epochMs } from '../src/time.ts';

/** A moment as a person in this zone reads it: `2026-12-01 10:00:00 GMT+1 (Europe/Berlin)`, or `2026-12-01 09:00:00 UTC`. */
export function when(at: Instant, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  }).formatToParts(epochMs(at));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  const time = `${part('hour')}:${part('minute')}:${part('second')}`;
  return `${date} ${time} ${timeZone === 'UTC' ? 'UTC' : `${part('timeZoneName')} (${timeZone})`}`;
}
