import type { Inbox, Trouble } from '../port.ts';
import type { Failure } from './errors.ts';
import { troubleOf } from './errors.ts';

/** Collects what is known of the connection, and tells it whenever it changed. */
export type ConnectionStatus = {
  socketOpened(): void;
  socketClosed(): void;
  socketFailed(failure: Failure): void;
  /** What the app lacks, as Slack said it last. */
  installed(lacks: Trouble | null): void;
  /** Slack cannot be asked who the app is. */
  unreachable(failure: Failure): void;
  /** A post or an edit failed, or worked. Only what stops the whole installation is trouble of the connection. */
  called(failure: Failure | null): void;
};

const noSocket: Trouble = {
  reason: 'No socket to Slack is open',
  fix: 'Gatebell opens them again by itself. If it lasts, check the network and that Socket Mode is on.',
};

const appTokenFix = 'Set SLACK_APP_TOKEN to an app-level token of this app with connections:write, and switch Socket Mode on.';

export function createConnectionStatus(tell: Inbox['status'], inSocketMode: boolean): ConnectionStatus {
  let sockets = 0;
  let socketTrouble: Trouble | null = null;
  let installation: Trouble | null = null;
  let lacks: Trouble | null = null;
  let told = '';

  function changed(): void {
    const status = { sockets: inSocketMode ? sockets : null, trouble: installation ?? (sockets === 0 ? socketTrouble : null) ?? lacks };
    if (JSON.stringify(status) === told) return;
    told = JSON.stringify(status);
    tell(status);
  }

  return {
    socketOpened() {
      sockets += 1;
      socketTrouble = null;
      changed();
    },
    socketClosed() {
      sockets = Math.max(0, sockets - 1);
      socketTrouble = noSocket;
      changed();
    },
    socketFailed(failure) {
      socketTrouble =
        failure.kind === 'dead' ? { reason: `${failure.reason} to the app-level token`, fix: appTokenFix } : troubleOf(failure);
      changed();
    },
    installed(missing) {
      lacks = missing;
      installation = null;
      changed();
    },
    unreachable(failure) {
      installation = troubleOf(failure);
      changed();
    },
    called(failure) {
      if (failure === null) installation = null;
      else if (failure.kind === 'dead') installation = troubleOf(failure);
      changed();
    },
  };
}
