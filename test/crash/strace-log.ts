/** One finished system call of a trace, with the lines at which it was entered and left. */
export type Call = { readonly name: string; readonly text: string; readonly entered: number; readonly left: number };

/** Reads the output of `strace -f -y`: calls that another thread interrupted are put together again. */
export function callsOf(log: string): readonly Call[] {
  const unfinished = new Map<string, { text: string; entered: number }>();
  return log.split('\n').flatMap((line, at): readonly Call[] => {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/s.exec(line) ?? [];
    const resumed = /^<\.\.\. (\w+) resumed>(.*)$/s.exec(rest);
    if (resumed !== null) {
      const begun = unfinished.get(thread);
      unfinished.delete(thread);
      return begun === undefined
        ? []
        : [{ name: resumed[1] ?? '', text: begun.text + (resumed[2] ?? ''), entered: begun.entered, left: at }];
    }
    if (rest.endsWith('<unfinished ...>')) {
      unfinished.set(thread, { text: rest, entered: at });
      return [];
    }
    const name = /^(\w+)\(/.exec(rest)?.[1];
    return name === undefined ? [] : [{ name, text: rest, entered: at, left: at }];
  });
}
