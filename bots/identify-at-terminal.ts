import type { Reads } from '../src/ports.ts';
import type { Identify } from './desk.ts';

/** Who types at a terminal has no account of their own: the route says whose terminal it is. */
export const terminalAccount = 'terminal';

/** Whoever types at the terminal is the person that its route was opened for: an entry says so. */
export function identifyAtTerminal(reads: Pick<Reads, 'terminalRoute' | 'person'>): Identify {
  return async (account) => {
    if (account !== terminalAccount) return null;
    const route = await reads.terminalRoute();
    if (route?.state !== 'open' || route.person === null) return null;
    const person = await reads.person(route.person);
    return person?.state === 'active' ? { person, route } : null;
  };
}
