import type { Caller, Json, Reply } from '../support/caller.ts';

/** A write, and under which key it is asked until somebody answers. `mark` is what its entry can be known by. */
export type Write = {
  readonly kind: 'start' | 'commit' | 'gate' | 'withdraw';
  readonly path: string;
  readonly body: Json;
  readonly key: string;
};

export type Acknowledged = { readonly write: Write; readonly status: number; readonly body: Json };

/** An agent that takes turns, commits, asks gates and withdraws them, one write at a time, as fast as it is answered. */
export type WorkingAgent = {
  readonly acknowledged: Acknowledged[];
  /** Works until the service no longer answers. A write without an answer is asked again, under the same key, by the next call. */
  workUntilCut(onAcknowledged: () => void): Promise<void>;
  /** Asks only the write that was left without an answer. */
  settle(): Promise<void>;
  /** Asks a write again as it was. */
  repeat(write: Write): Promise<Reply<Json>>;
};

export function aWorkingAgent(caller: Caller, goal: string, name: string): WorkingAgent {
  const acknowledged: Acknowledged[] = [];
  let pending: Write | undefined;
  let count = 0;
  const ask = (write: Write) => caller.post(write.path, write.body, write.key);
  const take = async (write: Write) => {
    pending = write;
    const reply = await ask(write);
    if (reply.status >= 300) throw new Refused(`${write.kind} was refused: ${JSON.stringify(reply.body)}`);
    pending = undefined;
    acknowledged.push({ write, status: reply.status, body: reply.body });
  };
  const next = () => {
    count += 1;
    return nextWrite(acknowledged.at(-1), goal, `${name}-${count}`);
  };
  return {
    acknowledged,
    workUntilCut: async (onAcknowledged) => {
      try {
        for (;;) {
          await take(pending ?? next());
          onAcknowledged();
        }
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
    },
    settle: async () => {
      if (pending !== undefined) await take(pending);
    },
    repeat: ask,
  };
}

class Refused extends Error {}

function nextWrite(last: Acknowledged | undefined, goal: string, mark: string): Write {
  switch (last?.write.kind) {
    case undefined:
    case 'withdraw':
      return { kind: 'start', path: '/v1/turns', body: { goal }, key: mark };
    case 'start':
      return committing(last, mark);
    case 'commit':
      return { kind: 'gate', path: '/v1/gates', body: aGateBeside(goal, mark), key: mark };
    case 'gate':
      return { kind: 'withdraw', path: `/v1/gates/${String(last.body.id)}/withdraw`, body: { why: mark }, key: mark };
  }
}

function committing(start: Acknowledged, mark: string): Write {
  const turn = start.body.turn as { id: string; fence: number } | undefined; // the reply of a start
  if (start.body.decision !== 'run' || turn === undefined) throw new Refused(`a start gave ${JSON.stringify(start.body)}`);
  const evidence = [{ kind: 'statement', text: `Evidence of ${mark}` }];
  return {
    kind: 'commit',
    path: `/v1/turns/${turn.id}/commit`,
    body: { fence: turn.fence, outcome: 'progress', summary: mark, evidence },
    key: mark,
  };
}

/** A gate on a scope that nobody works in, so that the load goes on. */
function aGateBeside(goal: string, mark: string): Json {
  const options = [
    { key: 'yes', label: 'Go on', effect: 'Work in the scope goes on', lets: 'go' },
    { key: 'no', label: 'Stop', effect: 'Work in the scope stops', lets: 'stop' },
  ];
  const question = 'Shall the work beside go on?';
  return { goal, key: mark, question, answer: { kind: 'choice', options }, blocks: { scopes: ['beside:work'] }, risk: 'reversible' };
}
