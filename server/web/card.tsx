import type { Child, FC } from 'hono/jsx';
import type { RankPart } from '../../src/attention/rank.ts';
import { rankPoints } from '../../src/attention/rank.ts';
import { msBetween } from '../../src/time.ts';
import type { Returned } from './answer-form.tsx';
import { AnswerForm } from './answer-form.tsx';
import { Evidence, Glance } from './evidence.tsx';
import type { GateFacts } from './gate-facts.ts';
import { Markdown } from './markdown.tsx';
import { LifeLine, Outcome } from './outcome.tsx';
import { ago, clockTime, opening, plural, spoken, visible } from './words.ts';

type Shown = {
  readonly facts: GateFacts;
  readonly from: 'inbox' | 'gate';
  readonly returned?: Returned | undefined;
  /** What became of a form that was sent, when the card comes back instead of what was hoped for. */
  readonly banner?: Child;
};

/**
 * The decision card. The order here is the order for a screen reader too: where, question, stakes, evidence at a glance, answer,
 * rank, context, evidence in full, life.
 */
export const Card: FC<Shown> = ({ facts, from, returned, banner }) => {
  const { gate } = facts;
  return (
    <article
      class="card"
      data-code={gate.code}
      data-rev={String(gate.revision)}
      data-risk={facts.irreversible ? 'irreversible' : 'reversible'}
      data-state={gate.state}
      aria-labelledby={`question-${gate.code}`}
    >
      <div class="lead">
        <Where facts={facts} />
        <Question facts={facts} />
        <Stakes facts={facts} />
        <Glance facts={facts} />
      </div>
      <div class="rail">
        <div class="banner">{banner}</div>
        {gate.state === 'open' ? (
          facts.mine ? (
            <AnswerForm facts={facts} from={from} returned={returned} />
          ) : (
            <NotYours facts={facts} />
          )
        ) : (
          <Outcome facts={facts} from={from} />
        )}
      </div>
      <div class="proof-side">
        {gate.state === 'open' ? <Rank parts={facts.rank} /> : null}
        {gate.context === null ? null : (
          <section class="context" aria-label="Context">
            <h3>Context</h3>
            <p class="quiet">{`written by ${visible(facts.askedBy)}`}</p>
            <Markdown text={gate.context} />
          </section>
        )}
        <Evidence facts={facts} />
        <LifeLine facts={facts} />
      </div>
    </article>
  );
};

const Where: FC<{ readonly facts: GateFacts }> = ({ facts: { gate, goal, askedBy, now } }) => {
  const revised = gate.revisions.at(-1);
  return (
    <p class="where">
      <a href={`/gates/${gate.code}`}>
        <bdi class="code">{gate.code}</bdi>
      </a>{' '}
      <a href={`/goals/${goal.slug}`}>{goal.slug}</a>
      {` · asked by ${visible(askedBy)}, ${ago(gate.asked_at, now)}`}
      {gate.revision > 1 && revised !== undefined ? ` · revision ${gate.revision} (changed: ${revised.changed.join(', ')})` : ''}
    </p>
  );
};

const Question: FC<{ readonly facts: GateFacts }> = ({ facts: { gate } }) => (
  <h2 class="question" id={`question-${gate.code}`} tabindex={-1} dir="auto">
    {visible(gate.question)}
  </h2>
);

const Stakes: FC<{ readonly facts: GateFacts }> = ({ facts }) => {
  const { gate, irreversible, now, timeZone } = facts;
  const waiting = waitingWords(facts);
  return (
    <div class="stakes">
      {irreversible ? <p class="danger">Cannot be undone. Your answer is final once the agent has it.</p> : null}
      <p>
        {waiting.length === 0 ? '' : `${opening(waiting.join(', '))} ${waiting.length === 1 ? 'waits' : 'wait'} for the answer. `}
        {gate.due_at === null
          ? 'There is no deadline: nothing happens until somebody answers.'
          : `${
              gate.due_at <= now
                ? `Overdue since ${clockTime(gate.due_at, now, timeZone)}`
                : `Due by ${clockTime(gate.due_at, now, timeZone)}, in ${spoken(msBetween(now, gate.due_at))}`
            }. If nobody answers it stays open and holds what waits.`}
      </p>
    </div>
  );
};

function waitingWords({ gate, todos }: GateFacts): readonly string[] {
  return [
    ...gate.blocks.lanes.map((lane) => `lane ${lane}`),
    ...gate.blocks.todos.map(({ id }) => `todo "${visible(todos.get(id)?.title ?? id)}"`),
    ...gate.blocks.scopes.map((scope) => `scope ${visible(scope)}`),
  ];
}

const NotYours: FC<{ readonly facts: GateFacts }> = ({ facts: { gate } }) => (
  <p class="not-yours">
    This gate is not yours to answer. Who can:{' '}
    <span dir="auto">{gate.who.length === 0 ? 'nobody' : gate.who.map(({ name }) => visible(name)).join(', ')}</span>.
  </p>
);

const Rank: FC<{ readonly parts: readonly RankPart[] }> = ({ parts }) => {
  const first = [...parts].sort((a, b) => b.points - a.points).map(({ text }) => text);
  return (
    <details class="rank">
      <summary>{`Why it is here: ${first.join(' · ')}`}</summary>
      <table>
        <caption>{`Its place comes from ${plural(rankPoints(parts), 'point')}`}</caption>
        <tbody>
          {parts.map((part) => (
            <tr>
              <th scope="row">{part.text}</th>
              <td>{`+${part.points}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
};
