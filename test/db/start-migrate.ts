// A start of its own that migrates the file it is given: several of these run at once.
import { migrate } from '../../db/migrate.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('name a file');
process.stdout.write(String(await migrate(file)));
