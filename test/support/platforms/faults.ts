/** What goes wrong with a call. `after`: the call acted, and only its answer is lost. */
export type Fault =
  | { readonly kind: 'rate-limited'; readonly retryAfterS: number }
  | { readonly kind: 'status'; readonly status: number; readonly after?: boolean }
  | { readonly kind: 'html'; readonly after?: boolean }
  | { readonly kind: 'reset'; readonly after?: boolean }
  | { readonly kind: 'hang'; readonly after?: boolean }
  | { readonly kind: 'error'; readonly error: string };

/** Where a fault strikes: a method (or `*`), perhaps one channel, and how often. */
export type Strike = { readonly method: string; readonly channel?: string | undefined; readonly times?: number; readonly fault: Fault };

export type Faults = {
  /** The next calls that fit meet this fault. */
  readonly strike: (strike: Strike) => void;
  /** From now on each call of one of `methods` (or `*`) meets one of `among` with this likelihood, drawn from `random`. */
  readonly sometimes: (share: number, among: readonly Fault[], methods: readonly string[], random: () => number) => void;
  readonly clear: () => void;
  readonly take: (method: string, channel: string | null) => Fault | null;
};

export function createFaults(): Faults {
  let strikes: { readonly strike: Strike; left: number }[] = [];
  let chance: ((method: string) => Fault | null) | null = null;
  return {
    strike(strike) {
      strikes.push({ strike, left: strike.times ?? 1 });
    },
    sometimes(share, among, methods, random) {
      chance = (method) => {
        if (!(methods.includes('*') || methods.includes(method)) || random() >= share) return null;
        return among[Math.floor(random() * among.length)] ?? null;
      };
    },
    clear() {
      strikes = [];
      chance = null;
    },
    take(method, channel) {
      const struck = strikes.find(({ strike }) => {
        return (strike.method === '*' || strike.method === method) && (strike.channel === undefined || strike.channel === channel);
      });
      if (struck === undefined) return chance?.(method) ?? null;
      struck.left -= 1;
      if (struck.left <= 0) strikes = strikes.filter((kept) => kept !== struck);
      return struck.strike.fault;
    },
  };
}

export function actsFirst(fault: Fault): boolean {
  return 'after' in fault && fault.after === true;
}
