import { z } from 'zod';
import { idOf } from '../ids.ts';
import { instantText } from '../time.ts';

/** A route on which nothing can be put until somebody does what `fix` says: an operational row, gone once a post succeeds there. */
export const routeTrouble = z.object({ route: idOf('route'), reason: z.string(), fix: z.string(), since: instantText });

export type RouteTrouble = z.infer<typeof routeTrouble>;
