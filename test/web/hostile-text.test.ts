import { diffLimits } from '../../server/web/diff.tsx';
import { expect, test } from 'vitest';
import { hostile, hostileDiff, hostileQuestion, hostileSvg } from './hostile.ts';
import { openWebWorld } from './web-world.ts';
import type { WebWorld } from './web-world.ts';

/** What no tag of a page of ours ever is or has. Text is escaped, so every `<` begins a tag. */
const neverThere =
  /^<\/?(?:script(?! type="module" src="\/assets)|svg|img(?! src="\/files\/)|iframe|object|embed|style|b|i|text)\b|\son\w+="|\sstyle="|href="(?:javascript|data:(?!,)|\/\/)|action="https?:|xlink/i;

function foreignTags(text: string): readonly string[] {
  return (text.match(/<[^>]*>?/g) ?? []).filter((tag) => neverThere.test(tag) && !tag.startsWith('</script>'));
}

test('text of agents in every field of a gate becomes text and nothing else', async () => {
  const web = await openWebWorld();
  const { code, revision } = await web.ask(hostileQuestion());
  const browser = await web.signedIn();
  await web.person.send('POST', `/v1/gates/${code}/answer`, { revision, option: 'a', comment: hostile.close, hold_s: 0 });
  const open = await web.ask({ ...hostileQuestion(), key: 'open' });

  for (const path of [
    '/inbox',
    `/gates/${code}`,
    `/gates/${open.code}`,
    `/gates/${open.code}?part=1`,
    '/inbox?part=1',
    `/inbox?q=${encodeURIComponent(hostile.quote)}`,
  ]) {
    const { text, status } = await browser.get(path);
    expect([path, status]).toEqual([path, 200]);
    expect([path, foreignTags(text)]).toEqual([path, []]);
    expect([path, /[\u202a-\u202e\u2066-\u2069\u200b]/.test(text)]).toEqual([path, false]);
  }
  const { text } = await browser.get(`/gates/${open.code}`);
  expect(text).toContain('&lt;script&gt;window');
  expect(text).toContain('⟨U+202E⟩');
});

test('text of a goal, its lanes and todos, a person and a file is text on every page', async () => {
  const web = await openWebWorld();
  const bad = `${hostile.script}${hostile.image}`;
  await web.operator.send('PATCH', '/v1/goals/ship', {
    title: bad,
    vision: hostile.close,
    invariants: [hostile.svg],
    acceptance: [hostile.image],
  });
  await web.operator.send('POST', '/v1/goals/ship/todos', { lane: 'main', title: bad });
  await web.operator.send('PATCH', '/v1/people/mara', { name: `<script>Mara</script>${hostile.bidi}`.slice(0, 60) });
  await web.person.send('POST', '/v1/notes', { goal: 'ship', text: hostile.close });
  const browser = await web.signedIn();

  for (const path of [
    '/goals',
    '/goals/ship',
    '/goals/ship/ledger',
    '/ledger',
    '/me',
    '/inbox',
    '/settings',
    '/digests',
    ...[3, 4, 5].map((seq) => `/goals/ship/ledger/${seq}`),
  ]) {
    const { text, status } = await browser.get(path);
    expect([path, status]).toEqual([path, 200]);
    expect([path, foreignTags(text)]).toEqual([path, []]);
  }
});

test('what was asked for in the address comes back as text', async () => {
  const web = await openWebWorld();
  const browser = await web.signedIn();

  for (const path of [
    `/gates/${encodeURIComponent(hostile.script)}`,
    `/goals/${encodeURIComponent(hostile.image)}`,
    `/goals/ship/ledger?gate=${encodeURIComponent(hostile.script)}`,
    `/login?next=${encodeURIComponent(hostile.quote)}`,
    `/digests/${encodeURIComponent(hostile.svg)}`,
  ])
    expect([path, foreignTags((await browser.get(path)).text)]).toEqual([path, []]);
});

