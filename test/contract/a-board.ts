import { identifyByAccount } from '../../bots/identify-by-account.ts';
import type { DigestBlock, DigestPost } from '../../bots/digest.ts';
import { fitDigest, leftLine } from '../../bots/digest-fit.ts';
import type { Inbox, Outgoing, Place, Platform, Press, Private, Put, Said, Standing, Traits } from '../../bots/port.ts';
import { encodeLine } from '../../bots/terminal/encoder.ts';
import { stateSentence } from '../../bots/card.ts';
import { privateLines } from '../../bots/terminal/layout.ts';
import type { Reads } from '../../src/ports.ts';
import type { ButtonStage, Ground, Stage } from './platform.contract.ts';

export const boardTraits: Traits = {
  platform: 'slack',
  commandPrefix: '',
  limits: { inputCharsMax: 4_200, outputCharsMax: 1_000 },
  abilities: { editsInPlace: true, buttons: true, readsBack: true },
};

export const boardHome = { account: 'TBOARD:UMARA', channel: 'CGATES', otherChannel: 'CNOTES' };

type Message = { readonly name: string; readonly place: Place; outgoing: Outgoing };
type Event = { readonly id: string; readonly account: string; readonly standing: Standing; readonly said: Said };

/** A pin board with every ability that a platform can have, in memory: it lasts while the service comes and goes. */
export function aBoard(): Ground {
  const messages: Message[] = [];
  const tokens = new Map<string, string>();
  let names = 0;
  let broken = false;

  function put(place: Place, outgoing: Outgoing): Put {
    if (broken && place.address === boardHome.channel) {
      return { result: 'failed', reason: 'the bot was thrown out', as: 'broken-channel', fix: 'Invite the bot.' };
    }
    const there = outgoing.repeat ? messages.find((message) => message.outgoing.key === outgoing.key) : undefined;
    if (there !== undefined) return change(there, { ...outgoing, repeat: false });
    names += 1;
    const message = { name: `${place.address}/${names}`, place, outgoing };
    messages.push(message);
    return change(message, outgoing);
  }

  function change(message: Message, outgoing: Outgoing): Put {
    message.outgoing = outgoing;
    if (outgoing.kind === 'card') learn(outgoing);
    if (outgoing.kind === 'digest') for (const { gate } of outgoing.digest.blocks) if (gate !== null) learn(gate);
    return { result: 'sent', message: message.name };
  }

  function learn({ card, buttons }: NonNullable<Private['card']>): void {
    const options = card.expects.kind === 'choice' ? card.expects.options : [];
    for (const [index, token] of buttons.options.entries()) {
      tokens.set(`${card.code} ${card.revision} ${options[index]?.key}`, token);
      tokens.set(`${card.code} newest ${options[index]?.key}`, token);
    }
  }

  function cardOf(gate: string): Message & { readonly outgoing: Extract<Outgoing, { kind: 'card' }> } {
    const found = messages.find(({ outgoing }) => outgoing.kind === 'card' && outgoing.card.code === gate);
    if (found?.outgoing.kind !== 'card') throw new Error(`no card of ${gate} stands on the board`);
    return { ...found, outgoing: found.outgoing };
  }

  const platform: Pick<Platform, 'traits' | 'post' | 'edit'> = {
    traits: boardTraits,
    post: async (place, outgoing) => put(place, outgoing),
    async edit(_place, name, outgoing) {
      const there = messages.find((message) => message.name === name);
      return there === undefined ? { result: 'failed', reason: 'it was taken down', as: 'gone' } : change(there, outgoing);
    },
  };

  return {
    stage: (reads) =>
      aStage(reads, platform, { cardOf, learn, tokenOf: (gate, revision, option) => tokens.get(`${gate} ${revision} ${option}`) ?? '' }),
    seen: () => messages.flatMap(({ outgoing }) => linesOf(outgoing)),
    breakChannel: (isBroken) => {
      broken = isBroken;
    },
    deleteCard: (gate) => {
      const { name } = cardOf(gate);
      messages.splice(
        messages.findIndex((message) => message.name === name),
        1,
      );
    },
  };
}

type Look = {
  cardOf(gate: string): { readonly name: string; readonly outgoing: Extract<Outgoing, { kind: 'card' }> };
  learn(shown: NonNullable<Private['card']>): void;
  tokenOf(gate: string, revision: number | 'newest', option: string): string;
};

let events = 0;

