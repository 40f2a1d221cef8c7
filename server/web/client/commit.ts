import { currentRow, forget, openRow, redraw, show, toQuestion, unshown } from './cards.ts';
import { all, answerForm, card, inInbox, isOpen, one, parsed, rowOf, rows, say, showWaiting } from './page.ts';

type Reply = { readonly result?: string; readonly say?: string; readonly dock?: string; readonly field?: string; readonly detail?: string };

/** After this the page asks the gate itself what became of the answer. */
const replyWithinMs = 15_000;

/** The gates whose answer is on its way: for each its own, and never one for all. */
const sending = new Set<string>();

/** True while the answer of this page to the gate is on its way: what became of it is told by the reply. */
export function isSending(code: string): boolean {
  return sending.has(code);
}

/** Chooses an option and sends nothing. */
export function arm(number: number): void {
  if (isUnshown()) return;
  const options = all('form.answer input[type=radio]') as HTMLInputElement[];
  const option = options[number - 1];
  if (options.length === 0) return;
  if (option === undefined) return say(`There are ${options.length} options.`);
  if (option.disabled || option.matches(':disabled')) return;
  option.checked = true;
  armed();
}

function isUnshown(): boolean {
  const code = unshown();
  if (code !== undefined) say(`${code} is not shown yet. Nothing was sent.`);
  return code !== undefined;
}

/** Says what is armed, on the button and aloud. */
export function armed(): void {
  const option = one<HTMLInputElement>('form.answer input[type=radio]:checked');
  const button = one('form.answer button.primary');
  if (button === null) return;
  if (option === null) {
    button.textContent = 'Answer';
    return;
  }
  const told = (kind: string) => one(`#${option.id}-${kind}`)?.textContent?.trim() ?? '';
  button.textContent = `Answer: ${told('label')}`;
  say(`${told('label')}: ${told('effect')} Press Enter to answer.`);
}

export function disarm(): boolean {
  const option = one<HTMLInputElement>('form.answer input[type=radio]:checked');
  if (option === null) return false;
  option.checked = false;
  armed();
  say('Nothing is armed.');
  return true;
}

/** Enter: sends what is armed. What cannot be undone needs its code first: then focus goes there, and nothing is sent. */
export function commit(stay: boolean): boolean {
  const form = answerForm();
  if (form === null || one(':disabled', form) !== null) return false;
  const radios = one('input[type=radio]', form) !== null;
  if (radios && one('input[type=radio]:checked', form) === null) return false;
  if (isUnshown()) return true;
  const confirm = one<HTMLInputElement>('input.confirm', form);
  if (confirm !== null && confirm.value.trim().toLowerCase() !== card()?.dataset.code && document.activeElement !== confirm) {
    confirm.focus();
    say(`Type ${card()?.dataset.code} to confirm, then Enter. Nothing was sent.`);
    return true;
  }
  if (inInbox()) void send(form, stay);
  else form.requestSubmit();
  return true;
}

/** Sends the form of the card in the pane, and goes on to the next open gate when it counted. */
export async function send(form: HTMLFormElement, stay: boolean): Promise<void> {
  const code = card()?.dataset.code ?? '';
  if (code === '' || sending.has(code)) return;
  sending.add(code);
  const slow = setTimeout(() => say('Sending…'), 300);
  try {
    const inCard = card()?.contains(document.activeElement) === true;
    const { status, reply } = await post(form);
    if (status === 200) {
      form.reset();
      await counted(code, reply, stay, inCard);
    } else refused(form, code, status, reply);
  } catch {
    await lookAgain(code);
  } finally {
    clearTimeout(slow);
    sending.delete(code);
  }
}

