/** The time of a fake platform. `after` gives back what cancels it. */
export type FakeClock = {
  readonly nowMs: () => number;
  readonly after: (ms: number, call: () => void) => () => void;
};

/** For real clients, whose own timers cannot be turned by hand. */
export const realClock: FakeClock = {
  nowMs: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export type HandClock = FakeClock & { readonly advance: (ms: number) => void };

/** Stands still until it is advanced; what falls due is called in the order of its time. */
export function handClock(startMs: number): HandClock {
  let now = startMs;
  let alarms: { readonly at: number; readonly call: () => void }[] = [];
  return {
    nowMs: () => now,
    after(ms, call) {
      const alarm = { at: now + ms, call };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((kept) => kept !== alarm);
      };
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = alarms.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        alarms = alarms.filter((kept) => kept !== next);
        now = Math.max(now, next.at);
        next.call();
      }
      now = until;
    },
  };
}
