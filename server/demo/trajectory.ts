import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * Public facts of a real run: which pull answered which issue, and when it was merged. Source: the git history that the
 * file names. What agents said and did in between is not public.
 */
const trajectory = z.object({
  source: z.string(),
  issue_to_pull: z.array(z.object({ issue: z.number(), pull: z.number() })),
  merges: z.array(z.object({ pull: z.number(), merged_at: z.string() })),
});

/** An issue, the pull that answered it, and when that was merged. `mergedAt` is null when the window ended before. */
export type Pair = { readonly issue: number; readonly pull: number; readonly mergedAt: string | null };

export const repository = 'volcengine/OpenViking';

/** The pairs of the run among these issues, in the order of their merges, an unmerged one last. */
export function readPairs(issues: readonly number[]): readonly Pair[] {
  const text = readFileSync(new URL('./issue-fix-220h.json', import.meta.url), 'utf8');
  const { issue_to_pull, merges } = trajectory.parse(JSON.parse(text));
  return issue_to_pull
    .filter(({ issue }) => issues.includes(issue))
    .map(({ issue, pull }) => ({ issue, pull, mergedAt: merges.find((merge) => merge.pull === pull)?.merged_at ?? null }))
    .sort((a, b) => mergeMs(a) - mergeMs(b));
}

export function pullUrl(pull: number): string {
  return `https://github.com/${repository}/pull/${pull}`;
}

function mergeMs(pair: Pair): number {
  return pair.mergedAt === null ? Number.POSITIVE_INFINITY : Date.parse(pair.mergedAt);
}
