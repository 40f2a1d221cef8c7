import type { Gate } from '../src/gate/gate.ts';
import { leaveNote } from '../src/goal/leave-note.ts';
import { pauseGoal, resumeGoal } from '../src/goal/pause-goal.ts';
import { ownAddress } from '../src/people/identity.ts';
import type { Route } from '../src/post/route.ts';
import { Refusal } from '../src/refusal.ts';
import { alone, answerByWords, undoAnswer, withCard } from './answer.ts';
import type { Command } from './commands.ts';
import { helpLines, parseCommand } from './commands.ts';
import { digestNow } from './digest-now.ts';
import type { Asker, Desk, Identify } from './desk.ts';
import { act } from './desk.ts';
import { linkKnown, linkUnknown } from './link.ts';
import { gateLines, placeLines, routeLines, statusLines } from './look-up.ts';
import { obeyReply, showGateOf } from './obey-reply.ts';
import type { Platform, Press, Private, Said } from './port.ts';
import { obeyPrompt, obeyToken } from './press-token.ts';
import { refusalSentence } from './refusal-sentences.ts';
import { signInLines } from './sign-in.ts';
import { cut } from './text.ts';

/** How much of a word that means nothing is repeated: what to type instead stands behind it. */
const wordMax = 100;

/** `kept`: the service stops, and the press is heard when it is back. */
export type Heard = 'heard' | 'kept';

/**
 * Hears one press to its end: acknowledged, understood, decided, and answered to the presser alone.
 * Never rejects, and never lets a press end in silence, except an empty line and a reply to what is not ours.
 */
export async function hearPress(
  desk: Desk,
  platform: Pick<Platform, 'traits' | 'acknowledge' | 'tellPrivately'>,
  identify: Identify,
  press: Press,
  report: (failure: unknown) => void,
): Promise<Heard> {
  let heard: Heard = 'heard';
  await platform.acknowledge(press);
  const told = await understand(desk, platform, identify, press).catch((failure: unknown) => {
    if (failure instanceof Refusal && failure.code === 'stopping' && press.id !== null) {
      heard = 'kept';
      return alone('Gatebell is stopping. What you did is kept, and is heard when it is back.');
    }
    if (failure instanceof Refusal && failure.code !== 'internal') return alone(refusalSentence(failure));
    report(failure);
    return alone(refusalSentence(new Refusal('internal', 'The press could not be heard.', 'Try again.')));
  });
  if (told === null) return heard;
  const prompt = await platform.tellPrivately(press, told);
  if (prompt !== null && told.form !== null) {
    const asks = { platform: platform.traits.platform, message: prompt, account: press.account, token: told.form.token };
    await desk.prompts.keepPrompt(asks).catch(report);
  }
  return heard;
}

async function understand(desk: Desk, { traits }: Pick<Platform, 'traits'>, identify: Identify, press: Press): Promise<Private | null> {
  const said = await meantBy(desk, traits.platform, press);
  if (said === null) return null;
  if (said.kind === 'unreadable') return alone(said.why);
  const command = said.kind === 'line' ? parseCommand(said.text) : null;
  if (said.kind === 'line' && command === null) return null;
  const who = await identify(press);
  if (who.kind === 'barred') return alone(who.why);
  if (who.kind === 'unknown') {
    if (command?.kind === 'link') return linkUnknown(desk, traits.platform, press.account, command.code);
    return alone(
      `Gatebell does not know who you are here, so nothing was done. Type ${desk.typed('link')} to tie this account to yourself.`,
      ...(command?.kind === 'status' ? placeLines(traits.platform, press) : []),
    );
  }
  switch (said.kind) {
    case 'line':
      return command === null ? null : obey(desk, who.asker, command);
    case 'token':
      return obeyToken(desk, who.asker, { token: said.token });
    case 'form':
      return obeyToken(desk, who.asker, { token: said.token, text: said.text });
    case 'reply':
      return (await obeyPrompt(desk, who.asker, said)) ?? obeyReply(desk, who.asker, said);
    case 'shortcut':
      return showGateOf(desk, who.asker, said.message);
  }
}

/**
 * People talk in threads that have nothing to do with us: nobody there is looked up, and nobody is told anything. Who is alone with
 * the bot means it, so there such a reply is a line.
 */
async function meantBy(desk: Desk, platform: Route['platform'], { said, from, account }: Press): Promise<Said | null> {
  if (said.kind !== 'reply' || (await isOurs(desk, platform, from, said.message))) return said;
  const isAlone = platform !== 'terminal' && from?.addresses.includes(ownAddress({ platform, account })) === true;
  return isAlone ? { kind: 'line', text: said.text } : null;
}

async function isOurs({ reads, clock }: Desk, platform: Route['platform'], from: Press['from'], message: string): Promise<boolean> {
  if ((await reads.postsOfMessage(message)).length > 0) return true;
  if ((await reads.prompt(platform, message, clock.now())) !== undefined) return true;
  if (from === null || from.thread === null) return false;
  for (const address of from.addresses) {
    if ((await reads.routesAt(platform, address)).some((route) => route.thread === from.thread)) return true;
  }
  return false;
}

async function obey(desk: Desk, asker: Asker, command: Command): Promise<Private> {
  switch (command.kind) {
    case 'gates':
      return alone(...(await gateLines(desk, asker)), ...(await signInLines(desk, asker)));
    case 'gate':
      return onGate(desk, command.gate, (gate) => withCard(desk, asker, gate, `${gate.code} as it stands now:`));
    case 'answer':
      return onGate(desk, command.gate, (gate) => answerByWords(desk, asker, gate, command.words, 'number'));
    case 'undo':
      return onGate(desk, command.gate, (gate) => undoAnswer(desk, asker, gate));
    case 'status':
      return alone(...(await statusLines(desk, asker)));
    case 'note':
      await act(desk, asker, leaveNote, { goal: command.goal, text: command.text });
      return alone(`The agents of ${command.goal} get your note with their next turn.`);
    case 'pause':
      await act(desk, asker, pauseGoal, { goal: command.goal });
      return alone(`${command.goal} is paused: its agents start nothing new. Let them go on with: ${desk.typed(`resume ${command.goal}`)}`);
    case 'resume':
      await act(desk, asker, resumeGoal, { goal: command.goal });
      return alone(`${command.goal} goes on.`);
    case 'link':
      return linkKnown(desk, asker, command.code);
    case 'route':
      return alone(...(await routeLines(desk, asker, command.goal)));
    case 'digest':
      return alone(...(await digestNow(desk, asker, command.goal)));
    case 'help':
      return alone(...helpLines(desk.typed));
    case 'incomplete':
      return alone(`Something is missing or too much there, so nothing was done. It goes like this: ${desk.typed(command.usage)}`);
    case 'unknown':
      return alone(`"${cut(command.word, wordMax)}" is not a command, so nothing was done. Type ${desk.typed('help')} for the list.`);
  }
}

async function onGate(desk: Desk, code: string, make: (gate: Gate) => Promise<Private>): Promise<Private> {
  const gate = await desk.reads.gate(code);
  return gate === undefined ? alone(`There is no gate ${code}. Type ${desk.typed('gates')} for those that wait for you.`) : make(gate);
}
