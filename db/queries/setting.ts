import { eq } from 'drizzle-orm';
import { setting } from '../schema.ts';
import { build, compile, compileWrite, given } from './compile.ts';

export const settingQueries = {
  setting: compile(
    build
      .select({ value: setting.value })
      .from(setting)
      .where(eq(setting.name, given('name'))),
  ),
};

export const settingWrites = {
  /** The first value stands. */
  keep: compileWrite(
    build
      .insert(setting)
      .values({ name: given('name'), value: given('value') })
      .onConflictDoNothing(),
  ),
};
