import { classOf } from './errors.ts';
import type { Failure } from './errors.ts';
import { slackTimes } from './limits.ts';
import type { Link, LinkOptions } from './link.ts';
import { createLink } from './link.ts';

export type SocketOptions = LinkOptions & {
  readonly opened: () => void;
  readonly closed: () => void;
  readonly failed: (failure: Failure) => void;
};

export type Socket = {
  /** Ends with the first attempt, whether it opened or not; from then on there is a link, or one is being opened. */
  open(): Promise<void>;
  close(): Promise<void>;
};

/** Keeps one link open: another is opened when it ends, and, when Slack asks for that, before it ends. */
export function createSocket(options: SocketOptions): Socket {
  const links = new Set<Link>();
  let current: Link | undefined;
  let closing = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  function again(): void {
    if (closing || timer !== undefined) return;
    const waitMs = failures === 0 ? 0 : Math.min(slackTimes.socketRetryFirstMs * 2 ** (failures - 1), slackTimes.socketRetryMaxMs);
    failures += 1;
    timer = setTimeout(() => {
      timer = undefined;
      void attempt();
    }, waitMs);
  }

  /** Whether it opened. */
  async function attempt(): Promise<boolean> {
    if (closing) return false;
    const link: Link = createLink(options, {
      opened: () => {
        failures = 0;
        options.opened();
      },
      renewalAsked: () => void renew(link),
      ended: () => {
        links.delete(link);
        options.closed();
        if (link === current) again();
      },
    });
    current = link;
    links.add(link);
    try {
      await link.open();
      if (closing) await link.close();
      return true;
    } catch (failure) {
      links.delete(link);
      // A link that ended before it was open rejects with nothing: there is no more to be known of it.
      if (failure !== undefined) options.failed(classOf(failure));
      if (link === current) again();
      return false;
    }
  }

  /** What Slack sent on the old link before it knows the new one still arrives. Without a new one, Slack closes the old. */
  async function renew(old: Link): Promise<void> {
    if (old !== current || !(await attempt())) return;
    setTimeout(() => void old.close(), slackTimes.socketDrainMs).unref();
  }

  return {
    async open() {
      await attempt();
    },
    async close() {
      closing = true;
      clearTimeout(timer);
      await Promise.all([...links].map((link) => link.close()));
    },
  };
}
