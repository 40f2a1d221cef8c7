/** What each account does is heard in its order; accounts wait for no other. */
export type Turns = {
  /** Begins when what the account did before has ended. Never rejects. */
  take(account: string, work: () => Promise<void>): Promise<void>;
  /** Ends when everything that came has ended. */
  idle(): Promise<void>;
};

export function createTurns(report: (failure: unknown) => void): Turns {
  const queues = new Map<string, Promise<void>>();
  return {
    take(account, work) {
      const settled = (queues.get(account) ?? Promise.resolve())
        .then(work)
        .catch(report)
        .finally(() => {
          if (queues.get(account) === settled) queues.delete(account);
        });
      queues.set(account, settled);
      return settled;
    },
    async idle() {
      while (queues.size > 0) await Promise.all(queues.values());
    },
  };
}
