/** Finds what the server drew. One place for each name of the contract between pages and script. */
export const one = <Kind extends HTMLElement = HTMLElement>(selector: string, within: ParentNode = document): Kind | null =>
  within.querySelector<Kind>(selector);

export const all = (selector: string, within: ParentNode = document): HTMLElement[] => [...within.querySelectorAll<HTMLElement>(selector)];

export const rows = (): HTMLElement[] => all('#queue .row');
export const rowOf = (code: string): HTMLElement | undefined => rows().find((row) => row.dataset.code === code);
export const linkOf = (row: HTMLElement): HTMLAnchorElement | null => one<HTMLAnchorElement>('a', row);
export const card = (): HTMLElement | null => one('article.card');
export const answerForm = (): HTMLFormElement | null => one<HTMLFormElement>('article.card form.answer');
export const isOpen = (of: HTMLElement): boolean => of.dataset.state === 'open';
export const inInbox = (): boolean => one('#pane') !== null;

/** Says a sentence to everybody, once: it is seen, and read aloud when the reader pauses. */
export function say(sentence: string): void {
  const region = one('#say');
  if (region !== null) region.textContent = sentence;
}

/** The page before its number of waiting gates: `(7) Inbox` without the number. */
const bareTitle = document.title.replace(/^\(\d+\) /, '');

export function showWaiting(count: number): void {
  const shown = one('#waiting');
  if (shown !== null) shown.textContent = String(count);
  document.title = count === 0 ? bareTitle : `(${count}) ${bareTitle}`;
}

type Policy = { createHTML(text: string): string };
type Policies = { createPolicy(name: string, rules: Policy): Policy };

const policies = (globalThis as { readonly trustedTypes?: Policies }).trustedTypes;
const policy: Policy = policies?.createPolicy('gatebell', { createHTML: (text) => text }) ?? { createHTML: (text) => text };

/** The one way in which text becomes HTML: a piece of a page that our own server drew. */
export function parsed(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(html);
  return template.content;
}
