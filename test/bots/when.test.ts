import { expect, test } from 'vitest';
import { when } from '../../bots/when.ts';
import { noon } from './builders.ts';

test('a moment is shown with its offset and the name of the zone', () => {
  expect(when(noon, 'Europe/Berlin')).toBe('2026-12-01 13:00:00 GMT+1 (Europe/Berlin)');
  expect(when(noon, 'America/New_York')).toBe('2026-12-01 07:00:00 GMT-5 (America/New_York)');
});

test('midnight is hour 00 of its day, and UTC is named once', () => {
  const midnight = when('2026-12-01T00:00:00.000Z' as typeof noon, 'UTC');

  expect(midnight).toBe('2026-12-01 00:00:00 UTC');
});
