import { getCookie } from 'hono/cookie';
import type { Child, FC } from 'hono/jsx';
import type { HttpParts } from '../http/parts.ts';
import type { Visit } from './visit.ts';
import { visible } from './words.ts';

type Place = 'inbox' | 'goals' | 'ledger' | 'digests' | 'settings' | 'me' | 'sign-in';

type Shown = {
  readonly title: string;
  readonly place: Place;
  /** How many open gates wait for the visitor, where the page knows it. */
  readonly waiting?: number;
  /** The commit that a page with gates shows: its news begin there. */
  readonly position?: number;
  readonly children?: Child;
};

const places = [
  ['inbox', '/inbox', 'Inbox'],
  ['goals', '/goals', 'Goals'],
  ['ledger', '/ledger', 'Ledger'],
  ['digests', '/digests', 'Digests'],
  ['settings', '/settings', 'Settings'],
] as const;

/** A whole page of somebody who is signed in. */
export const Page: FC<Shown & { readonly visit: Visit }> = ({ visit, title, place, waiting, position, children }) => (
  <Document
    title={waiting === undefined || waiting === 0 ? title : `(${waiting}) ${title}`}
    web={visit.parts.web}
    keysOff={getCookie(visit.context, 'gb-keys') === 'off'}
    person={visit.visitor.person.id}
    place={place}
    position={position}
  >
    <header class="bar">
      <a class="brand" href="/inbox">
        Gatebell
      </a>
      <nav aria-label="Places">
        {places.map(([name, href, label]) => (
          <a href={href} aria-current={name === place ? 'page' : undefined}>
            {label}
            {name === 'inbox' && waiting !== undefined ? (
              <>
                {' '}
                <span class="count" id="waiting">
                  {waiting}
                </span>
              </>
            ) : null}
          </a>
        ))}
      </nav>
      <span id="live-state" class="warn" hidden></span>
      <a class="me" href="/me" aria-current={place === 'me' ? 'page' : undefined} dir="auto">
        {visible(visit.visitor.person.name)}
      </a>
    </header>
    <main id="main" tabindex={-1}>
      {children}
    </main>
    <p id="say" role="status" aria-live="polite"></p>
    <Keys />
  </Document>
);

/** A page for somebody who is not signed in, or whom nothing can be told. */
export const BarePage: FC<{ readonly title: string; readonly web: HttpParts['web']; readonly children?: Child }> = ({
  title,
  web,
  children,
}) => (
  <Document title={title} web={web} keysOff={false} place="sign-in">
    <header class="bar">
      <a class="brand" href="/inbox">
        Gatebell
      </a>
    </header>
    <main id="main" class="narrow" tabindex={-1}>
      {children}
    </main>
    <p id="say" role="status" aria-live="polite"></p>
  </Document>
);

type DocumentOf = {
  readonly title: string;
  readonly web: HttpParts['web'];
  readonly keysOff: boolean;
  readonly place: Place;
  readonly person?: string;
  readonly position?: number | undefined;
  readonly children?: Child;
};

const Document: FC<DocumentOf> = ({ title, web, keysOff, place, person, position, children }) => (
  <html lang="en" data-keys={keysOff ? 'off' : undefined} data-place={place} data-person={person} data-position={position?.toString()}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} · Gatebell`}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href={web.assets.style.path} />
      <script type="module" src={web.assets.script.path}></script>
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      {children}
    </body>
  </html>
);

const keys = [
  ['j k', 'next or previous open gate; on other pages, row'],
  ['1 to 5', 'arm an option; nothing is sent'],
  ['Enter', 'answer with what is armed'],
  ['Shift+Enter', 'answer and stay'],
  ['Ctrl+Enter', 'answer from inside a text'],
  ['o', 'into the card'],
  ['a', 'to the answer'],
  ['c', 'comment'],
  ['z', 'undo your last answer while it is held'],
  ['n p', 'next or previous evidence'],
  ['w', 'why it is here'],
  ['l', 'copy the link of the gate'],
  ['.', 'let changes in'],
  ['/', 'filter'],
  ['g then i g l d s', 'inbox, goals, ledger, digests, settings'],
  ['Esc', 'one step out'],
] as const;

/** Opened by `?`; without script nothing of it is needed. */
const Keys: FC = () => (
  <dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">Keys</h2>
    <dl>
      {keys.map(([key, does]) => (
        <div>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <p>
      <a href="/me#keys-switch">Switch the keys on or off</a>
    </p>
    <form method="dialog">
      <button type="submit">Close</button>
    </form>
  </dialog>
);
