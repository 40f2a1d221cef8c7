import type { Command } from 'commander';
import { z } from 'zod';
import { connect, path } from './client.ts';
import { gateShape } from './gate-shape.ts';
import { optionsOf } from './options.ts';
import { printerOf } from './print.ts';

const reply = z.looseObject({ result: z.string(), deliver_at: z.string() });

const options = z.object({ revision: z.coerce.number().int(), comment: z.string().optional(), hold: z.coerce.number().optional() });

export function gateAnswer(gate: Command): void {
  gate
    .command('answer')
    .argument('<gate>', 'its code, such as g3')
    .argument('<answer...>', 'the key of an option, or the text')
    .description('answer a gate as the person whose token GATEBELL_TOKEN is')
    .option('--revision <number>', 'the revision of the question that you read', '1')
    .option('--comment <text>', 'why')
    .option('--hold <seconds>', 'how long the answer can be taken back')
    .addHelpText('after', '\nExamples:\n  gatebell gate answer g3 yes\n  gatebell gate answer g4 --revision 2 Use the second fix')
    .action(async (code: string, words: readonly string[], _: unknown, command: Command) => {
      const { revision, comment, hold } = optionsOf(command, options);
      const client = connect(process.env);
      const asked = await client.get(path`/v1/gates/${code}`, gateShape);
      const text = words.join(' ');
      const given = asked.expects.kind === 'choice' ? { option: text } : { value: text };
      const body = { revision, ...given, ...(comment === undefined ? {} : { comment }), ...(hold === undefined ? {} : { hold_s: hold }) };
      const counted = await client.post(path`/v1/gates/${code}/answer`, body, reply);
      printerOf(command).result(counted, [
        `${asked.code}: "${text}" is counted. The lanes see it at ${counted.deliver_at}; until then you can take it back.`,
      ]);
    });
}
