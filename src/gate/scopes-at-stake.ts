import type { Reads } from '../ports.ts';
import type { Blocks } from './gate.ts';

/** Every scope that a go would open: those that the gate blocks, and those of the todos it names, as they stand now. */
export async function scopesAtStake(reads: Reads, blocks: Blocks): Promise<readonly string[]> {
  const todos = blocks.todos.length === 0 ? [] : await reads.todosById(blocks.todos.map((named) => named.id));
  return [...new Set([...blocks.scopes, ...todos.flatMap((todo) => todo.scopes)])];
}
