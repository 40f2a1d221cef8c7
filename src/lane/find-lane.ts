import type { Goal } from '../goal/goal.ts';
import type { Reads } from '../ports.ts';
import { notFound } from '../refusal.ts';
import type { Lane } from './lane.ts';

export async function findLane(reads: Reads, goal: Goal, slug: string): Promise<Lane> {
  const lane = await reads.lane(goal.id, slug);
  if (lane === undefined) throw notFound('lane', slug, `in goal ${goal.slug}`);
  return lane;
}
