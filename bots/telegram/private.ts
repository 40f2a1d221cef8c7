import type { Private } from '../port.ts';
import { noButtons } from '../port.ts';
import { cut } from '../text.ts';
import type { Arrival, Self } from './arrival.ts';
import type { Spot } from './callback-data.ts';
import { privateMessage, saidLines } from './card.ts';
import type { Client } from './client.ts';
import type { Piece } from './encoder.ts';
import { composed, line } from './encoder.ts';
import { classOf } from './errors.ts';
import { keyboardOf } from './keyboard.ts';
import { commandPrefix, telegramLimits } from './limits.ts';
import type { Content } from './posts.ts';
import { nameOf, send } from './posts.ts';

/** Where the presser can be told something. A press is answered once: `answered` from the moment that it is tried. */
export type Listener = { readonly arrival: Arrival; answered: boolean };

export type Telling = {
  readonly client: Client;
  readonly self: () => Self;
  /** Whether a hint may be put where others read it: not too often to the same account. */
  readonly mayHint: (account: number) => boolean;
  readonly report: (failure: unknown) => void;
};

/**
 * Tells the presser alone: in the answer to the press, and in the private chat what has no room there. Gives the name of the
 * message that asks for a text, if there is one. Never rejects.
 */
export async function tellPresser(telling: Telling, listener: Listener, told: Private): Promise<string | null> {
  try {
    if (told.form !== null) return await askForText(telling, listener, told.form);
    if (listener.arrival.isToldHere) await tellHere(telling, listener.arrival, [{ text: saidLines(told.lines).join('\n') }]);
    else await tellAlone(telling, listener, told);
  } catch (failure) {
    telling.report(failure);
  }
  return null;
}

/** Answers the press with these words, which stay until they are read; false when it is no press, or answered, or too old for it. */
export async function answerPress({ client }: Pick<Telling, 'client'>, listener: Listener, words: string): Promise<boolean> {
  const { callback } = listener.arrival;
  if (callback === null || listener.answered) return false;
  listener.answered = true;
  const text = cut(words, telegramLimits.alertMax);
  return client.answerCallbackQuery(callback, text === '' ? {} : { text, show_alert: true }).then(
    () => true,
    () => false,
  );
}

async function tellAlone(telling: Telling, listener: Listener, told: Private): Promise<void> {
  const words = saidLines(told.lines).join('\n');
  const isTold = await answerPress(telling, listener, words);
  if (isTold && told.card === null && words.length <= telegramLimits.alertMax) return;
  const { account, at, place } = listener.arrival;
  // A copy outside of the place of the gate says where it is from, so that its buttons count there.
  const from = at?.kind === 'private' && place?.chat === account ? null : place;
  const { text, entities } = privateMessage(told);
  const card = told.card === null ? null : { card: told.card.card, buttons: place === null ? noButtons : told.card.buttons };
  const keyboard = card === null ? [] : keyboardOf(card.card, card.buttons, from);
  try {
    await sendAnyhow(telling, { chat: account, thread: null }, { text, entities, keyboard });
  } catch (failure) {
    const { kind, reason } = classOf(failure);
    if (isTold && card === null) return;
    if (kind !== 'broken-channel') throw new Error(`${reason}, so somebody was not told what came of a press`);
    await hint(telling, listener.arrival);
  }
}

/** Others read this, so it holds nothing of what is to be told. */
async function hint(telling: Telling, { account, name, at, ...arrival }: Arrival): Promise<void> {
  if (at?.kind !== 'group' || !telling.mayHint(account)) return;
  const how = `: what came of that is for you alone. Open https://t.me/${telling.self().username}, press Start, and say it there.`;
  await tellHere(telling, { ...arrival, account, name, at }, [personPiece(account, name), { text: how }]);
}

async function tellHere(telling: Telling, { at }: Arrival, pieces: readonly Piece[]): Promise<void> {
  if (at !== null) await sendAnyhow(telling, at, { ...composed(pieces, telegramLimits.textMax), replyTo: at.message });
}

/** When the form is refused, the same words with nothing special in them and nothing to press: somebody waits for them. */
async function sendAnyhow({ client, report }: Telling, spot: Spot, content: Content): Promise<unknown> {
  try {
    return await send(client, spot, content);
  } catch (failure) {
    const { kind, reason } = classOf(failure);
    if (kind !== 'unformatted') throw failure;
    report(new Error(`${reason}, so somebody is told in plain text`));
    return send(client, spot, { ...content, entities: [], keyboard: [] });
  }
}

/**
 * Asks for a text where the gate stands: a message that opens a reply for this person. Elsewhere than in a private chat others
 * read the question, as they do on the card. In a channel nobody can reply.
 */
async function askForText(telling: Telling, listener: Listener, form: NonNullable<Private['form']>): Promise<string | null> {
  const { account, name, at, place } = listener.arrival;
  const code = line(form.code, 20);
  const how = `\nReply to this message with your answer to ${code}, at most ${form.max} characters.`;
  const question: Piece = { text: line(form.question, telegramLimits.questionMax) || code, look: 'bold' };
  const asked = composed([personPiece(account, name), { text: ': ' }, question, { text: how }], telegramLimits.textMax);
  const prompt = { placeholder: cut(`Your answer to ${code}`, telegramLimits.placeholderMax) };
  try {
    if (place === null || at?.kind === 'channel') throw new Error('nobody can reply there');
    const message = nameOf(await sendAnyhow(telling, place, { ...asked, prompt }));
    const isElsewhere = at?.chat !== place.chat;
    await answerPress(telling, listener, isElsewhere ? 'Reply to the message that asks you, where the gate stands.' : '');
    return message;
  } catch {
    const lines = [`You could not be asked there. Answer in the chat with the bot: ${commandPrefix}answer ${code} your text`];
    await tellAlone(telling, listener, { lines, card: null, form: null });
    return null;
  }
}

function personPiece(account: number, name: string): Piece {
  const shown = line(name, 64) || 'You';
  return { text: shown, mention: { id: account, name: shown } };
}