/** Takes the answer back that stands under the queue, while it is held. */
export async function undo(form = one<HTMLFormElement>('#undo form.undo')): Promise<void> {
  if (form === null) return say('There is nothing to undo.');
  if (!inInbox()) return form.requestSubmit();
  const code = /\/gates\/(g\d+)\//.exec(form.action)?.[1] ?? '';
  const { status, reply } = await post(form);
  say(reply.say ?? reply.detail ?? 'It could not be taken back.');
  if (status !== 200) return;
  one('#undo')?.classList.add('none');
  one('#undo')?.replaceChildren();
  const row = rowOf(code);
  if (row === undefined) return void countOpen(1);
  reopen(row);
  await show(row, 'row');
}

/** A gate that was answered is open again. */
export function reopen(row: HTMLElement): void {
  forget(row.dataset.code ?? '');
  if (row.dataset.state === 'open') return;
  row.dataset.state = 'open';
  tell(row, '');
  countOpen(1);
}

/** A gate waits no longer: its row says why, and is one less to answer. */
export function settle(row: HTMLElement, state: string, sentence: string): void {
  if (!isOpen(row)) return;
  row.dataset.state = state;
  tell(row, sentence);
  countOpen(-1);
}

/** What became of a gate, in its row. */
export function tell(row: HTMLElement, sentence: string): void {
  const told = one('.told', row);
  if (told !== null) told.textContent = sentence;
}

/** How many open gates wait for you: what the page said, and what changed since. */
export function countOpen(change: number): number {
  const queue = one('#queue');
  const open = Math.max(0, Number(queue?.dataset.open ?? 0) + change);
  if (queue !== null) queue.dataset.open = String(open);
  showWaiting(open);
  return open;
}

async function counted(code: string, reply: Reply, stay: boolean, inCard: boolean): Promise<void> {
  const row = rowOf(code);
  if (row !== undefined) settle(row, 'answered', reply.say ?? 'answered');
  const dock = one('#undo');
  if (dock !== null && reply.dock !== undefined) dock.replaceWith(parsed(reply.dock));
  forget(code);
  const left = countOpen(row === undefined ? -1 : 0);
  const next = openRow(1) ?? rows().find(isOpen);
  if (stay || next === undefined) {
    await redraw(code);
    if (inCard) toQuestion();
    return say(`${reply.say ?? ''} ${left === 0 ? 'Nothing else waits for you.' : `${left} left.`}`);
  }
  await show(next, inCard ? 'card' : 'row');
  say(`${reply.say ?? ''} Next: ${one('.q', next)?.textContent?.trim() ?? ''} ${left} left.`);
}

/** Nothing was counted: what was typed stays, and the page says why. */
function refused(form: HTMLFormElement, code: string, status: number, reply: Reply): void {
  const sentence = reply.say ?? reply.detail ?? `Something went wrong (${status}); nothing was decided.`;
  say(sentence);
  if (reply.field !== undefined) {
    const field = one<HTMLInputElement>(`[name=${reply.field}]`, form);
    field?.setAttribute('aria-invalid', 'true');
    field?.focus();
  }
  const banner = one('article.card .banner');
  if (banner !== null && currentRow()?.dataset.code === code) banner.textContent = sentence;
}

/** The reply was lost: the gate itself says whether the answer arrived. */
async function lookAgain(code: string): Promise<void> {
  say('We do not know yet whether this arrived. Checking…');
  try {
    const response = await fetch(`/gates/${code}?part=1`);
    if (!response.ok) throw new Error(`${response.status}`);
    const state = /data-state="(\w+)"/.exec(await response.text())?.[1];
    say(
      state === 'open'
        ? `${code} is still open: your answer did not arrive. Send it again.`
        : `${code} is ${state}. Look at it to see by whom.`,
    );
    if (state === undefined || state === 'open') return;
    const row = rowOf(code);
    if (row !== undefined) settle(row, state, state);
    await redraw(code);
  } catch {
    say('The service does not tell: nothing is known of your answer yet. It is safe to send it again.');
  }
}

async function post(form: HTMLFormElement): Promise<{ readonly status: number; readonly reply: Reply }> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value);
  const response = await fetch(form.action, {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(replyWithinMs),
  });
  return { status: response.status, reply: (await response.json()) as Reply };
}
