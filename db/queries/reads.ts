import type { Reads } from '../../src/ports.ts';
import type { Ask } from './compile.ts';
import { commandQueries } from './command.ts';
import { evidenceQueries, evidenceReads } from './evidence.ts';
import { gateQueries, gateReads } from './gate.ts';
import { goalQueries, goalReads } from './goal.ts';
import { ledgerQueries, ledgerReads } from './ledger.ts';
import { peopleQueries, peopleReads } from './people.ts';
import { postQueries } from './post.ts';
import { routeQueries, routeReads } from './route.ts';
import { todoQueries, todoReads } from './todo.ts';
import { turnQueries, turnReads } from './turn.ts';

/** Every question of the kernel, asked through `ask`: of the writer's transaction or of a read-only connection. */
export function readsThrough(ask: Ask): Reads {
  return {
    ...goalReads(ask),
    ...todoReads(ask),
    ...turnReads(ask),
    ...evidenceReads(ask),
    ...gateReads(ask),
    ...peopleReads(ask),
    ...routeReads(ask),
    ...ledgerReads(ask),
  };
}

/** Every query, so that a test can see that each has its index. */
export const allQueries = {
  goal: goalQueries,
  todo: todoQueries,
  turn: turnQueries,
  evidence: evidenceQueries,
  gate: gateQueries,
  people: peopleQueries,
  route: routeQueries,
  ledger: ledgerQueries,
  post: postQueries,
  command: commandQueries,
};
