import { z } from 'zod';

const line = z.object({
  level: z.number(),
  msg: z.string(),
  where: z.string().optional(),
  err: z.object({ type: z.string().optional(), message: z.string().optional(), stack: z.string().optional() }).optional(),
});

/** One kind of what was logged above `info`, with how often and its first stack. */
export type Logged = { readonly kind: string; readonly count: number; readonly first: string };

/** What the service logged as a warning or worse, by kind: numbers and what is quoted are taken out. */
export function loggedIn(output: string): readonly Logged[] {
  const kinds = new Map<string, { count: number; readonly first: string }>();
  for (const text of output.split('\n')) {
    if (!text.startsWith('{')) {
      if (/unhandled|uncaught|Error:|DeprecationWarning/i.test(text)) count(kinds, `no log line: ${text.slice(0, 200)}`, text);
      continue;
    }
    const found = line.safeParse(parsed(text));
    if (!found.success || found.data.level < 40) continue;
    const { msg, where = '', err } = found.data;
    count(kinds, `${msg} ${where} ${err?.type ?? ''}: ${general(err?.message ?? '')}`, err?.stack ?? text);
  }
  return [...kinds].map(([kind, { count: times, first }]) => ({ kind, count: times, first }));
}

/** What may be logged of what is malformed, and why it is right. Anything else is a fault of the service. */
const judged: readonly (readonly [kind: RegExp, why: string])[] = [
  [/it was not kept within # ms$/, 'a machine that is busy: the press is refused, and its presser is told or it comes again'],
  [/Discord began a session and did not say who the bot is$/, 'a READY without it: the service goes on as who it was'],
  [
    /An API error occurred: (?:channel_not_found|user_not_found|user_disabled)$/,
    'a payload that names nobody who is there: there is nobody to tell',
  ],
  [/so somebody was not told what came of a press$/, 'the same on Telegram'],
  [/'sendMessage' failed! \(#: Bad Request: chat not found\)$/, 'the same on Telegram, where it is told in the chat itself'],
  [/You are not authorized to perform this action on this application$/, 'a READY of another application: Discord refuses its commands'],
  [/Cannot read properties of null \(reading 'session_id'\)$/, 'a READY with nothing in it: the link is made anew'],
];

export function unjudged(logged: readonly Logged[]): readonly Logged[] {
  return logged.filter(({ kind }) => !judged.some(([form]) => form.test(kind)));
}

function count(kinds: Map<string, { count: number; readonly first: string }>, kind: string, first: string): void {
  const known = kinds.get(kind);
  if (known === undefined) kinds.set(kind, { count: 1, first });
  else known.count += 1;
}

function general(message: string): string {
  return message
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/\d+/g, '#')
    .slice(0, 160);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
