import { createHmac } from 'node:crypto';
import { settingQueries, settingWrites } from '../queries/setting.ts';
import type { Connection } from './connection.ts';
import type { RandomBytes } from './secrets.ts';

/** The setting from which secrets are derived that both sides must hold. Never shown. */
export const derivingSetting = 'deriving-secret';

/** A secret of 256 bits as base64, the same each time for the same name. The first use makes what it is derived from. */
export function derivedSecret(connection: Connection, name: string, randomBytes: RandomBytes): string {
  const asked = { name: derivingSetting };
  const kept = connection.rows(settingQueries.setting, asked)[0]?.value;
  if (kept !== undefined) return deriveSecret(kept, name);
  const value = Buffer.from(randomBytes(32)).toString('base64url');
  connection.write(settingWrites.keep, { ...asked, value });
  return deriveSecret(value, name);
}

export function deriveSecret(from: string, name: string): string {
  return createHmac('sha256', from).update(name).digest('base64');
}
