import type { Actor } from '../../src/actor.ts';
import { goalStream } from '../../src/ids.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import type { Kernel } from '../kernel.ts';

/** Which entries a reader may see: an operator all, a person those of all goals, an agent those of its goals. */
export type Viewer = (entry: Entry) => boolean;

export async function viewerOf({ reads }: Pick<Kernel, 'reads'>, actor: Actor): Promise<Viewer> {
  switch (actor.kind) {
    case 'operator':
      return () => true;
    case 'person':
      return (entry) => entry.stream.startsWith('goal:');
    case 'agent': {
      const agent = await reads.agent(actor.agent);
      const streams = new Set<string>(agent?.goals.map(goalStream));
      return (entry) => streams.has(entry.stream);
    }
    case 'signal':
    case 'stranger':
    case 'service':
      return () => false;
  }
}
