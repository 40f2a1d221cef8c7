import { currentRow, forget, isCurrent, mark, redraw, settleTabStops, toQuestion } from './cards.ts';
import { isSending, reopen, settle, tell } from './commit.ts';
import { all, card, inInbox, isOpen, linkOf, one, parsed, rowOf, rows, say, showWaiting } from './page.ts';
import type { News, Told } from './stream.ts';
import { follow, lookMs } from './stream.ts';

const silenceMs = 45_000;
const lookAfterMs = 700;

/** The queue as it stands on the server, when it has more than the page shows. */
let arrived: DocumentFragment | null = null;
let heardAt = Date.now();
let looking: ReturnType<typeof setTimeout> | undefined;

/** Follows what happens, for this page and all others of the browser. */
export function followLive(): void {
  follow(hear);
  watchSilence();
}

function watchSilence(): void {
  setInterval(() => {
    const state = one('#live-state');
    if (state === null || Date.now() - heardAt < silenceMs) return;
    state.hidden = false;
    state.textContent = `Not live, last heard ${new Date(heardAt).toLocaleTimeString()}. Reconnecting`;
    lookSoon(0);
  }, lookMs);
}

function hear(told: Told): void {
  heardAt = Date.now();
  const state = one('#live-state');
  if (state !== null) state.hidden = true;
  if (told.kind === 'resync') lookSoon(0);
  if (told.kind === 'gate') hearGate(told.news);
}

function hearGate(news: News): void {
  const { code, state, rev } = news;
  if (isMine(news) && isSending(code)) return;
  const row = rowOf(code);
  forget(code);
  if (row !== undefined && state === 'open') reopen(row);
  if (row !== undefined && state !== 'open') settle(row, state, settledWords(news));
  if (isCurrent(code)) tellCard(news);
  if (inInbox() && row === undefined && state === 'open') lookSoon(lookAfterMs);
  if (row !== undefined && state === 'open' && Number(row.dataset.rev) < rev) tell(row, 'The question changed.');
}

/** What happens to the gate that is being read: said above the answer, which can no longer be sent. Nothing moves, nothing is lost. */
function tellCard(news: News): void {
  const shown = card();
  if (shown === null || shown.dataset.state !== 'open') return;
  if (news.state !== 'open') {
    shown.dataset.state = news.state;
    banner(settledWords(news), inInbox() ? 'Press J for the next.' : 'Press . to see the whole.');
  } else if (Number(shown.dataset.rev) < news.rev) {
    banner(`The question of ${news.code} changed while you read it.`, 'Press . to see it.');
  }
}

function banner(sentence: string, hint: string): void {
  const place = one('article.card .banner');
  if (place !== null) place.textContent = `${sentence} ${hint}`;
  for (const control of all('form.answer fieldset, form.answer button, form.answer input, form.answer textarea[name=value]'))
    control.setAttribute('disabled', '');
  say(sentence);
}

function settledWords(news: News): string {
  const { code, state, by, label } = news;
  if (by === null) return `${code} is ${state}: nothing that is pressed here counts.`;
  return `${isMine(news) ? 'You' : by.name} answered ${label} ${by.where}.`;
}

function isMine({ by }: News): boolean {
  return by !== null && by.id === document.documentElement.dataset.person;
}

function lookSoon(ms: number): void {
  clearTimeout(looking);
  looking = setTimeout(() => void (inInbox() ? look() : lookAtCard()), ms);
}

/** What became of the one gate of this page. */
async function lookAtCard(): Promise<void> {
  const code = card()?.dataset.code;
  if (code === undefined) return;
  const text = await read(`/gates/${code}?part=1`);
  const fresh = text === undefined ? undefined : one('article.card', parsed(text))?.dataset;
  if (fresh !== undefined) tellCard({ code, rev: Number(fresh.rev), state: fresh.state ?? '', by: null, label: null });
}

/** A piece of a page; undefined when it could not be read, which only the end of the session is worth saying. */
async function read(path: string): Promise<string | undefined> {
  const response = await fetch(path).catch(() => undefined);
  if (response?.status === 401) say('Your session ended. Sign in again: what you typed stays here.');
  return response?.ok ? response.text() : undefined;
}

/** Reads the queue beside the page: counts what came, and changes nothing that is read. */
async function look(): Promise<void> {
  const text = await read(`/inbox${withPart()}`);
  if (text === undefined) return;
  const fragment = parsed(text);
  const fresh = all('.row', fragment);
  const news = fresh.filter((row) => rowOf(row.dataset.code ?? '') === undefined).length;
  for (const { dataset } of fresh) {
    const row = rowOf(dataset.code ?? '');
    if (row !== undefined && (!isOpen(row) || row.dataset.rev !== dataset.rev))
      hearGate({ code: dataset.code ?? '', rev: Number(dataset.rev), state: 'open', by: null, label: null });
  }
  const waiting = (one('#queue', fragment)?.dataset.codes ?? '').split(' ');
  for (const row of rows()) if (isOpen(row) && !waiting.includes(row.dataset.code ?? '')) noLongerWaits(row);
  const open = Number(one('#queue', fragment)?.dataset.open ?? 0);
  const queue = one('#queue');
  if (queue !== null) queue.dataset.open = String(open);
  showWaiting(open);
  arrived = fragment;
  if (news > 0) offer(news);
}

function noLongerWaits(row: HTMLElement): void {
  const code = row.dataset.code ?? '';
  const shown = card();
  settle(row, 'settled', 'No longer waits for you.');
  if (shown === null || !isCurrent(code) || shown.dataset.state !== 'open') return;
  shown.dataset.state = 'settled';
  banner(`${code} no longer waits for you.`, 'Press J for the next.');
}

function offer(count: number): void {
  const place = one('#arrivals');
  if (place === null) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = `Show ${count} new`;
  button.addEventListener('click', () => void letIn());
  if (place.hidden) say(`${count} new ${count === 1 ? 'gate' : 'gates'}.`);
  place.replaceChildren(button);
  place.hidden = false;
}

/** `.`: now I am ready. Takes in what came; the current gate stays the current one. */
export async function letIn(): Promise<void> {
  const code = card()?.dataset.code;
  const from = document.activeElement?.closest('#queue, #arrivals, #pane')?.id;
  const fresh = arrived === null ? null : one('#queue', arrived);
  if (fresh !== null) {
    one('#queue')?.replaceWith(fresh);
    arrived = null;
    const place = one('#arrivals');
    if (place !== null) place.hidden = true;
    for (const row of rows()) mark(row, row.dataset.code === code);
    settleTabStops();
  }
  if (code !== undefined && inInbox()) {
    await redraw(code);
    const row = currentRow();
    if (row === undefined || from === 'pane') toQuestion();
    else if (from !== undefined) linkOf(row)?.focus();
  } else if (code !== undefined) location.assign(`/gates/${code}`);
  if (fresh !== null) say(`${rows().length} gates are shown.`);
}

function withPart(): string {
  const query = new URLSearchParams(location.search);
  query.set('part', '1');
  query.delete('done');
  return `?${query}`;
}
