import { existsSync } from 'node:fs';
import { exits, Stop } from './exit.ts';

/** The database file of a command that works on it: `--db FILE`, else the one that GATEBELL_DB_URL names, as the service does. */
export function databaseFile(chosen: string | undefined, environment: NodeJS.ProcessEnv): string {
  if (chosen !== undefined) return withoutScheme(chosen);
  const url = environment.GATEBELL_DB_URL ?? 'file:data/gatebell.db';
  if (!url.startsWith('file:')) {
    throw new Stop(exits.configuration, [`GATEBELL_DB_URL should name a file, such as file:data/gatebell.db; "${url}" does not.`]);
  }
  return withoutScheme(url);
}

export function existingDatabaseFile(chosen: string | undefined, environment: NodeJS.ProcessEnv): string {
  const file = databaseFile(chosen, environment);
  if (existsSync(file)) return file;
  throw new Stop(exits.configuration, [`There is no database file ${file}. Name one with --db, or set GATEBELL_DB_URL.`]);
}

function withoutScheme(text: string): string {
  return text.replace(/^file:(?:\/\/(?=\/))?/, '');
}
