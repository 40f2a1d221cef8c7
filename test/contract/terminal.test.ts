import { PassThrough, Writable } from 'node:stream';
import { identifyAtTerminal } from '../../bots/identify-at-terminal.ts';
import { createTerminal } from '../../bots/terminal/adapter.ts';
import type { Reads } from '../../src/ports.ts';
import { digestContract } from './digest.contract.ts';
import type { Ground, Stage } from './platform.contract.ts';
import { platformContract } from './platform.contract.ts';

const terminal = {
  name: 'terminal',
  traits: createTerminal({ input: new PassThrough(), output: new PassThrough() }).traits,
  open: aScreen,
  home: null,
} as const;

platformContract(terminal);
digestContract(terminal);

/** What was printed stays on the screen when the service is started anew. */
function aScreen(): Ground {
  const put: string[] = [];
  return { stage: (reads) => aTerminal(reads, put), seen: () => put, breakChannel: null, deleteCard: null };
}

/** A terminal of its own streams. What is told privately goes to the same screen; the stage keeps the two apart. */
function aTerminal(reads: Reads, put: string[]): Stage {
  const input = new PassThrough();
  let told = '';
  let telling = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      const text = String(chunk);
      if (telling) told += text;
      else put.push(...text.split('\n').filter((line) => line !== ''));
      done();
    },
  });
  const terminal = createTerminal({ input, output });
  const platform: typeof terminal = {
    ...terminal,
    tellPrivately(press, outcome) {
      telling = true;
      const written = terminal.tellPrivately(press, outcome);
      telling = false;
      return written;
    },
  };
  return {
    connected: { platform, identify: identifyAtTerminal(reads) },
    toldPrivately: () => {
      const before = told;
      told = '';
      return before;
    },
    type: (line) => input.write(`${line}\n`),
    press: (gate, option) => input.write(`${gate} ${option}\n`),
    sendRaw: (bytes) => input.write(bytes),
    buttons: null,
  };
}
