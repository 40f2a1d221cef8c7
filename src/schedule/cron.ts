import { limits } from '../limits.ts';
import type { CronBook } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { day, minute, utcMs } from '../time.ts';

const names = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)';
const field = new RegExp(`^(?:\\*|(?:\\d{1,2}|${names})(?:-(?:\\d{1,2}|${names}))?)(?:/\\d{1,2})?$`, 'i');

/** Any day will do: only the times of a day are looked at, and whether days follow each other. */
const someDayMs = utcMs(2001, 1, 1);
const daysLookedAt = 400;

/** The expression with single spaces, when it is five plain fields, comes at all, and never twice within five minutes. */
export function checkedCron(book: CronBook, given: string): string {
  const fields = given.trim().split(/\s+/);
  refuseForm(given, fields);
  const cron = fields.join(' ').toUpperCase();
  const fault = book.fault(cron);
  if (fault !== null) throw refused(`"${given}" cannot be read: ${fault}.`, howTo);
  if (book.next(cron, someDayMs) === undefined)
    throw refused(`"${given}" never comes: no such day is in any year.`, 'Name a day that there is.');
  const close = closestMs(
    book,
    fields.map((one) => one.toUpperCase()),
  );
  if (close >= limits.slotGapMinMs) return cron;
  throw refused(
    `Two slots of "${given}" are ${close / minute} min apart; at least ${limits.slotGapMinMs / minute} min are needed.`,
    'Choose minutes that are further apart, such as */5 or 0,30.',
  );
}

const howTo = 'Write five fields, minute, hour, day of the month, month, day of the week: 0 9 * * 1-5 is 9:00 from Monday to Friday.';

function refuseForm(given: string, fields: readonly string[]): void {
  if (given.trim().startsWith('@')) throw refused(`"${given}" is a nickname, and what it means differs between programs.`, howTo);
  if (fields.length === 6 || fields.length === 7) {
    throw refused(`"${given}" has ${fields.length} fields; five are expected, and there are no seconds or years.`, howTo);
  }
  if (fields.length !== 5) throw refused(`"${given}" has ${fields.length} fields; five are expected.`, howTo);
  for (const one of fields) {
    const wrong = one.split(',').find((part) => !field.test(part));
    if (wrong !== undefined)
      throw refused(`"${wrong}" in "${given}" is none of: *, a number or name, a range, any of them with /step.`, howTo);
  }
}

/** The shortest time between two slots, or a day. */
function closestMs(book: CronBook, [minutes, hours, ...days]: readonly string[]): number {
  const times: number[] = [];
  const daily = `${minutes} ${hours} * * *`;
  let closest: number = day;
  for (let at = book.next(daily, someDayMs - 1); at !== undefined && at < someDayMs + day; at = book.next(daily, at)) {
    closest = Math.min(closest, at - (times.at(-1) ?? -Infinity));
    if (closest < limits.slotGapMinMs) return closest;
    times.push(at);
  }
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const overMidnight = first + day - last;
  return overMidnight < closest && haveNeighbours(book, `0 0 ${days.join(' ')}`) ? overMidnight : closest;
}

/** Some two of its days follow each other. */
function haveNeighbours(book: CronBook, cron: string): boolean {
  let before = -Infinity;
  let at = book.next(cron, someDayMs - 1);
  for (let looked = 0; at !== undefined && looked < daysLookedAt; looked += 1) {
    if (at - before === day) return true;
    before = at;
    at = book.next(cron, at);
  }
  return false;
}

function refused(detail: string, fix: string): Refusal {
  return new Refusal('bad-input', `cron: ${detail}`, fix);
}
