import type { Inbox, Trouble } from '../port.ts';
import type { Failure } from './errors.ts';
import { troubleOf } from './errors.ts';

/** Collects what is known of the connection, and tells it whenever it changed. */
export type ConnectionStatus = {
  socketOpened(): void;
  socketClosed(): void;
  /** What the app lacks, as Slack said it last. */
  installed(lacks: Trouble | null): void;
  /** A call failed, or worked. Only what stops the whole installation is trouble of the connection. */
  called(failure: Failure | null): void;
  /** The platform cannot be reached or refuses the installation. */
  unreachable(failure: Failure): void;
};

const reconnecting: Trouble = {
  reason: 'No socket to Slack is open.',
  fix: 'Gatebell opens them again by itself. If it lasts, check SLACK_APP_TOKEN, that Socket Mode is on, and the network.',
};

export function createConnectionStatus(tell: Inbox['status'], inSocketMode: boolean): ConnectionStatus {
  let sockets = 0;
  let opened = false;
  let lacks: Trouble | null = null;
  let broken: Trouble | null = null;
  let told = '';

  function changed(): void {
    const trouble = broken ?? (inSocketMode && opened && sockets === 0 ? reconnecting : lacks);
    const status = { sockets: inSocketMode ? sockets : null, trouble };
    if (JSON.stringify(status) === told) return;
    told = JSON.stringify(status);
    tell(status);
  }

  return {
    socketOpened() {
      opened = true;
      sockets += 1;
      broken = null;
      changed();
    },
    socketClosed() {
      sockets = Math.max(0, sockets - 1);
      changed();
    },
    installed(missing) {
      lacks = missing;
      broken = null;
      changed();
    },
    called(failure) {
      if (failure === null) broken = null;
      else if (failure.kind === 'dead') broken = troubleOf(failure);
      changed();
    },
    unreachable(failure) {
      broken = troubleOf(failure);
      changed();
    },
  };
}
