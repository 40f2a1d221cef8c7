import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import { house, ref } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { defineVerb, placeOf } from '../verb.ts';
import type { Route, RouteEvent } from './route.ts';
import { evolveRoute, platforms, purposes, route } from './route.ts';

export const routeFields = {
  address: z.string().min(1).max(200),
  thread: z.string().min(1).max(200),
  purposes: z.array(z.enum(purposes)).min(1).max(purposes.length),
};

/** Open gates of the goal get a post on the new route at once. */
export const addRoute = defineVerb({
  name: 'add-route',
  summary: 'Add a route: where a goal speaks.',
  callers: ['operator'],
  input: z.strictObject({
    goal: ref,
    platform: z.enum(platforms),
    ...routeFields,
    thread: routeFields.thread.optional(),
    purposes: routeFields.purposes.default(['gates', 'notices']),
  }),
  output: route,
  run: async (tx, input) => {
    const goal = await findGoal(tx, input.goal);
    refuseAddress(input.platform, input.address);
    const event: RouteEvent = {
      type: 'route-added',
      route: tx.newId('route'),
      goal: goal.id,
      platform: input.platform,
      address: input.address,
      thread: input.thread ?? null,
      purposes: input.purposes,
    };

    const receipt = tx.append(house, event);

    return evolveRoute(undefined, event, placeOf(tx, receipt));
  },
});

/** Names change and can be taken over, so a route is named by the platform's own id of its channel. */
export function refuseAddress(platform: Route['platform'], address: string): void {
  switch (platform) {
    case 'terminal':
      return;
    case 'slack':
      if (/^[CDGU][A-Z0-9]{2,20}$/.test(address)) return;
      throw badAddress(
        'the id of a Slack channel or member, such as C0123ABCD',
        'Copy it from the details of the channel, at the bottom; a name such as #general does not do.',
      );
    case 'discord':
      if (/^(?:user:)?[1-9]\d{16,19}$/.test(address)) return;
      throw badAddress(
        'the id of a Discord channel, such as 41771983423143937, or user: and the id of a user',
        'Switch on Developer Mode (Settings, Advanced), then right-click the channel and Copy Channel ID.',
      );
    case 'telegram':
      if (/^-?[1-9]\d{0,15}$/.test(address)) return;
      throw badAddress(
        'the id of a Telegram chat, such as -1001234567890',
        'Add the bot to the chat and send it /status there: it tells you the id; a name such as @group does not do.',
      );
  }
}

function badAddress(expected: string, fix: string): Refusal {
  return new Refusal('bad-input', `address: expected ${expected}.`, fix);
}
