/** Real time, apart from the clock: `after` calls once when `ms` have passed; the function it gives back cancels that. */
export type Timers = { readonly after: (ms: number, call: () => void) => () => void };

export const systemTimers: Timers = {
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
