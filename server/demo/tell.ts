const columns = 80;

/** One line of the story, or several of at most 80 columns: who, then what. */
export function tell(who: string, text: string): void {
  const lead = who === '' ? '' : who.padEnd(9);
  write(lead, ' '.repeat(lead.length), text);
}

/** A line that the service wrote to its terminal platform. */
export function tellTerminal(line: string): void {
  write('  | ', `  | ${/^ */.exec(line)?.[0] ?? ''}`, line);
}

function write(first: string, next: string, text: string): void {
  const lines = text.match(new RegExp(`.{1,${columns - next.length}}(?:\\s+|$)|\\S+`, 'g')) ?? [''];
  for (const [at, line] of lines.entries()) process.stdout.write(`${(at === 0 ? first : next) + line.trimEnd()}\n`);
}
