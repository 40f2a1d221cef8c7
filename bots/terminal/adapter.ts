import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import type { DigestPost } from '../digest.ts';
import { terminalAccount } from '../identify-at-terminal.ts';
import type { Inbox, Outgoing, Platform, Put } from '../port.ts';
import { cardLines, digestEditLines, digestLines, editLine, fitLine, noticeLine, privateLines } from './layout.ts';
import { terminalLimits } from './limits.ts';
import type { TypedLine } from './line-splitter.ts';
import { createLineSplitter } from './line-splitter.ts';

/** How wide an output is; what is no terminal has no width. */
type Columns = { readonly columns?: number };

/**
 * The terminal as a platform: cards are printed, edits are one more line, typed lines are commands. A card's name is made of
 * the digests of its question and of its state, so that also after a restart an edit that says nothing new prints nothing,
 * and one that changes the question shows all of it again.
 */
export function createTerminal(streams: { readonly input: Readable; readonly output: Writable & Columns }): Platform {
  const keyboard = createKeyboard(streams.input);

  async function print(lines: readonly string[], message: string): Promise<Put> {
    const fitted = lines.flatMap((line) => fitLine(line, streams.output.columns));
    const failure = await write(streams.output, `${fitted.join('\n')}\n`);
    return failure === null
      ? { result: 'sent', message }
      : { result: 'failed', reason: failure, as: 'broken-channel', fix: 'Start the service with an open terminal.' };
  }

  return {
    traits: {
      platform: 'terminal',
      commandPrefix: '',
      limits: { inputCharsMax: terminalLimits.inputCharsMax, outputCharsMax: terminalLimits.outputCharsMax },
      abilities: { editsInPlace: false, buttons: false, readsBack: false },
    },
    listen: keyboard.listen,
    async start() {
      // A closed terminal is told to the caller of each write; unheard, the stream's own event would end the process.
      streams.output.on('error', () => {});
      await keyboard.start();
    },
    stop: keyboard.stop,
    post: (_place, outgoing) => print(wholeLines(outgoing), nameOf(outgoing)),
    async edit(_place, message, outgoing) {
      const name = nameOf(outgoing);
      if (name === message) return { result: 'sent', message };
      if (outgoing.kind === 'notice' || questionOf(name) !== questionOf(message)) return print(wholeLines(outgoing), name);
      return print(editLines(outgoing), name);
    },
    acknowledge: async () => {},
    async tellPrivately(_press, told) {
      await print(privateLines(told), '');
      return null;
    },
  };
}

function wholeLines(outgoing: Outgoing): readonly string[] {
  switch (outgoing.kind) {
    case 'card':
      return cardLines(outgoing.card, outgoing.repeat);
    case 'digest':
      return digestLines(outgoing.digest, outgoing.repeat);
    case 'notice':
      return [noticeLine(outgoing.text, outgoing.repeat)];
  }
}

function editLines(outgoing: Exclude<Outgoing, { kind: 'notice' }>): readonly string[] {
  return outgoing.kind === 'card' ? [editLine(outgoing.card, outgoing.repeat)] : digestEditLines(outgoing.digest, outgoing.repeat);
}

function nameOf(outgoing: Outgoing): string {
  if (outgoing.kind === 'notice') return digest(outgoing.text);
  if (outgoing.kind === 'digest') return digestName(outgoing.digest);
  const { state, deadline, hint: _hint, ...question } = outgoing.card;
  return `${digest(question)}.${digest({ state, deadline })}`;
}

/** What a digest says stays; how its gates stand does not. */
function digestName({ blocks, ...said }: DigestPost): string {
  const states = blocks.map(({ gate }) => gate?.card.state ?? null);
  return `${digest([said, blocks.map(({ heading, lines }) => [heading, lines])])}.${digest(states)}`;
}

function questionOf(name: string): string {
  return name.split('.', 1).join();
}

function digest(said: unknown): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16);
}

function write(output: Writable, text: string): Promise<string | null> {
  if (!output.writable) return Promise.resolve('the terminal is closed');
  return new Promise((resolve) => {
    output.write(text, (failure) => resolve(failure ? `the terminal took no text: ${failure.message}` : null));
  });
}

/** Whoever can type at the terminal of the service is trusted by the machine itself. */
const standing = async () => 'member' as const;

function createKeyboard(input: Readable): Pick<Platform, 'listen' | 'start' | 'stop'> {
  const splitter = createLineSplitter(terminalLimits);
  let inbox: Inbox | undefined;
  let hearing: Promise<void> = Promise.resolve();

  function take(lines: readonly TypedLine[]): void {
    const to = inbox;
    if (to === undefined || lines.length === 0) return;
    input.pause();
    hearing = hearing
      .then(async () => {
        for (const said of lines) await to.hear({ id: null, account: terminalAccount, standing, from: null, said });
      })
      .finally(() => input.resume());
  }

  const onData = (chunk: Buffer | string) => take(splitter.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
  const onEnd = () => take(splitter.end());

  return {
    listen(to) {
      inbox = to;
    },
    async start() {
      input.on('data', onData).on('end', onEnd).on('error', onEnd);
    },
    async stop() {
      input.off('data', onData).off('end', onEnd);
      await hearing;
      input.pause();
    },
  };
}
