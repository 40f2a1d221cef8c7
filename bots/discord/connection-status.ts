import type { Inbox, Trouble } from '../port.ts';
import type { Failure } from './errors.ts';
import { troubleOf } from './errors.ts';

/** Collects what is known of the connection, and tells it whenever it changed. */
export type ConnectionStatus = {
  connected(): void;
  disconnected(): void;
  /** No link could be made, or the one that was there ended for good. */
  unreachable(failure: Failure): void;
  /** What the app lacks to work, as Discord said it last: a server that it is not in, commands. */
  lacks(what: 'guild' | 'commands', trouble: Trouble | null): void;
  /** A post or an edit failed, or worked. Only what stops the whole app is trouble of the connection. */
  called(failure: Failure | null): void;
};

const noLink: Trouble = {
  reason: 'No link to Discord is open',
  fix: 'Gatebell opens it again by itself. If it lasts, check the network and discordstatus.com.',
};

export function createConnectionStatus(tell: Inbox['status']): ConnectionStatus {
  let sockets = 0;
  let linkTrouble: Trouble | null = null;
  let callTrouble: Trouble | null = null;
  const lacking = new Map<string, Trouble>();
  let told = '';

  function changed(): void {
    const [lack] = lacking.values();
    const status = { sockets, trouble: (sockets === 0 ? linkTrouble : null) ?? callTrouble ?? lack ?? null };
    if (JSON.stringify(status) === told) return;
    told = JSON.stringify(status);
    tell(status);
  }

  return {
    connected() {
      sockets = 1;
      linkTrouble = null;
      callTrouble = null; // Discord takes the token again, and whatever waits for that is tried
      changed();
    },
    disconnected() {
      if (sockets === 0) return;
      sockets = 0;
      linkTrouble = noLink;
      changed();
    },
    unreachable(failure) {
      sockets = 0;
      linkTrouble = troubleOf(failure);
      changed();
    },
    lacks(what, trouble) {
      if (trouble === null) lacking.delete(what);
      else lacking.set(what, trouble);
      changed();
    },
    called(failure) {
      if (failure === null) callTrouble = null;
      else if (failure.kind === 'dead') callTrouble = troubleOf(failure);
      changed();
    },
  };
}
