import type { TodoId } from '../ids.ts';
import type { Reads } from '../ports.ts';
import { Refusal } from '../refusal.ts';

/** Refuses needs that lead back to the todo itself: it could never run. `changing` holds the needs that the same command gives to others. */
export async function refuseCircle(
  reads: Reads,
  of: TodoId,
  needs: readonly TodoId[],
  changing: ReadonlyMap<TodoId, readonly TodoId[]>,
): Promise<void> {
  const seen = new Set<TodoId>();
  let next: readonly TodoId[] = needs;
  while (next.length > 0) {
    if (next.includes(of)) {
      throw new Refusal(
        'bad-input',
        `Todo ${of} would need itself, at once or through others, and never run.`,
        'Leave out the need that leads back to it.',
      );
    }
    for (const id of next) seen.add(id);
    const todos = await reads.todosById(next);
    next = [...new Set(todos.flatMap((todo) => changing.get(todo.id) ?? todo.needs_open))].filter((id) => !seen.has(id));
  }
}
