import { z } from 'zod';
import { house } from '../ids.ts';
import { defineVerb } from '../verb.ts';
import { platforms } from './route.ts';

/** The platform itself gave the channel a new address; the messages at the old one cannot be edited any more. */
export const moveRoutes = defineVerb({
  name: 'move-routes',
  summary: 'Let the routes of a channel follow it to its new address.',
  callers: ['service'],
  input: z.strictObject({ platform: z.enum(platforms), from: z.string(), to: z.string() }),
  output: z.object({ moved: z.number().int() }),
  run: async (tx, { platform, from, to }) => {
    const routes = await tx.reads.routesAt(platform, from);
    for (const { id } of routes) tx.append(house, { type: 'route-changed', route: id, changes: { address: to } });
    return { moved: routes.length };
  },
});
