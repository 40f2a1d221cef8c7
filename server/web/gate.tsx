import type { Child, FC } from 'hono/jsx';
import { inbox } from '../../src/attention/inbox.ts';
import type { Returned } from './answer-form.tsx';
import { Card } from './card.tsx';
import { withDiffs } from './files.ts';
import type { InboxItem } from './gate-facts.ts';
import { gateFactsIn } from './gate-facts.ts';
import { respondPage, respondPart } from './headers.ts';
import { Page } from './layout.tsx';
import type { Visit } from './visit.ts';
import { lookFrom, see, wantsPart } from './visit.ts';
import { visible } from './words.ts';

/** `GET /gates/:gate`: one gate and all there is about it. `?part=1` gives the card for the pane of the inbox. */
export async function gatePage(visit: Visit): Promise<Response> {
  return respondGate(visit, visit.context.req.param('gate') ?? '');
}

type Beside = { readonly status?: number; readonly banner?: Child; readonly returned?: Returned };

/** The page of a gate, also as the reply to a form that changed nothing: then `banner` or `returned` says why. */
export async function respondGate(visit: Visit, ref: string, { status = 200, banner, returned }: Beside = {}): Promise<Response> {
  const { facts, position, open } = await lookFrom(visit, async (look) => {
    const facts = await gateFactsIn(look, visit.visitor.person, ref);
    const queue = wantsPart(visit) ? undefined : await see(look, inbox, {});
    return { facts, position: queue?.as_of.position ?? 0, open: queue?.items.filter(({ state }) => state === 'open') ?? [] };
  });
  const shown = await withDiffs(visit, facts);
  if (wantsPart(visit)) return respondPart(<Card facts={shown} from="inbox" />);
  const next = open.find(({ code }) => code !== facts.gate.code);
  return respondPage(
    status,
    <Page
      visit={visit}
      title={`${facts.gate.code} ${visible(facts.gate.question)}`}
      place="inbox"
      waiting={open.length}
      position={position}
    >
      <h1 class="unseen">{`Gate ${facts.gate.code}`}</h1>
      <div class="alone">
        <Card facts={shown} from="gate" returned={returned} banner={banner} />
        <Next next={next} />
      </div>
    </Page>,
  );
}

const Next: FC<{ readonly next: InboxItem | undefined }> = ({ next }) => (
  <p class="next">
    {next === undefined ? (
      <a href="/inbox">Nothing else waits for you: back to the inbox</a>
    ) : (
      <>
        Next:{' '}
        <a href={`/gates/${next.code}`} rel="next">
          <bdi class="code">{next.code}</bdi> <span dir="auto">{visible(next.question)}</span>
        </a>
      </>
    )}
  </p>
);