test('a picture is shown from our own address; SVG, HTML and what lies about its type are never run', async () => {
  const web = await openWebWorld();
  const png = await kept(web, Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png');
  const svg = await kept(web, Buffer.from(hostileSvg), 'image/svg+xml');
  const html = await kept(web, Buffer.from(hostile.script), 'text/html');
  const lie = await kept(web, Buffer.from(`${hostile.script} `), 'image/png');
  const { code } = await web.ask({
    evidence: [
      artifact(png, 'image/png', 'a.png'),
      artifact(svg, 'image/svg+xml', 'b.svg'),
      artifact(html, 'text/html', `${hostile.image}.html`),
    ],
  });
  const browser = await web.signedIn();

  const page = await browser.get(`/gates/${code}`);
  const files = await Promise.all([png, svg, html, lie].map((sha256) => browser.get(`/files/${sha256}`)));

  expect(page.text).toContain(`<img src="/files/${png}" alt="a.png: no description was given" loading="lazy"/>`);
  expect(page.text).not.toContain(`<img src="/files/${svg}"`);
  expect(foreignTags(page.text)).toEqual([]);
  expect(files.map(({ headers }) => [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]])).toEqual([
    ['image/png', 'inline'],
    ['application/octet-stream', 'attachment'],
    ['application/octet-stream', 'attachment'],
    ['image/png', 'inline'],
  ]);
  for (const { headers } of files) {
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; style-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

test('files are for who is signed in, and an unknown one is not there', async () => {
  const web = await openWebWorld();
  const sha256 = await kept(web, Buffer.from('proof'), 'image/png');
  const browser = await web.signedIn();

  const seen = await Promise.all([
    web.browser().get(`/files/${sha256}`),
    browser.get(`/files/${'0'.repeat(64)}`),
    browser.get('/files/..%2f..%2fgatebell.db'),
  ]);
  const head = await web.app.request(`/files/${sha256}`, {
    method: 'HEAD',
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });

  expect(seen.map(({ status }) => status)).toEqual([303, 404, 404]);
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('a diff is shown as a table with its hostile names and lines as text; what is none is shown as it came', async () => {
  const web = await openWebWorld();
  const diff = await kept(web, Buffer.from(hostileDiff), 'text/x-diff');
  const broken = await kept(web, Buffer.from(hostileDiff.replace('-1,2 +1,3', '-1,9 +1,9')), 'text/x-diff');
  const { code } = await web.ask({ evidence: [artifact(diff, 'text/x-diff', 'fix.diff'), artifact(broken, 'text/x-diff', 'broken.diff')] });
  const browser = await web.signedIn();

  const { text } = await browser.get(`/gates/${code}`);

  expect(foreignTags(text)).toEqual([]);
  expect(text).toContain(
    '<tr class="added"><td class="at"></td><td class="at">2</td><td class="sign">+</td><td class="text">new &lt;svg onload=window.owned=1&gt;</td></tr>',
  );
  expect(text).toContain('old ⟨U+202E⟩eruces⟨U+202C⟩');
  expect(text).toContain('Not a well-formed diff; shown as it came.');
});

test('diffs that are too much together are offered as files, however often one is named', async () => {
  const web = await openWebWorld();
  const bomb = await kept(web, Buffer.from('--- a\n+++ b\n'.repeat(15_000)), 'text/x-diff');
  const evidence = Array.from({ length: 20 }, (_, at) => artifact(bomb, 'text/x-diff', `${at}.diff`));
  const { code } = await web.ask({ evidence });
  const browser = await web.signedIn();

  const { text } = await browser.get(`/gates/${code}`);

  expect(text.match(/class="diff"/g)).toHaveLength(diffLimits.linesMax);
  expect(text.match(/Download \d+\.diff/g)).toHaveLength(19);
  expect(text.length).toBeLessThan(400_000);
});

test('why a proof is stale comes from an agent too, and is shown as text', async () => {
  const web = await openWebWorld();
  const todo = await web.operator.send('POST', '/v1/goals/ship/todos', { lane: 'main', title: 'Ship the small fix' });
  const evidence = [{ kind: 'statement', text: 'Done.', subject: todo.body.id, subject_rev: '\u202e1' }];
  const { code } = await web.ask({ blocks: { todos: [todo.body.id] }, evidence });
  const browser = await web.signedIn();

  const { text } = await browser.get(`/gates/${code}`);

  expect(text).toContain('it is about revision ⟨U+202E⟩1');
  expect(text).not.toContain('\u202e');
});

async function kept(web: WebWorld, bytes: Buffer, type: string): Promise<string> {
  const { body } = await web.agent.send('PUT', '/v1/files', new Uint8Array(bytes), { 'content-type': type });
  return String(body.sha256);
}

function artifact(sha256: string, media_type: string, name: string): Record<string, unknown> {
  return { kind: 'artifact', sha256, media_type, name };
}
