import type { Reads } from '../src/ports.ts';
import type { Identify } from './desk.ts';

/** Who types at a terminal has no account of their own: the route says whose terminal it is. */
export const terminalAccount = 'terminal';

const nobody =
  'Gatebell does not know who you are here, so nothing was done. An operator adds the person that GATEBELL_TERMINAL_PERSON names.';

/** Whoever types at the terminal is the person that its route was opened for: an entry says so. */
export function identifyAtTerminal(reads: Pick<Reads, 'terminalRoute' | 'person'>): Identify {
  return async (press) => {
    const barred = { kind: 'barred', why: nobody } as const;
    if (press.account !== terminalAccount) return barred;
    const route = await reads.terminalRoute();
    if (route?.state !== 'open' || route.person === null) return barred;
    const person = await reads.person(route.person);
    if (person?.state !== 'active') return barred;
    return { kind: 'known', asker: { person, platform: 'terminal', routes: [route], press } };
  };
}
