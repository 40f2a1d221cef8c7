import { expect, test } from 'vitest';
import { cronBook } from '../../db/engine/cron-book.ts';
import { checkedCron } from '../../src/schedule/cron.ts';
import { firstSlotAfter, newestSlot, slotAfter } from '../../src/schedule/slots.ts';
import type { Instant } from '../../src/time.ts';

/** The slots of some days, as the clock of UTC shows them. */
function slotsBetween(cron: string, time_zone: string, from: string, to: string): readonly string[] {
  const slots: string[] = [];
  let at = from as Instant;
  for (;;) {
    const next = firstSlotAfter(cronBook, { cron, time_zone }, at);
    if (next === undefined || next > to) return slots;
    slots.push(next.slice(5, 16));
    at = next;
  }
}

test('a slot is a time on the wall of its zone, in winter and in summer', () => {
  const berlin = slotsBetween('0 9 * * 1-5', 'Europe/Berlin', '2026-03-26T00:00:00.000Z', '2026-03-31T23:00:00.000Z');
  const newYork = slotsBetween('0 9 * * *', 'America/New_York', '2026-03-06T20:00:00.000Z', '2026-03-09T20:00:00.000Z');

  expect(berlin).toEqual(['03-26T08:00', '03-27T08:00', '03-30T07:00', '03-31T07:00']);
  expect(newYork).toEqual(['03-07T14:00', '03-08T13:00', '03-09T13:00']);
});

test.each([
  ['Berlin', 'Europe/Berlin', '2026-03-28T12:00:00.000Z', ['03-29T01:00', '03-30T00:30']],
  ['New York', 'America/New_York', '2026-03-07T12:00:00.000Z', ['03-08T07:00', '03-09T06:30']],
])('in %s a slot in the hour that spring skips comes once, at the next minute there is', (_, zone, from, slots) => {
  const twoDaysLater = new Date(Date.parse(from) + 44 * 3_600_000).toISOString();

  expect(slotsBetween('30 2 * * *', zone, from, twoDaysLater)).toEqual(slots);
});

test('a slot in the hour that autumn shows twice comes once, the first time', () => {
  const berlin = slotsBetween('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00.000Z', '2026-10-26T12:00:00.000Z');
  const newYork = slotsBetween('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00.000Z', '2026-11-02T12:00:00.000Z');

  expect(berlin).toEqual(['10-25T00:30', '10-26T01:30']);
  expect(newYork).toEqual(['11-01T05:30', '11-02T06:30']);
});

test('two times of one gap are one slot, and every hour goes on after it', () => {
  const gap = slotsBetween('0,30 2 * * *', 'Europe/Berlin', '2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z');
  const hourly = slotsBetween('0 * * * *', 'Europe/Berlin', '2026-03-28T23:30:00.000Z', '2026-03-29T03:30:00.000Z');
  const twice = slotsBetween('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30:00.000Z', '2026-10-25T03:30:00.000Z');

  expect(gap).toEqual(['03-29T01:00']);
  expect(hourly).toEqual(['03-29T00:00', '03-29T01:00', '03-29T02:00', '03-29T03:00']);
  expect(twice).toEqual(['10-25T00:00', '10-25T02:00', '10-25T03:00']);
});

test.each([
  ['before the gap and in it', '30,58 1,2 * * *', ['00:30', '00:58']],
  ['before the gap and after it', '0,58 1,3 * * *', ['00:00', '00:58', '01:58']],
  ['in the gap and after it', '4,30 2,3 * * *', ['01:00', '01:30']],
])('where spring brings two slots close together, %s, the second is one with the first', (_, cron, expected) => {
  const berlin = { cron, time_zone: 'Europe/Berlin' };
  const slots: string[] = [];
  for (let at = '2026-03-28T23:50:00.000Z' as Instant; ; ) {
    const next = slotAfter(cronBook, berlin, at);
    if (next === undefined || next > '2026-03-29T12:00:00.000Z') break;
    slots.push(next.slice(11, 16));
    at = next;
  }

  expect(slots).toEqual(expected);
  expect(newestSlot(cronBook, berlin, `2026-03-29T${expected[0]}:00.000Z` as Instant, '2026-03-29T12:00:00.000Z' as Instant)).toBe(
    `2026-03-29T${expected.at(-1)}:00.000Z`,
  );
});

