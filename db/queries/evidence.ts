import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { goalStream } from '../../src/ids.ts';
import { inGoal } from '../../src/ledger/fold.ts';
import type { Reads } from '../../src/ports.ts';
import { evidence, file } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileSingle, given, givenList } from './compile.ts';
import { firstOf, statesOf } from './rows.ts';

const row = { state: evidence.state, stream: evidence.stream };
const attached = and(eq(evidence.goal, given('goal')), eq(evidence.attached, 1), gt(evidence.seq, given('after')));

export const evidenceQueries = {
  evidence: compileSingle(
    build
      .select(row)
      .from(evidence)
      .where(eq(evidence.id, given('id'))),
  ),
  evidenceById: compile(
    build
      .select(row)
      .from(evidence)
      .where(inArray(evidence.id, givenList('ids'))),
  ),
  newest: newest(attached),
  newestOfTodo: newest(and(attached, eq(evidence.todo, given('todo')))),
  file: compileSingle(
    build
      .select({ state: file.state, stream: file.stream })
      .from(file)
      .where(eq(file.id, given('sha256'))),
  ),
};

function newest(where: typeof attached) {
  return compile(build.select(row).from(evidence).where(where).orderBy(desc(evidence.seq)).limit(given('limit')));
}

type Asked = Pick<Reads, 'evidence' | 'evidenceById' | 'newestEvidence' | 'file'>;

export function evidenceReads(ask: Ask): Asked {
  return {
    evidence: async (goal, id) => firstOf('evidence', await ask(evidenceQueries.evidence, { id: inGoal(goal, id) }, goalStream(goal))),
    evidenceById: async (goal, ids) => {
      const names = ids.map((id) => inGoal(goal, id));
      return statesOf('evidence', await ask(evidenceQueries.evidenceById, { ids: JSON.stringify(names) }, goalStream(goal)));
    },
    newestEvidence: async (goal, { todo, after }, limit) => {
      const query = todo === undefined ? evidenceQueries.newest : evidenceQueries.newestOfTodo;
      return statesOf('evidence', await ask(query, { goal, todo: todo ?? null, after, limit }, goalStream(goal)));
    },
    file: async (sha256) => firstOf('file', await ask(evidenceQueries.file, { sha256 })),
  };
}
