import type { Clock, Execute, Reads } from '../src/ports.ts';

const atOnceMax = 50;

/** Fires every slot that has come, each in a change of its own: one that fails holds up no other, and is tried again. */
export async function fireSlots({
  execute,
  reads,
  clock,
}: {
  readonly execute: Execute;
  readonly reads: Reads;
  readonly clock: Clock;
}): Promise<void> {
  const failures: unknown[] = [];
  for (const { id } of await reads.dueSchedules(clock.now(), atOnceMax)) {
    await execute('fire-slot', { kind: 'service' }, { schedule: id }).catch((failure: unknown) => failures.push(failure));
  }
  if (failures.length > 0) throw failures[0];
}
