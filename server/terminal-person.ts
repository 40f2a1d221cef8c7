import { house } from '../src/ids.ts';
import type { Execute } from '../src/ports.ts';
import { Refusal } from '../src/refusal.ts';
import type { CommitWatch } from './commit-watch.ts';

/**
 * Opens the terminal for its person as soon as that person is there: on a new installation nobody is.
 * Without a person the terminal of an earlier start is closed.
 */
export async function keepTerminalOpen(
  { execute, commits, onFault }: { readonly execute: Execute; readonly commits: CommitWatch; readonly onFault: (error: unknown) => void },
  person: string | undefined,
): Promise<{ readonly open: boolean }> {
  if (person === undefined) {
    await execute('close-terminal', { kind: 'service' }, {});
    return { open: false };
  }
  const tryToOpen = async () => {
    try {
      await execute('open-terminal', { kind: 'service' }, { person });
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not-found') return false;
      throw error;
    }
  };
  const open = await tryToOpen();
  if (open) return { open };
  const forget = commits.onCommit(house, () => {
    tryToOpen().then((opened) => {
      if (opened) forget();
    }, onFault);
  });
  return { open };
}
