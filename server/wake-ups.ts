import { Webhook } from 'standardwebhooks';
import { limits } from '../src/limits.ts';
import type { Agent } from '../src/people/agent.ts';
import { wakeSecretName } from '../src/people/agent.ts';
import type { Clock, Reads } from '../src/ports.ts';
import type { Wake, WakeProgress, Wakes } from '../src/schedule/wake.ts';
import type { Instant } from '../src/time.ts';
import { epochMs, minute, plusMs, second } from '../src/time.ts';

/** Sends one signed call. Never rejects: what kept it from arriving is told. */
export type CallWakeUrl = (call: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}) => Promise<{ readonly status: number } | { readonly failed: string }>;

export type WakeUpParts = {
  readonly wakes: Wakes;
  readonly reads: Reads;
  readonly clock: Clock;
  /** The base64 of the secret with this name. */
  readonly secretOf: (name: string) => string;
  readonly call: CallWakeUrl;
};

const atOnceMax = 20;

/** How long to wait after each failed attempt. */
const waitsMs = [10 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute] as const;

/**
 * Calls the wake_url of every agent whose call is due, signed as Standard Webhooks has it. A call that fails is repeated under the
 * same id with longer and longer waits; after the last attempt it is given up until the next slot.
 */
export async function callDueWakes(parts: WakeUpParts): Promise<void> {
  const due = await parts.wakes.due(parts.clock.now(), atOnceMax);
  await Promise.all(due.map(async (wake) => parts.wakes.mark(wake, await attempt(parts, wake))));
}

async function attempt(parts: WakeUpParts, wake: Wake): Promise<WakeProgress> {
  const agent = await parts.reads.agent(wake.agent);
  const [goal] = await parts.reads.goalsById([wake.goal]);
  const isCalled = agent?.state === 'active' && agent.goals.includes(wake.goal) && goal?.state === 'active';
  if (agent?.wake === undefined || !isCalled) return { state: 'given-up', reason: 'the agent is not to be called any more' };
  const now = parts.clock.now();
  const outcome = await parts.call({ url: agent.wake.url, ...signed(parts, { wake, agent, goal: goal.slug, version: agent.wake, now }) });
  if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) return { state: 'delivered' };
  const reason = 'failed' in outcome ? outcome.failed : saidBy(outcome.status);
  const waitMs = waitsMs[wake.attempts];
  const gone = 'status' in outcome && outcome.status === 410;
  if (gone || waitMs === undefined || wake.attempts + 1 >= limits.wakeAttemptsMax) return { state: 'given-up', reason };
  return { state: 'wanted', reason, due_at: plusMs(parts.clock.now(), waitMs) };
}

type Call = {
  readonly wake: Wake;
  readonly agent: Agent;
  readonly version: NonNullable<Agent['wake']>;
  readonly goal: string;
  readonly now: Instant;
};

function signed({ secretOf }: WakeUpParts, { wake, agent, version, goal, now }: Call) {
  const body = JSON.stringify({
    type: 'agent.woken',
    timestamp: wake.at,
    data: { agent: agent.slug, goal, slot: wake.slot, why: 'there is work that this agent can take' },
  });
  const sentAt = new Date(epochMs(now));
  const signature = new Webhook(`whsec_${secretOf(wakeSecretName(agent, version))}`).sign(wake.id, sentAt, body);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': wake.id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': signature,
  };
  return { headers, body };
}

function saidBy(status: number): string {
  return status >= 300 && status < 400 ? `it answered ${status}, and redirects are not followed` : `it answered ${status}`;
}
