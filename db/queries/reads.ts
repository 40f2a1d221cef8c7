import type { Reads } from '../../src/ports.ts';
import type { Ask } from './compile.ts';
import { absenceQueries, absenceReads } from './absence.ts';
import { digestQueries, digestReads } from './digest.ts';
import { numberQueries, numberReads } from './digest-number.ts';
import { commandQueries } from './command.ts';
import { evidenceQueries, evidenceReads } from './evidence.ts';
import { gateQueries, gateReads } from './gate.ts';
import { goalQueries, goalReads } from './goal.ts';
import { ledgerQueries, ledgerReads } from './ledger.ts';
import { peopleQueries, peopleReads } from './people.ts';
import { postQueries } from './post.ts';
import { pressQueries } from './press.ts';
import { promptQueries, promptReads } from './prompt.ts';
import { routeQueries, routeReads } from './route.ts';
import { scheduleQueries, scheduleReads } from './schedule.ts';
import { wakeQueries, wakeReads } from './wake.ts';
import { settingQueries } from './setting.ts';
import { todoQueries, todoReads } from './todo.ts';
import { turnQueries, turnReads } from './turn.ts';

const rooms = [
  goalReads,
  todoReads,
  turnReads,
  evidenceReads,
  gateReads,
  peopleReads,
  routeReads,
  ledgerReads,
  absenceReads,
  promptReads,
  scheduleReads,
  digestReads,
  numberReads,
  wakeReads,
] as const;

/** Every question of the kernel, asked through `ask`: of the writer's transaction or of a read-only connection. */
export function readsThrough(ask: Ask): AllReads {
  const asking: Asking = Object.create(everyRead);
  asking.ask = ask;
  asking.made = [];
  return asking as unknown as AllReads; // everyRead has a getter for each
}

type KeyOf<Union> = Union extends unknown ? keyof Union : never;

/** No type at all when a read is answered by no room. */
type AllReads = [Exclude<keyof Reads, KeyOf<ReturnType<(typeof rooms)[number]>>>] extends [never] ? Reads : never;

type Asking = { ask: Ask; made: Record<string, unknown>[] };

/** A command asks a few rooms, so the reads of a room are made when the first of them is asked. */
const everyRead = Object.defineProperties({}, Object.fromEntries(rooms.flatMap(gettersOf)));

function gettersOf(room: (typeof rooms)[number], place: number): [string, PropertyDescriptor][] {
  const names = Object.keys(room(() => Promise.resolve([])));
  return names.map((name) => [
    name,
    {
      get(this: Asking): unknown {
        this.made[place] ??= room(this.ask);
        return this.made[place][name];
      },
    },
  ]);
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
  press: pressQueries,
  absence: absenceQueries,
  prompt: promptQueries,
  schedule: scheduleQueries,
  digest: digestQueries,
  digestNumber: numberQueries,
  wake: wakeQueries,
  setting: settingQueries,
};
