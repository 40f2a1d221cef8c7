import type { z } from 'zod';
import type { board } from '../../src/goal/board.ts';
import { clockTime, plural } from './words.ts';

export type BoardCard = { readonly title: string; readonly told: string; readonly href: string | null };

export type BoardColumn = { readonly title: string; readonly cards: readonly BoardCard[]; readonly none: string };

type Shown = z.infer<typeof board.output> & { readonly agents: ReadonlyMap<string, string> };

/** Who has to move next: a person, an agent that works, an agent that could, or something else. */
export function boardColumns(shown: Shown, timeZone: string): readonly BoardColumn[] {
  const leases = new Map(shown.leases.flatMap((lease) => (lease.todo === null ? [] : [[lease.todo, lease] as const])));
  const blocked = new Map(shown.todos.map((todo) => [todo.id, blockersOf(shown, todo)] as const));
  const waits = new Map(shown.waits.map((wait) => [wait.todo, wait] as const));
  const at = (when: Shown['as_of']['now']) => clockTime(when, shown.as_of.now, timeZone);
  const card = (todo: Shown['todos'][number], told: string): BoardCard => ({
    title: todo.title,
    told: `${todo.priority} ${todo.lane}${told === '' ? '' : ` · ${told}`}`,
    href: null,
  });
  const working = shown.todos.flatMap((todo) => {
    const lease = leases.get(todo.id);
    if (lease === undefined) return [];
    return [card(todo, `${shown.agents.get(lease.agent) ?? lease.agent}, lease ${lease.state} until ${at(lease.expires_at)}`)];
  });
  const idle = shown.todos.filter((todo) => !leases.has(todo.id));
  const waiting = idle.flatMap((todo) => {
    const gates = blocked.get(todo.id) ?? [];
    const wait = waits.get(todo.id);
    const reasons = [
      ...(gates.length === 0 ? [] : [`waits for ${gates.join(', ')}`]),
      ...(wait?.until ? [`until ${at(wait.until)}`] : []),
      ...(wait?.signal ? [`for the signal ${wait.signal}`] : []),
      ...(todo.needs_open.length === 0 ? [] : [`needs ${plural(todo.needs_open.length, 'todo')} done first`]),
    ];
    return reasons.length === 0 ? [] : [{ id: todo.id, card: card(todo, reasons.join('; ')) }];
  });
  const notReady = new Set(waiting.map(({ id }) => id));
  return [
    { title: 'Needs a person', cards: gateCards(shown, at), none: 'No question is open.' },
    { title: 'Working', cards: working, none: 'No agent holds a todo.' },
    {
      title: 'Ready',
      cards: idle.filter(({ id }) => !notReady.has(id)).map((todo) => card(todo, '')),
      none: 'Nothing is ready to be taken.',
    },
    { title: 'Waiting', cards: waiting.map(({ card: waits }) => waits), none: 'Nothing waits.' },
  ];
}

function gateCards({ gates }: Shown, at: (when: Shown['as_of']['now']) => string): readonly BoardCard[] {
  return gates.map((gate) => ({
    title: `${gate.code} ${gate.question}`,
    told: gate.state === 'open' ? `open since ${at(gate.asked_at)}` : gate.held === true ? 'answered, held' : `${gate.state}, still blocks`,
    href: `/gates/${gate.code}`,
  }));
}

/** Codes of gates as they were asked: g9 before g10. */
export function inOrder(codes: readonly string[]): readonly string[] {
  return [...codes].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
}

/** Codes of the gates that keep a todo back, by its lane, itself or its scopes. */
function blockersOf({ lanes, gates }: Shown, todo: Shown['todos'][number]): readonly string[] {
  const byLane = lanes.find(({ slug }) => slug === todo.lane)?.blocked_by ?? [];
  const unsettled = gates.filter((gate) => gate.answer?.lets !== 'go' || gate.held === true);
  const named = unsettled.filter(
    ({ blocks }) => blocks.todos.some(({ id }) => id === todo.id) || blocks.scopes.some((scope) => todo.scopes.includes(scope)),
  );
  return inOrder([...new Set([...byLane, ...named.map(({ code }) => code)])]);
}