function aStage(reads: Reads, board: Pick<Platform, 'traits' | 'post' | 'edit'>, look: Look): Stage {
  let inbox: Inbox | undefined;
  let told = '';
  let last: Event | undefined;
  let formToken = '';
  let hearing: Promise<void> = Promise.resolve();

  async function hear({ id, account, standing, said }: Event): Promise<void> {
    const from = { addresses: [boardHome.channel], thread: null };
    await inbox?.hear({ id, account, standing: async () => standing, from, said });
  }

  function send(said: Said, account = boardHome.account, standing: Standing = 'member'): void {
    events += 1;
    deliver({ id: `event-${events}`, account, standing, said });
  }

  function deliver(event: Event): void {
    last = event;
    hearing = hearing.then(async () => {
      if ((await inbox?.keep(event.id, JSON.stringify(event))) === 'new') await hear(event);
    });
  }

  const platform: Platform = {
    ...board,
    listen(to) {
      inbox = to;
    },
    async start() {
      for (const { raw } of (await inbox?.unfinished()) ?? []) await hear(JSON.parse(raw) as Event); // kept by deliver
    },
    stop: () => hearing,
    acknowledge: async () => {},
    async tellPrivately(_press: Press, outcome: Private) {
      told += `${privateLines(outcome).join('\n')}\n`;
      if (outcome.card !== null) look.learn(outcome.card);
      if (outcome.form !== null) formToken = outcome.form.token;
      return null;
    },
  };
  const card = (gate: string) => look.cardOf(gate);
  const newestToken = (gate: string, option: string) => look.tokenOf(gate, 'newest', option);
  const press = (token: string, account?: string, standing?: Standing) => send({ kind: 'token', token }, account, standing);
  const buttons: ButtonStage = {
    undo: (gate) => press(card(gate).outgoing.buttons.undo ?? ''),
    openForm: (gate) => press(card(gate).outgoing.buttons.form ?? ''),
    submit: (text) => send({ kind: 'form', token: formToken, text }),
    reply: (gate, text) => send({ kind: 'reply', message: card(gate).name, direct: true, text }),
    shortcut: (gate) => send({ kind: 'shortcut', message: card(gate).name }),
    pressOld: (gate, option, revision) => press(look.tokenOf(gate, revision, option)),
    pressForged: (token) => press(token),
    redeliver: () => {
      if (last !== undefined) deliver(last);
    },
    pressAs: (standing, gate, option) => press(newestToken(gate, option), 'TBOARD:UNOBODY', standing),
    typeAsStranger: (line) => send({ kind: 'line', text: line }, 'TBOARD:UNOBODY'),
  };
  return {
    connected: { platform, identify: identifyByAccount('slack', reads) },
    toldPrivately: () => {
      const before = told;
      told = '';
      return before;
    },
    type: (line) => {
      const tooLong = line.length > boardTraits.limits.inputCharsMax;
      send(tooLong ? { kind: 'unreadable', why: 'That is too long, so nothing was done.' } : { kind: 'line', text: line });
    },
    press: (gate, option) => press(newestToken(gate, option)),
    sendRaw: () => send({ kind: 'unreadable', why: 'That is no text, so nothing was done.' }),
    buttons,
  };
}

const digestBudget = { charsMax: 10_000, itemsMax: 100 };

function digestLines({ title, blocks, footer, whole }: DigestPost, mark: string): readonly string[] {
  const { shown, left } = fitDigest(blocks, digestBudget, (block) => ({ chars: partLines(block).join('').length, items: 1 }));
  return [title + mark, ...shown.flatMap(partLines), leftLine(left, whole) ?? '', footer].map(encodeLine);
}

function partLines({ heading, lines, gate }: DigestBlock): readonly string[] {
  return [heading, ...lines, ...(gate === null ? [] : [gate.card.question, stateSentence(gate.card.state)])];
}

function linesOf(outgoing: Outgoing): readonly string[] {
  const mark = outgoing.repeat ? ' (may be a repeat)' : '';
  if (outgoing.kind === 'notice') return [encodeLine(outgoing.text) + mark];
  if (outgoing.kind === 'digest') return digestLines(outgoing.digest, mark);
  const { code, goal, question, context, expects, blocks, risk, deadline, answerers, state } = outgoing.card;
  const options = expects.kind === 'choice' ? expects.options.flatMap(({ key, label, effect }) => [`${key}: ${label}`, effect]) : [];
  const contexts = context === null ? [] : [context.slice(0, 500)];
  const asked = [`${code} in ${goal}${mark}`, question, ...contexts, ...options, ...blocks, risk, deadline?.text ?? 'no deadline'];
  return [...asked, ...answerers.map(({ name }) => name), stateSentence(state)].map(encodeLine);
}
