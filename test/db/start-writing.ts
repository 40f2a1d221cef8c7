// A program that claims a database, adds goals without end, and says each one that was acknowledged.
import { randomBytes } from 'node:crypto';
import { openInline } from '../../db/engine/inline.ts';
import { claimDatabase } from '../../db/open.ts';
import { instantOf } from '../../src/time.ts';
import { planted } from './planted.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('name a file');
await claimDatabase(file);
const engine = await openInline(file, { verbs: planted, clock: { now: () => instantOf(Date.now()) }, randomBytes, report: console.error });
for (let made = 1; ; made += 1) {
  const slug = `goal-${made}`;
  await engine.execute('plant-goal', { kind: 'service' }, { slug });
  process.stdout.write(`${slug}\n`);
}
