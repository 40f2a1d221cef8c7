import type { Event } from '../../src/ledger/event.ts';
import type { FactStore } from '../../src/ledger/fold.ts';
import type { Instant } from '../../src/time.ts';
import type { Connection } from '../engine/connection.ts';
import { wakeWrites } from '../queries/wake.ts';

/** Makes a call wanted for each woken agent that has a wake_url. It takes the place of one that is still under way. */
export function wantWakes(connection: Connection, store: Pick<FactStore, 'load'>, event: Event, position: number, now: Instant): void {
  if (event.type !== 'agents-woken') return;
  const { goal, slot } = event;
  for (const { agent } of event.agents) {
    if (store.load('agent', agent)?.wake === undefined) continue;
    connection.write(wakeWrites.replace, { agent, goal, reason: 'the next slot came' });
    connection.write(wakeWrites.want, { id: `${agent.replace(/^agent_/, 'wake_')}_${position}`, agent, goal, slot, now });
  }
}
