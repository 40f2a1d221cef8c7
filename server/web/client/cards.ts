import { all, answerForm, card, isOpen, linkOf, one, parsed, rowOf, rows, say } from './page.ts';

const cachedMax = 12;
const cached = new Map<string, Promise<string>>();

/** What was typed into the answer of a gate and not sent: it stays with its gate while others are looked at. */
const typed = new Map<string, readonly (readonly [field: string, text: string])[]>();

/** Forgets the card of a gate that moved. */
export function forget(code: string): void {
  cached.delete(code);
}

/** The row whose card is shown. */
export function currentRow(): HTMLElement | undefined {
  return rows().find((row) => linkOf(row)?.getAttribute('aria-current') === 'true');
}

/** The current row whose card is not in the pane yet. Until it is, no key may decide the gate that still stands there. */
export function unshown(): string | undefined {
  const code = currentRow()?.dataset.code;
  return code === card()?.dataset.code ? undefined : code;
}

/** Shows the card of this row and moves the one tab stop of the queue to it. Focus goes where it was: into the row, or the card. */
export async function show(row: HTMLElement, focus: 'row' | 'card' | 'none'): Promise<void> {
  for (const other of rows()) mark(other, other === row);
  if (focus === 'row') linkOf(row)?.focus();
  row.scrollIntoView({ block: 'nearest' });
  const code = row.dataset.code ?? '';
  const html = await cardHtml(code);
  if (currentRow() !== row) return;
  if (html === null) return say(`${code} could not be read. Look at it again in a moment.`);
  if (card()?.dataset.code !== code || card()?.dataset.rev !== row.dataset.rev || focus !== 'none') draw(html);
  const address = new URLSearchParams(location.search);
  address.delete('done');
  address.set('g', code);
  history.replaceState(null, '', `/inbox?${address}`);
  if (focus === 'card') toQuestion();
  for (const near of neighbours(row)) void cardHtml(near.dataset.code ?? '');
}

/** Reads the card of the current gate anew and shows it. */
export async function redraw(code: string): Promise<void> {
  forget(code);
  const html = await cardHtml(code);
  if (html !== null && card()?.dataset.code === code) draw(html);
}

export function toQuestion(): void {
  one('article.card .question')?.focus();
}

/** The next or previous open row, from the current one on; undefined at the end. */
export function openRow(step: 1 | -1): HTMLElement | undefined {
  const all = rows();
  const current = currentRow();
  const at = current === undefined ? -1 : all.indexOf(current);
  const ahead = step === 1 ? all.slice(at + 1) : all.slice(0, Math.max(0, at)).reverse();
  return ahead.find(isOpen);
}

export function mark(row: HTMLElement, current: boolean): void {
  const link = linkOf(row);
  if (link === null) return;
  link.tabIndex = current ? 0 : -1;
  if (current) link.setAttribute('aria-current', 'true');
  else link.removeAttribute('aria-current');
}

/** One row link is a tab stop: the current one, else the first. */
export function settleTabStops(): void {
  const current = currentRow() ?? rows()[0];
  for (const row of rows()) {
    const link = linkOf(row);
    if (link !== null) link.tabIndex = row === current ? 0 : -1;
  }
}

export function isCurrent(code: string): boolean {
  return card()?.dataset.code === code;
}

function draw(html: string): void {
  const before = card()?.dataset.code;
  const texts = all('form.answer textarea') as HTMLTextAreaElement[];
  if (before !== undefined && answerForm() !== null)
    typed.set(
      before,
      texts.map(({ name, value }) => [name, value] as const),
    );
  one('#pane')?.replaceChildren(parsed(html));
  for (const [name, text] of typed.get(card()?.dataset.code ?? '') ?? []) {
    const field = one<HTMLTextAreaElement>(`form.answer textarea[name=${name}]`);
    if (field === null || text === '') continue;
    field.value = text;
    field.closest('details')?.setAttribute('open', '');
  }
}

function neighbours(row: HTMLElement): HTMLElement[] {
  const open = rows().filter(isOpen);
  const at = open.indexOf(row);
  return [open[at + 1], open[at - 1]].filter((near) => near !== undefined);
}

async function cardHtml(code: string): Promise<string | null> {
  const known = cached.get(code);
  const reading = known ?? readCard(code);
  cached.delete(code);
  cached.set(code, reading);
  for (const old of [...cached.keys()].slice(0, Math.max(0, cached.size - cachedMax))) cached.delete(old);
  try {
    return await reading;
  } catch {
    cached.delete(code);
    return null;
  }
}

async function readCard(code: string): Promise<string> {
  const response = await fetch(`/gates/${code}?part=1`);
  if (!response.ok) throw new Error(`${response.status}`);
  const row = rowOf(code);
  const html = await response.text();
  const revision = /data-rev="(\d+)"/.exec(html)?.[1];
  if (row !== undefined && revision !== undefined) row.dataset.rev = revision;
  return html;
}
