import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Prints how many times per second a page can be written and synced in the folder of the first argument. */
const file = openSync(join(process.argv[2] ?? '', 'raw-fsync'), 'w');
const page = Buffer.alloc(4_096, 'x');
const began = performance.now();
let count = 0;
while (performance.now() - began < 1_500) {
  writeSync(file, page, 0, page.length, (count % 1_000) * page.length);
  fsyncSync(file);
  count += 1;
}
process.stdout.write(`${count / ((performance.now() - began) / 1_000)}\n`);
closeSync(file);
