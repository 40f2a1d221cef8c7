import type { Inbox } from '../../bots/port.ts';

/** An inbox that keeps nothing and hears nothing: a test says what differs. */
export const anInbox: Inbox = {
  keep: async () => 'new',
  hear: async () => {},
  unfinished: async () => [],
  done: async () => {},
  openCards: async () => [],
  away: async () => {},
  moved: async () => {},
  mended: () => {},
  status: () => {},
};
