import type { Arrival, Dispatched } from './arrival.ts';
import { readInteraction } from './interactions.ts';
import { readMessage } from './messages.ts';

/** Understands a dispatch of the gateway, live, replayed, read back or kept. Null: it does not concern Gatebell. */
export function readArrival(came: Dispatched): Arrival | null {
  switch (came.t) {
    case 'INTERACTION_CREATE':
      return readInteraction(came);
    case 'MESSAGE_CREATE':
    case 'MESSAGE_UPDATE':
      return readMessage(came);
    default:
      return null;
  }
}
