import { Cron } from 'croner';
import type { CronBook } from '../../src/ports.ts';

/** Croner is asked in UTC only, where no clock is ever changed: what zones do to a slot is src/schedule/slots.ts. */
export const cronBook: CronBook = {
  fault(cron) {
    try {
      patternOf(cron);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
    }
  },
  next: (cron, afterMs) => patternOf(cron).nextRun(new Date(afterMs))?.getTime(),
};

function patternOf(cron: string): Cron {
  return new Cron(cron, { timezone: 'UTC', mode: '5-part', paused: true });
}
