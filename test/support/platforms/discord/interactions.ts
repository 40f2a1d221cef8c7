import type { Json } from '../json.ts';
import type { Gateway } from './gateway.ts';
import { limits } from './limits.ts';
import type { Interaction, State } from './state.ts';

/** What the person who set it off saw: that it was answered (with which type of answer), or that it failed. */
export type Answered =
  | { readonly result: 'answered'; readonly with: number }
  | { readonly result: 'failed'; readonly why: 'timeout' | 'no connection' };

export type Begun = Pick<Interaction, 'kind' | 'user' | 'channel' | 'guild' | 'message'> & {
  readonly payload: (id: string, token: string) => Json;
  /** The person did it that long ago. */
  readonly ageMs?: number | undefined;
};

export type Interactions = ReturnType<typeof createInteractions>;

/** What people set off: told to the bot, and awaited for three seconds. */
export function createInteractions(state: State, gateway: Gateway) {
  const waiting = new Map<string, (outcome: Answered) => void>();
  let last: Interaction | null = null;

  function begin({ kind, user, channel, guild, message, payload, ageMs = 0 }: Begun): Promise<Answered> {
    const id = state.nextId();
    const token = `${btoa(`interaction:${id}:${user}`).replaceAll('=', '')}`;
    const atMs = state.clock.nowMs() - ageMs;
    const told = payload(id, token);
    const interaction: Interaction = {
      id,
      token,
      kind,
      user,
      channel,
      guild,
      atMs,
      message,
      payload: told,
      answeredWith: null,
      original: null,
    };
    state.interactions.set(id, interaction);
    last = interaction;
    return new Promise((resolve) => {
      const settle = (outcome: Answered) => {
        waiting.delete(id);
        cancel();
        if (outcome.result === 'failed') {
          state.notices.push({ user, channel, text: `This interaction failed (${outcome.why})`, id: state.nextId() });
        }
        resolve(outcome);
      };
      const leftMs = Math.max(limits.interaction.answerMs - ageMs, 0);
      const cancel = state.clock.after(leftMs, () => settle({ result: 'failed', why: 'timeout' }));
      waiting.set(id, settle);
      if (tell(interaction) === 0) settle({ result: 'failed', why: 'no connection' });
    });
  }

  function tell(interaction: Interaction): number {
    return gateway.dispatch({ event: 'INTERACTION_CREATE', intent: null, payload: () => interaction.payload });
  }

  return {
    begin,
    /** The bot answered: the person stops waiting. */
    answered(interaction: Interaction, type: number) {
      interaction.answeredWith = type;
      waiting.get(interaction.id)?.({ result: 'answered', with: type });
    },
    /** Tells the last one again, `times` times at once, as after a RESUME. */
    redeliver(times: number) {
      if (last === null) throw new Error('nobody did anything yet');
      for (let count = 0; count < times; count += 1) tell(last);
    },
    underWay: () => waiting.size,
  };
}