test('zones that change by half an hour or at midnight have their slots too', () => {
  expect(slotsBetween('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00.000Z', '2026-10-04T20:00:00.000Z')).toEqual([
    '10-03T15:30',
    '10-04T15:15',
  ]);
  expect(slotsBetween('30 0 * * *', 'America/Santiago', '2026-09-05T12:00:00.000Z', '2026-09-07T12:00:00.000Z')).toEqual([
    '09-06T04:00',
    '09-07T03:30',
  ]);
});

test('what was missed is one with the newest slot that has come', () => {
  const daily = { cron: '0 9 * * *', time_zone: 'Europe/Berlin' };
  const newest = (first: string, now: string) => newestSlot(cronBook, daily, first as Instant, now as Instant);

  expect(newest('2026-03-27T08:00:00.000Z', '2026-03-27T08:00:00.000Z')).toBe('2026-03-27T08:00:00.000Z');
  expect(newest('2026-03-27T08:00:00.000Z', '2026-03-30T06:59:59.000Z')).toBe('2026-03-29T07:00:00.000Z');
  expect(
    newestSlot(cronBook, { ...daily, cron: '0 9 1 * *' }, '2026-01-01T08:00:00.000Z' as Instant, '2026-04-15T00:00:00.000Z' as Instant),
  ).toBe('2026-04-01T07:00:00.000Z');
});

test.each([
  ['every minute', '* * * * *', '1 min apart'],
  ['four minutes apart', '*/4 * * * *', '4 min apart'],
  ['close only once a day', '0,3 9 * * *', '3 min apart'],
  ['close over the hour', '58,1 9,10 * * *', '3 min apart'],
  ['close over midnight', '0,58 0,23 * * *', '2 min apart'],
  ['close over midnight at the end of a month', '0,58 0,23 1,31 * *', '2 min apart'],
  ['a day that there is never', '0 0 30 2 *', 'never comes'],
  ['the 31st of June', '0 0 31 6 *', 'never comes'],
  ['seconds', '0 0 9 * * *', '6 fields'],
  ['a year', '0 0 9 * * * 2027', '7 fields'],
  ['too few fields', '0 9 * *', '4 fields'],
  ['a nickname', '@daily', 'nickname'],
  ['the last day', '0 9 L * *', 'none of'],
  ['the second Friday', '0 9 * * 5#2', 'none of'],
  ['a minute that there is not', '60 9 * * *', 'cannot be read'],
  ['a step of nothing', '*/0 9 * * *', 'cannot be read'],
  ['words', 'every day at nine please', 'none of'],
  ['nothing', '   ', 'fields'],
])('%s is refused in a sentence', (_, cron, why) => {
  expect(() => checkedCron(cronBook, cron)).toThrow(expect.objectContaining({ code: 'bad-input', detail: expect.stringContaining(why) }));
});

test.each([
  ['five minutes apart', '*/5 * * * *', '*/5 * * * *'],
  ['names and spaces', ' 0  9 * jan-mar Mon-fri', '0 9 * JAN-MAR MON-FRI'],
  ['a leap day', '0 0 29 2 *', '0 0 29 2 *'],
  ['close over midnight, on days that do not follow each other', '0,58 0,23 * * 1', '0,58 0,23 * * 1'],
  ['five minutes over midnight', '0,55 0,23 * * *', '0,55 0,23 * * *'],
])('%s is taken', (_, cron, kept) => {
  expect(checkedCron(cronBook, cron)).toBe(kept);
});
