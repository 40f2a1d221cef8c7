import type { Outgoing, Platform, Put, Traits } from '../../bots/port.ts';
import type { RouteId } from '../../src/ids.ts';
import { stateSentence } from '../../bots/card.ts';

export const terminalTraits: Traits = {
  platform: 'terminal',
  commandPrefix: '',
  limits: { inputCharsMax: 4_000, outputCharsMax: 1_000 },
  abilities: { editsInPlace: true, buttons: false, readsBack: false },
};

/** A platform in memory: what stands on it by message, with answers that a test can set for the next calls. */
export function fakePlatform() {
  const messages = new Map<string, { route: RouteId; said: string; repeat: boolean }>();
  const calls: string[] = [];
  const posted: { route: RouteId; said: string; repeat: boolean }[] = [];
  const next: Array<(stands: () => Put) => Promise<Put>> = [];

  async function answer(stands: () => Put): Promise<Put> {
    const answered = next.shift();
    return answered === undefined ? stands() : answered(stands);
  }

  function put(route: RouteId, message: string, outgoing: Outgoing): Put {
    messages.set(message, { route, said: saidBy(outgoing), repeat: outgoing.repeat });
    return { result: 'sent', message };
  }

  const platform: { -readonly [Member in 'traits' | 'post' | 'edit']: Platform[Member] } = {
    traits: terminalTraits,
    post(place, outgoing) {
      calls.push(`post ${place.id}`);
      return answer(() => {
        posted.push({ route: place.id, said: saidBy(outgoing), repeat: outgoing.repeat });
        return put(place.id, `m${messages.size + 1}`, outgoing);
      });
    },
    edit(place, message, outgoing) {
      calls.push(`edit ${place.id} ${message}`);
      if (!messages.has(message)) return answer(() => ({ result: 'failed', reason: 'the message was deleted', as: 'gone' }));
      return answer(() => put(place.id, message, outgoing));
    },
  };

  return {
    platform,
    calls,
    messages,
    /** Every new message that arrived, as it was put. */
    posted,
    /** What becomes of the next call. `stands()` makes the message stand there, as if it had arrived. */
    answerNext: (answered: (stands: () => Put) => Put | Promise<Put>) => next.push(async (stands) => answered(stands)),
    /** From now on every call arrives. */
    forget: () => next.splice(0),
    said: () => [...messages.values()].map(({ said, repeat }) => `${said}${repeat ? ' (may be a repeat)' : ''}`),
  };
}

function saidBy(outgoing: Outgoing): string {
  if (outgoing.kind === 'digest')
    return outgoing.digest.blocks.flatMap(({ gate }) => (gate === null ? [] : [`${gate.card.code} ${gate.card.state.kind}`])).join(', ');
  return outgoing.kind === 'notice'
    ? outgoing.text
    : `${outgoing.card.code} r${outgoing.card.revision} ${stateSentence(outgoing.card.state)}`;
}
