import { eq, sql } from 'drizzle-orm';
import type { Reads } from '../../src/ports.ts';
import type { Instant } from '../../src/time.ts';
import { absence } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileWrite, given } from './compile.ts';

export const absenceQueries = {
  absence: compile(
    build
      .select({ since: absence.since, until: absence.until })
      .from(absence)
      .where(eq(absence.platform, given('platform'))),
  ),
};

export const absenceWrites = {
  keep: compileWrite(
    build
      .insert(absence)
      .values({ platform: given('platform'), since: given('since'), until: given('until') })
      .onConflictDoUpdate({ target: absence.platform, set: { since: sql`excluded.since`, until: sql`excluded.until` } }),
  ),
};

export function absenceReads(ask: Ask): Pick<Reads, 'absence'> {
  return {
    absence: async (platform) => {
      const [row] = await ask(absenceQueries.absence, { platform });
      return row === undefined ? undefined : { since: row.since as Instant, until: row.until as Instant }; // written from Instants
    },
  };
}
