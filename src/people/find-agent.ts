import type { Reads } from '../ports.ts';
import { notFound } from '../refusal.ts';
import type { Agent } from './agent.ts';

export async function findAgent(reads: Reads, ref: string): Promise<Agent> {
  const agent = await reads.agent(ref);
  if (agent === undefined) throw notFound('agent', ref, 'in this installation');
  return agent;
}
