import type { Client } from 'discord.js';
import { SimpleShardingStrategy } from 'discord.js';

type Build = NonNullable<NonNullable<Client['options']['ws']>['buildStrategy']>;
type Manager = Parameters<Build>[0];
type Strategy = ReturnType<Build>;

/** What the adapter hears of the link. Nothing of it may throw. */
export type ShardEvents = {
  readonly dispatched: (packet: unknown) => void;
  readonly resumed: () => void;
  readonly closed: (code: number) => void;
  readonly failed: (failure: unknown) => void;
  /** The link cannot go on, and has to be made anew. */
  readonly broke: (failure: unknown) => void;
};

/** What the library keeps to itself of a shard. A test says so when a new version of it changes that. */
type Inside = {
  onMessage(data: unknown, isBinary: boolean): Promise<void>;
  internalConnect(): Promise<void>;
  readonly connection: { terminate(): void } | null;
};

export type Shards = {
  readonly strategy: Strategy;
  /** Ends what is left of the connections, also of those that are being opened again. */
  end(): void;
};

/**
 * The shards of the library, with two things changed. What they hear goes to the adapter alone: the client would take dispatches
 * apart as if nothing could be missing in them, and would keep all of it in memory. And what fails inside a shard ends the link
 * instead of the process: the library waits for it nowhere.
 */
export function createShards(manager: Manager, events: ShardEvents): Shards {
  let isEnded = false;
  const inner = new SimpleShardingStrategy(screened(manager, events));

  function guard(shard: Inside): void {
    const [hear, connect] = [shard.onMessage.bind(shard), shard.internalConnect.bind(shard)];
    shard.onMessage = (data, isBinary) => hear(data, isBinary).catch(events.broke);
    // A shard that waits to reconnect is not stopped by the library.
    shard.internalConnect = async () => (isEnded ? undefined : connect().catch(events.broke));
  }

  return {
    strategy: {
      async spawn(ids) {
        await inner.spawn(ids);
        for (const shard of insidesOf(inner)) guard(shard);
      },
      connect: () => inner.connect(),
      destroy: (options) => inner.destroy(options),
      send: (id, payload) => inner.send(id, payload),
      fetchStatus: () => inner.fetchStatus(),
    },
    end() {
      isEnded = true;
      for (const shard of insidesOf(inner)) shard.connection?.terminate();
    },
  };
}

function insidesOf(strategy: SimpleShardingStrategy): readonly Inside[] {
  const { shards } = strategy as unknown as { readonly shards: ReadonlyMap<number, Inside> }; // private in its types
  return [...shards.values()];
}

type Emitted = { readonly data?: unknown; readonly code?: number; readonly error?: unknown };

/** The manager as its shards see it: whatever they tell it goes to the adapter. */
function screened(manager: Manager, events: ShardEvents): Manager {
  const emit = (name: string, emitted: Emitted): boolean => {
    switch (name) {
      case 'dispatch':
        events.dispatched(emitted.data);
        break;
      case 'resumed':
        events.resumed();
        break;
      case 'closed':
        events.closed(emitted.code ?? 0);
        break;
      case 'error':
        events.failed(emitted.error);
        break;
      default:
    }
    return true;
  };
  return Object.create(manager, { emit: { value: emit } }) as Manager; // the same in all but this
}
