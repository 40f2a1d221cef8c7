import { currentRow, openRow, settleTabStops, show, toQuestion } from './cards.ts';
import { arm, armed, commit, disarm, send, undo } from './commit.ts';
import { followLive, letIn } from './live.ts';
import { nameOf } from './name-of.ts';
import { all, answerForm, card, inInbox, linkOf, one, rows, say } from './page.ts';

const places: Readonly<Record<string, string>> = { i: '/inbox', g: '/goals', l: '/ledger', d: '/digests', s: '/settings' };
const placeWithinMs = 1_200;
const burstKeys = 4;
const burstWithinMs = 120;

/** When `g` was pressed, and the newest printable keys: dictation that reaches the page looks like many at once. */
let goesSince = 0;
let burst: number[] = [];

const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
  j: () => step(1),
  k: () => step(-1),
  ArrowDown: (event) => onRow(event, 1),
  ArrowUp: (event) => onRow(event, -1),
  Home: (event) => onRow(event, 'first'),
  End: (event) => onRow(event, 'last'),
  h: () => column(-1),
  o: () => (inInbox() ? toQuestion() : followRow()),
  a: () => one('form.answer input[type=radio], form.answer textarea[name=value]')?.focus(),
  c: openComment,
  z: () => void undo(one<HTMLFormElement>('form.undo')),
  n: () => evidence(1),
  p: () => evidence(-1),
  w: () => toggle('details.rank'),
  l: copyLink,
  '.': () => void letIn(),
  '/': () => one('#filter')?.focus(),
  '?': openKeys,
};

document.addEventListener('keydown', onKey);
document.addEventListener('click', onClick);
document.addEventListener('change', (event) => {
  if (event.target instanceof HTMLInputElement && event.target.name === 'option') armed();
});
document.addEventListener('submit', onSubmit);
readFragment();
addEventListener('hashchange', readFragment);
settleTabStops();
if (document.documentElement.dataset.person !== undefined) followLive();
document.documentElement.dataset.ready = '';

function onKey(event: KeyboardEvent): void {
  const name = nameOf(event);
  if (name === undefined || one('dialog[open]') !== null) return;
  const field =
    event.target instanceof Element ? event.target.closest('input:not([type=radio]), textarea, select, video, [contenteditable]') : null;
  if (field !== null) return inField(event, name, field);
  if (name === 'Escape') return stepOut(event);
  if (name === 'Enter' || name === 'shift+Enter') return onEnter(event, name === 'shift+Enter');
  if (name === 'mod+k') return taken(event, openKeys);
  if (document.documentElement.dataset.keys === 'off' && name.length === 1) return;
  if (name.length === 1 && isBurst(event)) return;
  if (goesSince > event.timeStamp - placeWithinMs && places[name] !== undefined)
    return taken(event, () => location.assign(places[name] ?? '/'));
  goesSince = name === 'g' ? event.timeStamp : 0;
  if (/^[1-9]$/.test(name)) return taken(event, () => arm(Number(name)));
  const does = keys[name];
  if (does === undefined) return;
  if (name.length === 1) event.preventDefault();
  does(event);
}

function inField(event: KeyboardEvent, name: string, field: Element): void {
  if (name === 'Escape' && field instanceof HTMLElement) {
    field.blur();
    currentFocus();
  }
  if (field.closest('form.answer') === null || event.repeat) return;
  if (name === 'mod+Enter') taken(event, () => void commit(false));
  if (name === 'Enter' && field.classList.contains('confirm')) taken(event, () => void commit(false));
}

/** Commits what is armed; on a row or a link with nothing armed it does what it always does. A held key never commits. */
function onEnter(event: KeyboardEvent, stay: boolean): void {
  const target = event.target instanceof Element ? event.target : null;
  const isRadio = target instanceof HTMLInputElement && target.type === 'radio';
  if (event.repeat) return event.preventDefault();
  const elsewhere = target?.closest('button, summary, a:not(#queue a)') ?? null;
  if (elsewhere !== null) return;
  if (one('form.answer input[type=radio]:checked') !== null && commit(stay)) return event.preventDefault();
  if (isRadio) event.preventDefault();
  else if (inInbox() && target?.closest('#queue a') != null) taken(event, toQuestion);
}

function onClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest<HTMLAnchorElement>('#queue a') ?? null;
  const row = link?.closest<HTMLElement>('.row') ?? null;
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const pane = one('#pane');
  if (row === null || !plain || pane === null || getComputedStyle(pane).display === 'none') return;
  event.preventDefault();
  void show(row, 'row');
}

function onSubmit(event: SubmitEvent): void {
  if (!inInbox() || !(event.target instanceof HTMLFormElement)) return;
  if (event.target.matches('form.answer')) {
    event.preventDefault();
    void send(event.target, false);
  } else if (event.target.matches('form.undo')) {
    event.preventDefault();
    void undo(event.target);
  }
}

function step(by: 1 | -1): void {
  if (!inInbox()) return stepList(by);
  const next = openRow(by);
  if (next === undefined) return say(by === 1 ? 'That was the last open gate.' : 'That was the first open gate.');
  void show(next, 'row');
}

/** The rows of other pages: what is seen of them can be reached. */
function stepList(by: 1 | -1): void {
  const list = all('[data-nav=row]').filter((row) => row.offsetParent !== null);
  const at = list.findIndex((row) => row.contains(document.activeElement));
  const next = list[at < 0 ? 0 : at + by];
  if (next === undefined) {
    const link = by === 1 ? one<HTMLAnchorElement>('a[rel=next]') : null;
    return link?.click();
  }
  (one('a, button', next) ?? next).focus();
}

function column(by: 1 | -1): void {
  const columns = all('[data-nav=column]');
  const at = columns.findIndex((one) => one.contains(document.activeElement));
  const next = columns[Math.max(0, at + by)];
  if (next !== undefined) one('summary', next)?.focus();
}

function followRow(): void {
  const row = document.activeElement?.closest('[data-nav=row]');
  if (row != null) one<HTMLAnchorElement>('a', row)?.click();
}

/** The arrows are the row's only while focus is on a row: elsewhere they scroll and choose. */
function onRow(event: KeyboardEvent, to: 1 | -1 | 'first' | 'last'): void {
  if (!(event.target instanceof Element) || event.target.closest('#queue a') === null) return;
  event.preventDefault();
  if (to === 1 || to === -1) return step(to);
  const row = to === 'first' ? rows()[0] : rows().at(-1);
  if (row !== undefined) void show(row, 'row');
}

function evidence(by: 1 | -1): void {
  const proofs = all('.proof');
  const at = proofs.findIndex((proof) => proof.contains(document.activeElement));
  const next = proofs[at < 0 ? 0 : at + by];
  next?.scrollIntoView({ block: 'nearest' });
  next?.focus();
}

function openComment(): void {
  const details = one<HTMLDetailsElement>('details.comment');
  if (details === null) return;
  details.open = true;
  one('textarea', details)?.focus();
}

function toggle(selector: string): void {
  const details = one<HTMLDetailsElement>(selector);
  if (details !== null) details.open = !details.open;
}

function copyLink(): void {
  const code = card()?.dataset.code;
  if (code === undefined) return column(1);
  const link = `${location.origin}/gates/${code}`;
  navigator.clipboard?.writeText(link).then(
    () => say(`The link of ${code} is copied.`),
    () => say(link),
  );
}

function openKeys(): void {
  one<HTMLDialogElement>('dialog#keys')?.showModal();
}

/** One step out: what is armed, then the card, then nothing. */
function stepOut(event: KeyboardEvent): void {
  if (answerForm() !== null && disarm()) return event.preventDefault();
  currentFocus();
}

function currentFocus(): void {
  const row = currentRow();
  if (row !== undefined) linkOf(row)?.focus();
}

function taken(event: KeyboardEvent, does: () => void): void {
  event.preventDefault();
  does();
}

function isBurst(event: KeyboardEvent): boolean {
  if (event.repeat) return false;
  burst = [...burst, event.timeStamp].slice(-burstKeys);
  const isOne = burst.length === burstKeys && event.timeStamp - (burst[0] ?? 0) < burstWithinMs;
  if (isOne) {
    disarm();
    say('Keys paused: that looked like typing.');
  }
  return isOne;
}

/** The code of a sign-in link: into the field, and out of the address. Only a press sends it. */
function readFragment(): void {
  const field = one<HTMLInputElement>('form.sign-in #code');
  const code = location.hash.slice(1);
  if (field === null || !/^[\w-]{4,100}$/.test(code)) return;
  field.value = code;
  history.replaceState(null, '', location.pathname + location.search);
  one('form.sign-in button')?.focus();
}
