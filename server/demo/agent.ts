import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Api } from './api.ts';
import { apiOf } from './api.ts';
import type { Step } from './story.ts';
import { questionOf, stepNamed, story } from './story.ts';
import { pullUrl, repository } from './trajectory.ts';

/**
 * An agent as a process of its own. It knows the service by its address and its token alone:
 * it asks for a turn, works, commits what it has to show, and asks a person where it may not choose.
 */
const environment = z.object({ GATEBELL_URL: z.string(), GATEBELL_TOKEN: z.string() }).parse(process.env);

const answered = z.looseObject({ gate: z.string(), option: z.string().optional(), freed: z.boolean() });

const started = z.looseObject({
  decision: z.string(),
  reasons: z.array(z.looseObject({ code: z.string(), text: z.string(), ref: z.string().optional() })),
  turn: z.looseObject({ id: z.string(), fence: z.number() }).optional(),
  todo: z.looseObject({ title: z.string(), lane: z.string() }).nullish(),
  fallback_of: z.looseObject({ gate: z.string() }).nullish(),
  context: z.looseObject({ answers: z.array(answered) }).optional(),
});

type Started = z.infer<typeof started>;

const landed = z.looseObject({ result: z.string(), receipt: z.looseObject({ id: z.string() }).optional() });

const pollMs = 400;

let stopping = false;
process.once('SIGTERM', () => {
  stopping = true;
});

await work(apiOf(environment.GATEBELL_URL, environment.GATEBELL_TOKEN));

async function work(api: Api): Promise<void> {
  let waiting = '';
  while (!stopping) {
    const reply = await api.post('/v1/turns', { goal: story.goal, estimate_minutes: 5 }, started);
    if (reply.decision === 'run' && reply.turn !== undefined && reply.todo) {
      waiting = '';
      await takeTurn(api, reply, reply.turn, stepNamed(reply.todo.title), reply.todo.title);
      continue;
    }
    if (reply.decision === 'replan' && reply.turn !== undefined) {
      await api.post(
        `/v1/turns/${reply.turn.id}/abort`,
        { fence: reply.turn.fence, reason: 'Every lane of the demo is through.' },
        z.unknown(),
      );
      say('has nothing left to do');
      return;
    }
    const why = waitedFor(reply);
    if (why !== waiting && why !== '') say(`waits:  for ${why}`);
    waiting = why;
    await pause(pollMs);
  }
}

/** What a person or a third party has to do; what the other agent is at ends by itself. */
function waitedFor({ reasons }: Started): string {
  const awaited = reasons.flatMap(({ code, text, ref }) => {
    if (code === 'gate-open') return [`an answer to ${ref}`];
    return code === 'waits-for-signal' ? [/merge:\d+/.exec(text)?.[0] ?? text] : [];
  });
  return awaited.join(', ');
}

async function takeTurn(api: Api, reply: Started, turn: NonNullable<Started['turn']>, step: Step, title: string): Promise<void> {
  const answers = (reply.context?.answers ?? []).filter((one) => one.freed);
  const question = answers.length === 0 ? questionOf(step) : undefined;
  say(`starts: ${title}${beside(reply)}${answers.map((one) => ` (${one.gate} says ${one.option})`).join('')}`);
  await pause(story.workMs);
  const commit =
    question === undefined
      ? finished(step, answers)
      : { outcome: 'blocked', summary: `${title}: a person has to choose.`, ask: [question] };
  const done = await api.post(`/v1/turns/${turn.id}/commit`, { fence: turn.fence, ...commit }, landed);
  say(question === undefined ? `lands:  ${title}` : `asks:   ${question.question}`, done.receipt?.id);
}

function beside(reply: Started): string {
  return reply.fallback_of ? ` (beside ${reply.fallback_of.gate}, which waits)` : '';
}

function finished(step: Step, answers: readonly z.infer<typeof answered>[]): Readonly<Record<string, unknown>> {
  return {
    outcome: 'completed',
    summary: summaryOf(step, answers),
    evidence: [proofOf(step)],
    used_answers: answers.map((one) => ({ gate: one.gate, use: 'used', how: `Went on with "${one.option}".` })),
  };
}

function summaryOf({ kind, pair }: Step, answers: readonly z.infer<typeof answered>[]): string {
  const chosen = answers.map((one) => ` The person chose "${one.option}".`).join('');
  switch (kind) {
    case 'fix':
      return `Pull ${pair.pull} is open for issue ${pair.issue}.${chosen}`;
    case 'merge':
      return `Pull ${pair.pull} was merged at ${pair.mergedAt}.`;
    case 'review':
      return `Pull ${pair.pull} is still open.${chosen}`;
  }
}

/** The pull numbers and merge times are the real ones. */
function proofOf({ kind, pair }: Step): Readonly<Record<string, unknown>> {
  const subject = { subject: `pull:${pair.pull}` };
  if (kind === 'merge' && pair.mergedAt !== null) {
    const commit = `refs/pull/${pair.pull}/head`;
    return { kind: 'change', repo: repository, commit, url: pullUrl(pair.pull), ...subject, subject_rev: `merged ${pair.mergedAt}` };
  }
  const text = kind === 'fix' ? `Pull ${pair.pull} is open for issue ${pair.issue}.` : `Pull ${pair.pull} has no merge in the window.`;
  return { kind: 'observation', url: pullUrl(pair.pull), observed_at: new Date().toISOString(), text, ...subject };
}

/** One line for the story teller: words, and the receipt of what was accepted. */
function say(text: string, receipt?: string): void {
  process.stdout.write(`${JSON.stringify({ text, ...(receipt === undefined ? {} : { receipt }) })}\n`);
}
