import { randomUUID } from 'node:crypto';
import type { FC } from 'hono/jsx';
import { limits } from '../../src/limits.ts';
import type { GateFacts, ShownGate } from './gate-facts.ts';
import { answerWords } from './gate-facts.ts';
import { Markdown } from './markdown.tsx';
import { clockTime, onSurface, opening, visible } from './words.ts';

type Shown = { readonly facts: GateFacts; readonly from: 'inbox' | 'gate' };

/** What became of a gate that is settled, or whose answer is held. */
export const Outcome: FC<Shown> = ({ facts, from }) => {
  const { gate, now, timeZone } = facts;
  const at = (when: NonNullable<ShownGate['closed_at']>) => clockTime(when, now, timeZone);
  switch (gate.state) {
    case 'open':
      return null;
    case 'answered':
      return <Answered facts={facts} from={from} />;
    case 'withdrawn':
      return (
        <div class="outcome">
          <p>{`${opening(visible(facts.closedBy))} withdrew this${gate.closed_at === undefined ? '' : ` at ${at(gate.closed_at)}`}. It lets nothing go.`}</p>
          <Markdown text={gate.why ?? ''} />
        </div>
      );
    case 'superseded':
      return (
        <div class="outcome">
          <p>
            Replaced by <a href={`/gates/${gate.superseded_by}`}>{gate.superseded_by}</a>
            {gate.closed_at === undefined ? '' : ` at ${at(gate.closed_at)}`}. Nothing that is pressed here counts.
          </p>
        </div>
      );
  }
};

const Answered: FC<Shown> = ({ facts, from }) => {
  const { gate, answeredByMe, now, timeZone } = facts;
  const { answer } = gate;
  if (answer === undefined) return null;
  return (
    <div class="outcome">
      <p>
        <span dir="auto">{answeredByMe ? 'You' : visible(answer.by.name)}</span> answered{' '}
        <strong dir="auto">{visible(answerWords(gate, answer))}</strong>
        {` at ${clockTime(answer.at, now, timeZone)} ${onSurface(answer.where.surface)}.`}{' '}
        {answer.lets === 'go' ? 'It lets the work go.' : 'It stops the work.'}
      </p>
      {answer.comment === undefined ? null : <blockquote dir="auto">{visible(answer.comment)}</blockquote>}
      <p>{lifeWords(facts)}</p>
      {answeredByMe ? answer.delivered_at === undefined ? <Undo facts={facts} from={from} /> : <Correction facts={facts} /> : null}
    </div>
  );
};

/** Takes the answer back, as long as no agent has it. */
export const Undo: FC<Shown> = ({ facts: { gate }, from }) => (
  <form class="undo" method="post" action={`/gates/${gate.code}/undo`}>
    <input type="hidden" name="key" value={randomUUID()} />
    <input type="hidden" name="from" value={from} />
    <button type="submit">{`Undo ${gate.code}`}</button>
  </form>
);

/** A change of mind after an agent has the answer is told to the agents of the goal. */
const Correction: FC<{ readonly facts: GateFacts }> = ({ facts: { gate } }) => (
  <form class="correction" method="post" action={`/gates/${gate.code}/correction`}>
    <input type="hidden" name="key" value={randomUUID()} />
    <label for={`correction-${gate.code}`}>An agent has the answer. Ask for a correction:</label>
    <textarea id={`correction-${gate.code}`} name="text" rows={2} maxlength={limits.noteMax - 100} required dir="auto"></textarea>
    <button type="submit">Tell the agents</button>
  </form>
);

/** Where the answer is on its way: held, waiting to be fetched, delivered, used. */
export function lifeWords({ gate, now, timeZone }: Pick<GateFacts, 'gate' | 'now' | 'timeZone'>): string {
  const { answer } = gate;
  if (answer === undefined) return '';
  if (gate.held === true)
    return `Held: it can be taken back until ${clockTime(answer.deliver_at, now, timeZone)}; no agent sees it before.`;
  if (answer.delivered_at === undefined) return 'The agents see it. None has taken it yet, so it can still be taken back.';
  const delivered = `Delivered at ${clockTime(answer.delivered_at, now, timeZone)}.`;
  if (answer.used_in === undefined) return `${delivered} No turn has said yet what became of it.`;
  return `${delivered} ${useWords(answer.use ?? 'used')} in turn ${answer.used_in}${answer.how === undefined ? '.' : `: ${visible(answer.how)}`}`;
}

function useWords(use: 'used' | 'not-needed' | 'later'): string {
  return { used: 'Used', 'not-needed': 'Not needed', later: 'Kept for later' }[use];
}

/** What happened to the gate, oldest first, and where its copies stand. */
export const LifeLine: FC<{ readonly facts: GateFacts }> = ({ facts }) => {
  const { gate, goal, now, timeZone } = facts;
  const at = (when: ShownGate['asked_at']) => clockTime(when, now, timeZone);
  return (
    <section class="life" aria-labelledby={`life-${gate.code}`}>
      <h3 id={`life-${gate.code}`}>History</h3>
      <ol>
        {gate.revisions.map((made) => (
          <li>
            {made.revision === 1 && made.changed.length === 0
              ? `asked ${at(made.at)} by ${visible(facts.askedBy)}`
              : `changed ${at(made.at)}: ${made.changed.join(', ')} (revision ${made.revision})`}
          </li>
        ))}
        {gate.answer === undefined ? null : <li>{`answered ${at(gate.answer.at)} by ${visible(gate.answer.by.name)}`}</li>}
        {gate.answer?.delivered_at === undefined ? null : <li>{`delivered ${at(gate.answer.delivered_at)}`}</li>}
        {gate.closed_at === undefined ? null : <li>{`${gate.state} ${at(gate.closed_at)}`}</li>}
      </ol>
      <p class="quiet">{`Asked to: ${gate.who.map(({ name }) => visible(name)).join(', ') || 'nobody'}. ${copiesWords(facts)}`}</p>
      <p>
        <a href={`/goals/${goal.slug}/ledger?gate=${gate.code}`}>Its entries in the ledger</a>
      </p>
    </section>
  );
};

function copiesWords({ gate, routes }: GateFacts): string {
  if (gate.copies.length === 0) return 'It stands here alone.';
  const current = gate.copies.filter((copy) => copy.current).length;
  const each = gate.copies.map((copy) => {
    const where = visible(routes.get(copy.route) ?? copy.route);
    return `${where} ${copy.current ? 'is current' : copy.state}${copy.reason === null ? '' : ` (${visible(copy.reason)})`}`;
  });
  return `${current} of ${gate.copies.length} copies current: ${each.join(', ')}.`;
}
