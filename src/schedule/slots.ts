import { limits } from '../limits.ts';
import type { CronBook } from '../ports.ts';
import type { Instant } from '../time.ts';
import { day, epochMs, instantOf, latest, minute, plusMs, utcMs } from '../time.ts';

/** When slots come: a cron expression, read on the clocks of a zone. */
export type Timetable = { readonly cron: string; readonly time_zone: string };

/**
 * The first slot after a moment. Each time on the wall is one slot. One that the clocks skip in spring comes at the first minute
 * after the gap; one that they show twice in autumn comes the first time. Two times of the same gap are one slot.
 */
export function firstSlotAfter(book: CronBook, { cron, time_zone }: Timetable, after: Instant): Instant | undefined {
  return firstInZone(book, cron, zoneOf(time_zone), after);
}

/** The first slot after a moment that is far enough from the slot before: where clocks skip an hour, two can be too close. */
export function slotAfter(book: CronBook, timetable: Timetable, slot: Instant, now: Instant = slot): Instant | undefined {
  return firstSlotAfter(book, timetable, latest(now, apartFrom(slot)));
}

/** The newest slot that has come by `now`, when the one at `first` has. What was missed before it is one with it. */
export function newestSlot(book: CronBook, { cron, time_zone }: Timetable, first: Instant, now: Instant): Instant {
  const zone = zoneOf(time_zone);
  const recent = firstInZone(book, cron, zone, plusMs(now, -day));
  let newest = recent !== undefined && recent > first && recent <= now ? recent : first;
  for (;;) {
    const next = firstInZone(book, cron, zone, apartFrom(newest));
    if (next === undefined || next > now) return newest;
    newest = next;
  }
}

function apartFrom(slot: Instant): Instant {
  return plusMs(slot, limits.slotGapMinMs - 1);
}

function firstInZone(book: CronBook, cron: string, zone: Zone, after: Instant): Instant | undefined {
  const afterMs = epochMs(after);
  for (let wallMs = zone.wallAt(afterMs); ; ) {
    const next = book.next(cron, wallMs);
    if (next === undefined) return undefined;
    const at = zone.momentOf(next);
    if (at > afterMs) return instantOf(at);
    wallMs = next;
  }
}

type Zone = {
  /** What the clock on the wall shows, as if it showed UTC. */
  wallAt(ms: number): number;
  /** When the clock on the wall first shows this, or has passed over it. */
  momentOf(wallMs: number): number;
};

function zoneOf(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  function wallAt(ms: number): number {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const seconds = utcMs(part('year'), part('month'), part('day'), part('hour'), part('minute'), part('second'));
    return seconds + (((ms % 1_000) + 1_000) % 1_000);
  }

  const offsetAt = (ms: number) => wallAt(ms) - ms;

  return {
    wallAt,
    momentOf(wallMs) {
      const [before, after] = [offsetAt(wallMs - day), offsetAt(wallMs + day)];
      const shown = [wallMs - before, wallMs - after].filter((ms) => wallAt(ms) === wallMs);
      return shown.length > 0 ? Math.min(...shown) : endOfGap(wallMs - after, wallMs - before, offsetAt);
    },
  };
}

/** The minute from which the later offset holds, between two moments on both sides of the gap. */
function endOfGap(fromMs: number, toMs: number, offsetAt: (ms: number) => number): number {
  const later = offsetAt(toMs);
  let [low, high] = [Math.floor(fromMs / minute), Math.ceil(toMs / minute)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * minute) === later) high = middle;
    else low = middle + 1;
  }
  return low * minute;
}
