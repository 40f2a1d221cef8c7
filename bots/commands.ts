/** What a person asked for with a typed line. The same words on every platform. */
export type Command =
  | { readonly kind: 'gates' }
  | { readonly kind: 'gate'; readonly gate: string }
  | { readonly kind: 'answer'; readonly gate: string; readonly words: string }
  | { readonly kind: 'undo'; readonly gate: string }
  | { readonly kind: 'status' }
  | { readonly kind: 'note'; readonly goal: string; readonly text: string }
  | { readonly kind: 'pause' | 'resume' | 'route' | 'digest'; readonly goal: string }
  | { readonly kind: 'link'; readonly code: string | null }
  | { readonly kind: 'help' }
  | { readonly kind: 'incomplete'; readonly usage: string }
  | { readonly kind: 'unknown'; readonly word: string };

type Described = { readonly usage: string; readonly summary: string; readonly parse: (rest: string) => Command | null };

/** Every command, listed once: the parser and the help of all platforms are made from it. */
export const commands: Readonly<Record<string, Described>> = {
  gates: { usage: 'gates', summary: 'the gates that wait for you, and a link to the web inbox', parse: () => ({ kind: 'gates' }) },
  gate: { usage: 'gate g3', summary: 'one gate in full', parse: (rest) => codeAlone(rest, (gate) => ({ kind: 'gate', gate })) },
  answer: {
    usage: 'answer g3 yes',
    summary: 'answer a gate with a key, number or label, or with your own text; short: g3 yes',
    parse: (rest) => withCode(rest, (gate, words) => (words === '' ? null : { kind: 'answer', gate, words })),
  },
  undo: {
    usage: 'undo g3',
    summary: 'take your answer back while no agent has it',
    parse: (rest) => codeAlone(rest, (gate) => ({ kind: 'undo', gate })),
  },
  status: { usage: 'status', summary: 'the goals and how they do', parse: () => ({ kind: 'status' }) },
  note: { usage: 'note GOAL what you want to say', summary: 'tell the agents of a goal something', parse: parseNote },
  pause: {
    usage: 'pause GOAL',
    summary: 'let the agents of a goal that you own start nothing new',
    parse: (rest) => goalAlone(rest, (goal) => ({ kind: 'pause', goal })),
  },
  resume: {
    usage: 'resume GOAL',
    summary: 'let the agents of a paused goal that you own go on',
    parse: (rest) => goalAlone(rest, (goal) => ({ kind: 'resume', goal })),
  },
  link: {
    usage: 'link CODE',
    summary: 'tie an account to yourself: without a code you get one, to be given from the other side, and a link to the web inbox',
    parse: (rest) => (/\s/u.test(rest) ? null : { kind: 'link', code: rest === '' ? null : rest }),
  },
  route: {
    usage: 'route GOAL',
    summary: 'where a goal speaks, and what is broken there',
    parse: (rest) => goalAlone(rest, (goal) => ({ kind: 'route', goal })),
  },
  digest: {
    usage: 'digest GOAL',
    summary: 'what changed in a goal since its last digest, and what needs you',
    parse: (rest) => goalAlone(rest, (goal) => ({ kind: 'digest', goal })),
  },
  help: { usage: 'help', summary: 'this list', parse: () => ({ kind: 'help' }) },
};

/** Understands a line, or says that it does not: no line is ever taken for something that it might have meant. */
export function parseCommand(line: string): Command | null {
  const text = line.trim();
  if (text === '') return null;
  const [first, rest] = cutWord(text);
  if (isGateCode(first))
    return rest === '' ? { kind: 'gate', gate: first.toLowerCase() } : { kind: 'answer', gate: first.toLowerCase(), words: rest };
  const word = first.toLowerCase();
  const described = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (described === undefined) return { kind: 'unknown', word: first };
  return described.parse(rest) ?? { kind: 'incomplete', usage: described.usage };
}

export function helpLines(typed: (command: string) => string): readonly string[] {
  return Object.values(commands).map(({ usage, summary }) => `${typed(usage)}: ${summary}`);
}

function withCode(rest: string, make: (gate: string, words: string) => Command | null): Command | null {
  const [code, words] = cutWord(rest);
  return isGateCode(code) ? make(code.toLowerCase(), words) : null;
}

function codeAlone(rest: string, make: (gate: string) => Command): Command | null {
  return withCode(rest, (gate, words) => (words === '' ? make(gate) : null));
}

function goalAlone(rest: string, make: (goal: string) => Command): Command | null {
  return rest === '' || /\s/u.test(rest) ? null : make(rest);
}

function parseNote(rest: string): Command | null {
  const [goal, text] = cutWord(rest);
  return text === '' ? null : { kind: 'note', goal, text };
}

function isGateCode(word: string): boolean {
  return /^g\d{1,9}$/i.test(word);
}

function cutWord(text: string): readonly [string, string] {
  const [, word, rest] = /^(\S*)\s*(.*)$/su.exec(text) ?? [];
  return [word ?? '', rest ?? ''];
}
