import type { Gate } from '../src/gate/gate.ts';
import { leaveNote } from '../src/goal/leave-note.ts';
import { Refusal } from '../src/refusal.ts';
import { alone, answerByWords, undoAnswer, withCard } from './answer.ts';
import type { Command } from './commands.ts';
import { helpLines, parseCommand } from './commands.ts';
import type { Asker, Desk, Identify } from './desk.ts';
import { act } from './desk.ts';
import { gateLines, statusLines } from './look-up.ts';
import type { Platform, Press, Private } from './port.ts';
import { refusalSentence } from './refusal-sentences.ts';

/**
 * Hears one press to its end: acknowledged, understood, decided, and answered to the presser alone.
 * Never rejects, and never lets a press end in silence, except an empty line.
 */
export async function hearPress(
  desk: Desk,
  platform: Pick<Platform, 'acknowledge' | 'tellPrivately'>,
  identify: Identify,
  press: Press,
  report: (failure: unknown) => void,
): Promise<void> {
  await platform.acknowledge(press);
  const told = await understand(desk, identify, press).catch((failure: unknown) => {
    if (failure instanceof Refusal && failure.code !== 'internal') return alone(refusalSentence(failure));
    report(failure);
    return alone(refusalSentence(new Refusal('internal', 'The press could not be heard.', 'Try again.')));
  });
  if (told !== null) await platform.tellPrivately(press, told);
}

async function understand(desk: Desk, identify: Identify, press: Press): Promise<Private | null> {
  if (press.said.kind === 'unreadable') return alone(press.said.why);
  const command = parseCommand(press.said.text);
  if (command === null) return null;
  const asker = await identify(press.account);
  if (asker === null) return alone('Gatebell does not know who you are here, so nothing was done.');
  return obey(desk, asker, command);
}

async function obey(desk: Desk, asker: Asker, command: Command): Promise<Private> {
  switch (command.kind) {
    case 'gates':
      return alone(...(await gateLines(desk, asker)));
    case 'gate':
      return onGate(desk, command.gate, (gate) => withCard(desk, asker, gate, `${gate.code} as it stands now:`));
    case 'answer':
      return onGate(desk, command.gate, (gate) => answerByWords(desk, asker, gate, command.words));
    case 'undo':
      return onGate(desk, command.gate, (gate) => undoAnswer(desk, asker, gate));
    case 'status':
      return alone(...(await statusLines(desk)));
    case 'note':
      return leave(desk, asker, command.goal, command.text);
    case 'help':
      return alone(...helpLines());
    case 'incomplete':
      return alone(`Something is missing or too much there, so nothing was done. It goes like this: ${command.usage}`);
    case 'unknown':
      return alone(`"${command.word}" is not a command, so nothing was done. Type help for the list.`);
  }
}

async function onGate(desk: Desk, code: string, act: (gate: Gate) => Promise<Private>): Promise<Private> {
  const gate = await desk.reads.gate(code);
  return gate === undefined ? alone(`There is no gate ${code}. Type gates for those that wait for you.`) : act(gate);
}

async function leave(desk: Desk, asker: Asker, goal: string, text: string): Promise<Private> {
  await act(desk, asker, leaveNote, { goal, text });
  return alone(`The agents of ${goal} get your note with their next turn.`);
}
