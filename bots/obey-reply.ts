import type { Gate } from '../src/gate/gate.ts';
import { isIrreversible } from '../src/gate/rules.ts';
import { scopesAtStake } from '../src/gate/scopes-at-stake.ts';
import type { DigestId, GateId } from '../src/ids.ts';
import { alone, answerByWords, withCard } from './answer.ts';
import { parseCommand } from './commands.ts';
import type { Asker, Desk } from './desk.ts';
import { gatesOf } from './digest-facts.ts';
import type { Private } from './port.ts';

type Reply = { readonly message: string; readonly direct: boolean; readonly text: string };

/**
 * A reply counts only when it is bound to exactly one gate, or names one of those that it is bound to, and says exactly what it
 * chooses. Null: the message is none of ours, so nobody is told anything.
 */
export async function obeyReply(desk: Desk, asker: Asker, reply: Reply): Promise<Private | null> {
  const gates = await gatesBoundTo(desk, asker, reply);
  if (gates.length === 0) return null;
  const named = parseCommand(reply.text);
  const gate = named?.kind === 'answer' ? gates.find(({ code }) => code === named.gate) : gates.length === 1 ? gates[0] : undefined;
  if (gate === undefined)
    return alone(`This thread is about ${codesOf(gates)}, so nothing was counted. Say which: ${gates[0]?.code} and your answer.`);
  const words = named?.kind === 'answer' ? named.words : reply.text;
  if (gate.expects.kind === 'text' && named?.kind !== 'answer') {
    return alone(`Nothing was counted for ${gate.code}: talk and answers would be mixed up. Answer with: ${gate.code} your text`);
  }
  const [goal] = await desk.reads.goalsById([gate.goal]);
  const irreversible = goal === undefined || isIrreversible(gate, goal, await scopesAtStake(desk.reads, gate.blocks));
  return answerByWords(desk, asker, gate, words, irreversible ? 'words' : 'number');
}

/** Shows the gate of a message to who called a shortcut on it, with what can be pressed. */
export async function showGateOf(desk: Desk, asker: Asker, message: string): Promise<Private> {
  const gates = await gatesBoundTo(desk, asker, { message, direct: false });
  const [gate] = gates;
  if (gate === undefined) return alone(`There is no gate in that message. Type ${desk.typed('gates')} for those that wait for you.`);
  if (gates.length > 1) return alone(`That message is about ${codesOf(gates)}. Look at one of them: ${desk.typed(`gate ${gate.code}`)}`);
  return withCard(desk, asker, gate, `${gate.code} as it stands now:`);
}

const boundMax = 10;

/**
 * The gates of the message itself; in a thread that is a route of its own, those of the whole thread, unless the reply was to a
 * card and to nothing else.
 */
async function gatesBoundTo(desk: Desk, asker: Asker, { message, direct }: Pick<Reply, 'message' | 'direct'>): Promise<readonly Gate[]> {
  const here: readonly string[] = asker.routes.map(({ id }) => id);
  const ids = new Set<GateId>();
  for (const post of await desk.reads.postsOfMessage(message)) {
    if (!here.includes(post.route)) continue;
    if (post.subject.kind === 'gate') ids.add(post.subject.gate);
    if (post.subject.kind === 'digest') for (const { id } of await gatesIn(desk, post.subject.digest)) ids.add(id);
  }
  const threads = direct && ids.size > 0 ? [] : asker.routes.filter(({ thread }) => thread !== null);
  for (const route of threads) for (const id of await desk.reads.gatesShownOn(route.id, boundMax)) ids.add(id);
  const gates: Gate[] = [];
  for (const id of ids) {
    const gate = await desk.reads.gate(id);
    if (gate !== undefined) gates.push(gate);
  }
  return gates;
}

async function gatesIn({ reads }: Desk, id: DigestId): Promise<readonly Gate[]> {
  const digest = await reads.digest(id);
  return digest === undefined ? [] : gatesOf(reads, digest);
}

function codesOf(gates: readonly Gate[]): string {
  return gates.map(({ code }) => code).join(', ');
}
