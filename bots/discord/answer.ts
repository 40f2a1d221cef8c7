import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import { InteractionResponseType, MessageFlags, Routes } from 'discord.js';
import type { Ticket } from './arrival.ts';
import type { Content } from './content.ts';
import { withText } from './content.ts';
import { classOf } from './errors.ts';
import type { Rest } from './rest.ts';

/** How one interaction is answered. Best effort: nothing of it rejects. */
export type Answer = {
  /** Puts the first response off, unless there is one. */
  defer(): Promise<void>;
  /** Opens a form: only as the first response. Whether it opened. */
  open(modal: APIModalInteractionResponseCallbackData): Promise<boolean>;
  /** Tells the presser alone. Whether they were told. */
  say(messages: readonly Content[]): Promise<boolean>;
};

/** `closed`: the interaction takes no first response any more, or took one of somebody else's. */
type State = 'unanswered' | 'deferred' | 'answered' | 'closed';

/** `again`: it was answered before the service stopped, as far as anybody knows. */
export function createAnswer(rest: Rest, ticket: Ticket, again: boolean): Answer {
  const { id, token, application, defer } = ticket;
  let state: State = again ? 'deferred' : 'unanswered';
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: whether a form may still open depends on what was answered before. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  async function respond(body: unknown, then: State): Promise<boolean> {
    try {
      await rest({ method: 'post', route: Routes.interactionCallback(id, token), body, unsigned: true });
      state = then;
      return true;
    } catch (failure) {
      const { kind } = classOf(failure);
      // Not known whether it arrived: what comes after it tries as if it had.
      state = kind === 'unknown' ? 'deferred' : kind === 'unformatted' ? 'unanswered' : 'closed';
      return false;
    }
  }

  async function sayFirst(first: Content): Promise<boolean> {
    for (const content of first.components.length + first.embeds.length > 0 ? [first, withText(first.content)] : [first]) {
      if (state === 'unanswered') {
        const data = { ...content, flags: MessageFlags.Ephemeral };
        if (await respond({ type: InteractionResponseType.ChannelMessageWithSource, data }, 'answered')) return true;
        continue;
      }
      if (state === 'deferred' && defer === 'reply') {
        const route = Routes.webhookMessage(application, token);
        if (await works(rest({ method: 'patch', route, body: content, unsigned: true }))) return true;
        continue;
      }
      if (state !== 'closed' && (await follow(content))) return true;
    }
    return false;
  }

  function follow(content: Content): Promise<boolean> {
    const body = { ...content, flags: MessageFlags.Ephemeral };
    return works(rest({ method: 'post', route: Routes.webhook(application, token), body, unsigned: true }));
  }

  return {
    defer: () =>
      inTurn(async () => {
        if (state !== 'unanswered') return;
        const type = InteractionResponseType[defer === 'update' ? 'DeferredMessageUpdate' : 'DeferredChannelMessageWithSource'];
        await respond({ type, ...(defer === 'update' ? {} : { data: { flags: MessageFlags.Ephemeral } }) }, 'deferred');
      }),
    open: (modal) =>
      inTurn(async () => state === 'unanswered' && respond({ type: InteractionResponseType.Modal, data: modal }, 'answered')),
    say: (messages) =>
      inTurn(async () => {
        const [first, ...others] = messages;
        if (first === undefined) return true;
        if (!(await sayFirst(first))) return false;
        if (state === 'deferred') state = 'answered';
        for (const content of others) if (!(await follow(content))) await follow(withText(content.content));
        return true;
      }),
  };
}

async function works(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch {
    return false;
  }
}
