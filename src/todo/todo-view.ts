import type { Actor } from '../actor.ts';
import type { Instant } from '../time.ts';
import type { Todo } from './todo.ts';

/** A todo as this reader sees it: for agents a go that is still held is none yet. */
export function viewTodo(of: Todo, { actor, now }: { readonly actor: Actor; readonly now: Instant }): Todo {
  if (actor.kind !== 'agent') return of;
  const named_by = of.named_by.map((naming) => (naming.go_at !== null && naming.go_at > now ? { ...naming, go_at: null } : naming));
  return { ...of, named_by };
}
