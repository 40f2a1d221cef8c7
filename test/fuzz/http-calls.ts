import { boundVerbs, boundViews } from '../../server/http/bound.ts';
import type { Dice } from './dice.ts';
import type { FuzzTown } from './fuzz-town.ts';
import { hostileValue, randomJson, wireText } from './hostile.ts';
import { mutate } from './mutate.ts';
import type { Send } from './senders.ts';

type Who = keyof FuzzTown['tokens'] | 'stranger';

type Call = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** It must be refused; a view may be shown to whoever may see it. */
  readonly mustFail: boolean;
};

const kinds = { operator: 'operator', agent: 'agent', signal: 'signal', mara: 'person', otto: 'person', stranger: 'stranger' } as const;

/** What calls take, right enough to reach what stands behind the first look: each is spoiled, or sent by whoever may not. */
const bodies: readonly object[] = [
  { revision: 1, option: 'yes', comment: 'so be it', hold_s: 0 },
  { revision: 1, value: 'a text' },
  {
    goal: 'goal-0',
    key: 'again',
    question: 'Shall it?',
    answer: { kind: 'text', max: 100 },
    blocks: { lanes: ['fixes'] },
    risk: 'reversible',
  },
  { slug: 'more', title: 'More', vision: 'More', owners: ['mara'], guarded_scopes: ['a'] },
  { slug: 'eve', name: 'Eve', time_zone: 'Europe/Berlin', roles: [], identities: [{ platform: 'slack', account: 'T0HARBOUR:U0STRAY' }] },
  { goal: 'goal-0', platform: 'telegram', address: '-1001', thread: null },
  { goal: 'goal-0', lane: 'fixes', title: 'A todo', priority: 'P1', scopes: ['a/b'] },
  { goal: 'goal-0', text: 'a note', key: 'ci/1' },
  { code: 'ABCD-EFGH-JKLM-NPQR', label: 'laptop' },
  { fence: 1, report: { summary: 'done' }, todos: [], gates: [], evidence: [], result: 'done' },
  { why: 'because', gate: 'g1', by: 'g2' },
  {},
];

const odd = [
  '%00',
  '%ff',
  '%zz',
  '..',
  '%2e%2e%2f',
  'g999999',
  'g0',
  'g-1',
  'g1%20',
  '__proto__',
  'constructor',
  'x'.repeat(2_000),
  '%F0%9F%91%A9',
  '%ED%A0%80',
  ' ',
  "'--",
];

const queries = [
  'limit=-1',
  'limit=99999999',
  'after=%00',
  'since=1e309',
  'wait=-1',
  'wait=abc',
  'state=__proto__',
  'a[]=1&a[]=2',
  '=&&&',
  '%zz=%ff',
  'cursor=AAAA',
  'state=open&state=answered',
];

/** Each method and path of the API, by everybody, each in a way that must be refused; and what may be looked at, asked for oddly. */
export function httpCalls(town: FuzzTown): Send {
  const writes = boundVerbs().map(({ verb, binding }) => ({ ...binding, callers: verb.callers as readonly string[], isView: false }));
  const views = boundViews().map(({ view, binding }) => ({ ...binding, callers: view.callers as readonly string[], isView: true }));
  const known = [...writes, ...writes, ...views];
  const codes = [...Object.values(town.gates.honest), town.gates.decided, ...town.gates.ottos];

  function draw(dice: Dice): Call {
    const { method, path, callers, isView } = dice.of(known);
    const who = dice.of(Object.keys(kinds) as Who[]);
    const mayCall = callers.includes(kinds[who]);
    const usual = path.replaceAll(/:(\w+)/g, (_, name: string) =>
      name === 'gate' ? dice.of(codes) : name === 'goal' ? 'goal-0' : name === 'person' ? 'mara' : 'fixes',
    );
    const body = dice.of(bodies);
    const right: Call = {
      method,
      path: usual,
      headers: { 'content-type': 'application/json', ...credentialOf(town, who) },
      body: method === 'GET' ? null : wireText(body),
      mustFail: true,
    };
    const spoiled = {
      ...right,
      body: wireText({
        ...asObject(mutate(body, dice, ['goal-0', 'mara', ...codes]).payload),
        [`spoiled_${dice.below(9)}`]: hostileValue(dice, [1]),
      }),
    };
    if (isView) {
      const odder = dice.chance(0.5) ? usual : path.replaceAll(/:\w+/g, () => dice.of(odd));
      return { ...right, path: `${odder}?${dice.of(queries)}`, mustFail: !mayCall };
    }
    switch (dice.below(7)) {
      case 0:
        return { ...right, headers: { ...right.headers, ...wrongCredential(town, who, dice) } };
      case 1:
        return mayCall ? spoiled : right;
      case 2:
        return { ...spoiled, headers: { ...spoiled.headers, 'idempotency-key': dice.of(['', 'k', 'x'.repeat(5_000), 'é']) } };
      case 3: {
        const text = right.body ?? '';
        const cut = dice.of([
          text.slice(0, -1),
          `${text}x`,
          '[]',
          'null',
          '"text"',
          '1',
          wireText(randomJson(dice)).slice(0, -1),
          '{"a":"\\ud800"}',
          '\ufeff{',
        ]);
        // Nothing at all is a body without fields, which changes nothing where none is needed.
        return {
          ...right,
          body: cut === '' ? '{' : cut,
          ...(dice.chance(0.2) ? { headers: { ...right.headers, 'content-type': 'text/plain' } } : {}),
        };
      }
      case 4:
        return { ...spoiled, path: path.replaceAll(/:\w+/g, () => dice.of(odd)) };
      case 5:
        return {
          ...spoiled,
          method: dice.of(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']),
          path: usual + dice.of(['/', '//', '/answer', '%2fanswer', ';x']),
        };
      default:
        return spoiled;
    }
  }

  return async (dice) => {
    const call = draw(dice);
    const said = `${call.method} ${call.path.slice(0, 300)} ${call.headers.authorization ?? ''} ${call.body?.slice(0, 2_000) ?? ''}`;
    const { method, headers, body } = call;
    const bytesHeaders: Record<string, string> = call.path === '/v1/files' ? { 'content-digest': `sha-256=:${'A'.repeat(43)}=:` } : {};
    const response = await fetch(`${town.service.address}${call.path}`, {
      method,
      headers: { ...headers, ...bytesHeaders },
      ...(body === null ? {} : { body }),
      redirect: 'manual',
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${response.status} for ${said}: ${text.slice(0, 500)}`);
    if (!call.mustFail) return;
    if (response.status < 400) throw new Error(`${response.status} for what must be refused: ${said}: ${text.slice(0, 500)}`);
    const problem = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: unknown; fix?: unknown }; // looked at below
    if (typeof problem.code !== 'string' || typeof problem.fix !== 'string')
      throw new Error(`no problem came for ${said}: ${text.slice(0, 500)}`);
  };
}

function credentialOf({ tokens }: FuzzTown, who: Who): Record<string, string> {
  return who === 'stranger' ? {} : { authorization: `Bearer ${tokens[who]}` };
}

/** Like a token of this town, and none. */
function wrongCredential({ tokens }: FuzzTown, who: Who, dice: Dice): Record<string, string> {
  const token = who === 'stranger' ? tokens.mara : tokens[who];
  const wrong = [token.slice(0, -1), `${token}x`, token.toUpperCase(), token.split('').toReversed().join(''), 'x'.repeat(300), ''];
  return { authorization: dice.of([`Bearer ${dice.of(wrong)}`, token, `Basic ${token}`, `Bearer  ${token}`, 'Bearer']) };
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
