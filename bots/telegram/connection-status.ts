import type { Inbox, Trouble } from '../port.ts';
import type { Failure } from './errors.ts';
import { troubleOf } from './errors.ts';

/** Collects what is known of the connection, and tells it whenever it changed. */
export type ConnectionStatus = {
  /** Telegram was asked for what people do, or delivers it: null when that works. */
  receiving(failure: Failure | Trouble | null): void;
  /** A post or an edit failed, or worked. Only what stops the whole bot is trouble of the connection. */
  called(failure: Failure | null): void;
};

export function createConnectionStatus(tell: Inbox['status']): ConnectionStatus {
  let token: Trouble | null = null;
  let receiving: Trouble | null = null;
  let told = '';

  function changed(): void {
    const status = { sockets: null, trouble: token ?? receiving };
    if (JSON.stringify(status) === told) return;
    told = JSON.stringify(status);
    tell(status);
  }

  return {
    receiving(failure) {
      if (failure === null) token = null;
      receiving = failure === null ? null : 'kind' in failure ? troubleOf(failure) : failure;
      changed();
    },
    called(failure) {
      if (failure === null) token = null;
      else if (failure.kind === 'dead') token = troubleOf(failure);
      changed();
    },
  };
}
