import { z } from 'zod';
import { findGoal } from '../goal/find-goal.ts';
import type { GoalId } from '../ids.ts';
import { ref } from '../ids.ts';
import { listed, numberedPageInput, pageOf } from '../page.ts';
import type { Listed, Page } from '../ports.ts';
import type { Post } from '../post/post.ts';
import { Refusal } from '../refusal.ts';
import type { Instant } from '../time.ts';
import { defineView } from '../verb.ts';
import type { Look } from '../verb.ts';
import { authorityOf, whoCanAnswer } from './authority.ts';
import { findGate } from './find-gate.ts';
import type { Gate } from './gate.ts';
import { heldUntil } from './gate.ts';
import { gateView, viewGate, viewGates } from './gate-view.ts';

/** Agents see the gates of one goal; name it in `goal`. An agent bound to a single goal need not. */
export const listGates = defineView({
  name: 'list-gates',
  summary: 'List gates, of one goal or all, in one state or any.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject({
    goal: ref.optional(),
    state: z.enum(['open', 'answered', 'withdrawn', 'superseded']).optional(),
    ...numberedPageInput,
  }),
  output: listed(gateView),
  run: async (look, input) => {
    const goal = await goalOf(look, input.goal);
    const { items, next } = await pageFor(look, { goal, state: input.state }, pageOf(input));
    return { items: await viewGates(look, items), next };
  },
});

type Filter = { readonly goal: GoalId | undefined; readonly state: Gate['state'] | undefined };

/** A page by number. For agents a held answer is none yet: its gate is listed among the open ones. */
async function pageFor({ actor, reads, now }: Look, filter: Filter, page: Page): Promise<Listed<Gate>> {
  if (actor.kind !== 'agent' || filter.state === undefined) return reads.gates(filter, page);
  if (filter.state === 'answered') return settledPage(reads, filter, page, now);
  const found = await reads.gates(filter, page);
  if (filter.state !== 'open' || filter.goal === undefined) return found;
  const held = (await reads.heldGates(filter.goal, now)).filter(({ number }) => number > (Number(page.after) || 0));
  const items = [...found.items, ...held].sort((a, b) => a.number - b.number);
  return cut(items, page.limit, found.next !== null);
}

/** Answers whose hold is over. Neither a short page nor `next` tells that one more is held. */
async function settledPage(reads: Look['reads'], filter: Filter, page: Page, now: Instant): Promise<Listed<Gate>> {
  const settled: Gate[] = [];
  let after = page.after;
  do {
    const { items, next } = await reads.gates(filter, { after, limit: page.limit + 1 });
    settled.push(...items.filter((gate) => heldUntil(gate, now) === null));
    after = next ?? undefined;
  } while (after !== undefined && settled.length <= page.limit);
  return cut(settled, page.limit, false);
}

function cut(gates: readonly Gate[], limit: number, more: boolean): Listed<Gate> {
  const items = gates.slice(0, limit);
  return { items, next: more || gates.length > limit ? String(items.at(-1)?.number ?? 0) : null };
}

/** One copy of the card. Agents see none: a copy that moves would tell of an answer that is still held. */
const copy = z.object({ route: z.string(), state: z.string(), current: z.boolean(), reason: z.string().nullable() });

export const showGate = defineView({
  name: 'show-gate',
  summary: 'Show one gate: who can answer, where it was posted, and what changed since a revision.',
  callers: ['operator', 'agent', 'person'],
  input: z.strictObject({ gate: ref, since: z.number().int().min(0).optional() }),
  output: gateView.extend({
    who: z.array(z.object({ slug: z.string(), name: z.string() })),
    copies: z.array(copy),
    delivered: z.boolean(),
    changed: z.array(z.string()).optional(),
  }),
  run: async (look, input) => {
    const { gate, goal } = await findGate(look, input.gate);
    const who = await whoCanAnswer(look.reads, gate, await authorityOf(look.reads, gate, goal));
    const posts = await look.reads.postsOfGate(gate.id);
    const { since } = input;
    const later = gate.revisions.filter((made) => since !== undefined && made.revision > since);
    return {
      ...(await viewGate(look, gate)),
      who: who.map(({ slug, name }) => ({ slug, name })),
      copies: look.actor.kind === 'agent' ? [] : posts.map(copyOf),
      delivered: posts.some((post) => post.put > 0),
      ...(since === undefined ? {} : { changed: [...new Set(later.flatMap((made) => made.changed))] }),
    };
  },
});

function copyOf(post: Post): z.infer<typeof copy> {
  return { route: post.route, state: post.state, current: post.put === post.wanted, reason: post.reason };
}

async function goalOf(look: Look, named: string | undefined): Promise<GoalId | undefined> {
  if (named !== undefined) return (await findGoal(look, named)).id;
  if (look.actor.kind !== 'agent') return undefined;
  const [only, ...more] = (await look.reads.agent(look.actor.agent))?.goals ?? [];
  if (only !== undefined && more.length === 0) return only;
  throw new Refusal('bad-input', 'This agent is bound to several goals and named none.', 'Name one in goal.');
}
