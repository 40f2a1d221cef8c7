import { expect, test } from 'vitest';
import { formBytesMax } from '../../server/web/form.ts';
import { limits } from '../../src/limits.ts';
import { aQuestion } from '../server/http-world.ts';
import { formOf, openWebWorld } from './web-world.ts';

test('nothing is chosen beforehand, and a form without a choice decides nothing', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask();
  const browser = await web.signedIn();
  const page = await browser.get(`/gates/${code}`);

  const refused = await browser.submit(page, `/gates/${code}/answer`, { comment: 'A <b>long</b> thought.' });

  expect(page.text).not.toMatch(/type="radio"[^>]*checked/);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Choose one of the options first. Nothing was sent.');
  expect(refused.text).toContain('A &lt;b&gt;long&lt;/b&gt; thought.');
  expect(await web.gate(code)).toMatchObject({ state: 'open' });
});

test('what cannot be undone needs its code typed, with script and without', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask({ risk: 'irreversible' });
  const browser = await web.signedIn();
  const page = await browser.get(`/gates/${code}`);
  const send = (confirm: Record<string, string>) => browser.submit(page, `/gates/${code}/answer`, { option: 'small', ...confirm });

  const missing = await send({});
  const wrong = await send({ confirm: 'g999' });
  const byScript = await browser.post(
    `/gates/${code}/answer`,
    { ...formOf(page, `/gates/${code}/answer`), option: 'small' },
    { 'sec-fetch-site': 'same-origin', accept: 'application/json' },
  );
  const stillOpen = await web.gate(code);
  const right = await send({ confirm: ` ${code.toUpperCase()} ` });

  expect([missing.status, wrong.status, byScript.status]).toEqual([422, 422, 422]);
  expect(wrong.text).toContain(`This gate is ${code}.`);
  expect(wrong.text).toMatch(/type="radio"[^>]*value="small"[^>]*checked/);
  expect(JSON.parse(byScript.text)).toMatchObject({ result: 'lacks', field: 'confirm' });
  expect(stillOpen).toMatchObject({ state: 'open' });
  expect(right.status).toBe(303);
  expect(await web.gate(code)).toMatchObject({ state: 'answered', answer: { deliver_at: '2026-12-01T09:00:30.000Z' } });
});

test('a form that is sent twice is one answer', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask();
  const browser = await web.signedIn();
  const page = await browser.get(`/gates/${code}`);

  const first = await browser.submit(page, `/gates/${code}/answer`, { option: 'small' });
  const position = await web.world.engine.reads.lastPosition();
  const second = await browser.submit(page, `/gates/${code}/answer`, { option: 'small' });

  expect([first.status, second.status]).toEqual([303, 303]);
  expect(await web.world.engine.reads.lastPosition()).toBe(position);
});

test('who comes second is told who was first, with what, and keeps what was typed', async () => {
  const web = await openWebWorld();
  const { code, revision } = await web.ask({ answerers: { people: ['mara', 'otto'] } });
  const browser = await web.signedIn();
  const page = await browser.get(`/gates/${code}`);
  await web.other.send('POST', `/v1/gates/${code}/answer`, { revision, option: 'none' });

  const lost = await browser.submit(page, `/gates/${code}/answer`, { option: 'small' });
  const byScript = await browser.post(
    `/gates/${code}/answer`,
    { revision: String(revision), option: 'small' },
    { 'sec-fetch-site': 'same-origin', accept: 'application/json' },
  );

  expect([lost.status, byScript.status]).toEqual([409, 409]);
  const sentence = 'Already decided: Otto was first with "Neither" at 10:00:00 over the API. Yours was not counted.';
  expect(lost.text).toContain(sentence.replaceAll('"', '&quot;'));
  expect(JSON.parse(byScript.text)).toEqual({ result: 'already-decided', say: sentence });
  expect(await web.gate(code)).toMatchObject({ answer: { by: { name: 'Otto' } } });
});

test('an answer to a question that changed is not counted, and the new question is shown', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask();
  const browser = await web.signedIn();
  const page = await browser.get(`/gates/${code}`);
  await web.agent.send('POST', `/v1/gates/${code}/revise`, { question: 'Which of the three fixes do we ship?' });

  const lost = await browser.submit(page, `/gates/${code}/answer`, { option: 'small' });

  expect(lost.status).toBe(409);
  expect(lost.text).toContain('The question changed since you saw it (question).');
  expect(lost.text).toContain('Which of the three fixes do we ship?');
  expect(lost.text).toContain('name="revision" value="2"');
  expect(await web.gate(code)).toMatchObject({ state: 'open' });
});

test('a gate that is somebody else’s is readable and says who can; a form by hand is refused', async () => {
  const web = await openWebWorld();
  const { code, revision } = await web.ask();
  const otto = await web.signedIn('otto');

  const page = await otto.get(`/gates/${code}`);
  const forced = await otto.post(`/gates/${code}/answer`, { revision: String(revision), option: 'small' });
  const queue = await otto.get('/inbox');

  expect(page.text).toContain('This gate is not yours to answer. Who can:');
  expect(page.text).not.toContain('<form class="answer"');
  expect(forced.status).toBe(403);
  expect(queue.text).toContain('Nothing waits for you.');
  expect(await web.gate(code)).toMatchObject({ state: 'open' });
});

test('a text is taken as it was typed, over several lines; an empty one is not sent', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask({ answer: { kind: 'text', max: 40 } });
  const browser = await web.signedIn();
  const page = await browser.get(`/gates/${code}`);

  const empty = await browser.submit(page, `/gates/${code}/answer`, { value: ' \n ' });
  const tooLong = await browser.submit(page, `/gates/${code}/answer`, { value: 'x'.repeat(41) });
  const counted = await browser.submit(page, `/gates/${code}/answer`, { value: '40 dollars\r\na day <b>' });

  expect([empty.status, tooLong.status, counted.status]).toEqual([422, 422, 303]);
  expect(await web.gate(code)).toMatchObject({ answer: { value: '40 dollars\na day <b>' } });
  expect((await browser.get(`/gates/${code}`)).text).toContain('a day &lt;b&gt;');
});

test('a text is counted in characters, an emoji as one; one too many comes back with all that was typed', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask({ answer: { kind: 'text', max: 40 } });
  const browser = await web.signedIn();
  const page = await browser.get(`/gates/${code}`);
  const send = (typed: Readonly<Record<string, string>>) => browser.submit(page, `/gates/${code}/answer`, typed);

  const long = await send({ value: '😀'.repeat(41), comment: 'because' });
  const wordy = await send({ value: 'yes', comment: '😀'.repeat(limits.commentMax + 1) });
  const counted = await send({ value: '😀'.repeat(40), comment: '😀'.repeat(limits.commentMax) });

  expect([long.status, wordy.status, counted.status]).toEqual([422, 422, 303]);
  expect(long.text).toContain('The answer has at most 40 characters; 41 came. Nothing was sent.');
  expect(long.text).toContain(`${'😀'.repeat(41)}</textarea>`);
  expect(long.text).toContain('because</textarea>');
  expect(wordy.text).toContain(`The comment has at most ${limits.commentMax} characters; ${limits.commentMax + 1} came.`);
  expect(page.text).toContain('maxlength="80"');
  expect(await web.gate(code)).toMatchObject({ answer: { value: '😀'.repeat(40) } });
});

test('a form from a page that is older than the undo of its answer is not said to count again', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask();
  const browser = await web.signedIn();
  const old = await browser.get(`/gates/${code}`);
  await browser.submit(old, `/gates/${code}/answer`, { option: 'small' });
  await browser.submit(await browser.get(`/gates/${code}`), `/gates/${code}/undo`);

  const again = await browser.submit(old, `/gates/${code}/answer`, { option: 'small' });
  const byScript = await browser.post(
    `/gates/${code}/answer`,
    { ...formOf(old, `/gates/${code}/answer`), option: 'small' },
    { 'sec-fetch-site': 'same-origin', accept: 'application/json' },
  );
  const state = await web.gate(code);
  const other = await browser.submit(old, `/gates/${code}/answer`, { option: 'none' });

  expect([again.status, byScript.status, other.status]).toEqual([409, 409, 303]);
  expect(again.text).toContain('It was taken back since, and the gate is open: look again, and answer again.');
  expect(state).toMatchObject({ state: 'open' });
  expect(await web.gate(code)).toMatchObject({ answer: { option: 'none' } });
});

test('whoever opens the address of a form comes to its gate', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask();
  const browser = await web.signedIn();

  for (const form of ['answer', 'undo', 'correction']) {
    const { status, headers } = await browser.get(`/gates/${code}/${form}`);
    expect([status, headers.get('location')]).toEqual([303, `/gates/${code}`]);
  }
});

test('the longest answer and comment fit a form, one byte more than a form is refused', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask({ answer: { kind: 'text', max: limits.answerTextMax } });
  const browser = await web.signedIn();
  const page = await browser.get(`/gates/${code}`);

  const past = await browser.post(`/gates/${code}/answer`, { value: 'x'.repeat(formBytesMax - 'value='.length + 1) });
  const counted = await browser.submit(page, `/gates/${code}/answer`, {
    value: '😀'.repeat(limits.answerTextMax),
    comment: '😀'.repeat(limits.commentMax),
  });

  expect([past.status, counted.status]).toEqual([413, 303]);
});

test('an answer is taken back while no agent has it; afterwards a correction is told to the agents', async () => {
  const web = await openWebWorld();
  const { code } = await web.ask();
  const browser = await web.signedIn();
  const page = await browser.get(`/gates/${code}`);
  await browser.submit(page, `/gates/${code}/answer`, { option: 'small' });
  web.world.clock.advance(limits.holdDefaultMs);
  const held = await browser.get(`/gates/${code}`);
  await web.agent.send('POST', `/v1/gates/${code}/receive`, {});

  const late = await browser.submit(held, `/gates/${code}/undo`);
  const long = await browser.submit(late, `/gates/${code}/correction`, { text: '😀'.repeat(limits.noteMax - 100) });
  const corrected = await browser.submit(late, `/gates/${code}/correction`, { text: 'Rather not.' });

  expect(held.text).toContain('so it can still be taken back');
  expect(late.status).toBe(409);
  expect(late.text).toContain('Too late: an agent has the answer.');
  expect([long.status, corrected.status]).toEqual([303, 303]);
  const entries = await web.person.send('GET', '/v1/goals/ship/ledger?limit=200');
  expect(JSON.stringify(entries.body)).toContain(`Correction of ${code}: Rather not.`);
});

test('only who answered can take the answer back', async () => {
  const web = await openWebWorld();
  const { code, revision } = await web.ask({ answerers: { people: ['mara', 'otto'] } });
  await web.other.send('POST', `/v1/gates/${code}/answer`, { revision, option: 'none' });
  const browser = await web.signedIn();

  const page = await browser.get(`/gates/${code}`);
  const forced = await browser.post(`/gates/${code}/undo`, {});

  expect(page.text).not.toContain('<form class="undo"');
  expect(forced.status).toBe(403);
});

test('gates that were withdrawn or replaced say so and take no answer', async () => {
  const web = await openWebWorld();
  const [first, second] = [await web.ask({ key: 'a' }), await web.ask({ key: 'b' })];
  await web.agent.send('POST', `/v1/gates/${first.code}/withdraw`, { why: 'It is moot.' });
  const third = await web.ask({ key: 'c' });
  await web.agent.send('POST', `/v1/gates/${second.code}/supersede`, { by: third.code });
  const browser = await web.signedIn();

  const [withdrawn, replaced] = [await browser.get(`/gates/${first.code}`), await browser.get(`/gates/${second.code}`)];
  const forced = await browser.post(`/gates/${first.code}/answer`, { revision: '1', option: 'small' });

  expect(withdrawn.text).toContain('It lets nothing go.');
  expect(withdrawn.text).toContain('It is moot.');
  expect(replaced.text).toContain(`Replaced by <a href="/gates/${third.code}">${third.code}</a>`);
  expect(forced.status).toBe(410);
});

test('an unknown gate is said to be unknown', async () => {
  const web = await openWebWorld();
  const browser = await web.signedIn();

  const [page, form] = [await browser.get('/gates/g999'), await browser.post('/gates/g999/answer', { revision: '1', option: 'x' })];

  expect([page.status, form.status]).toEqual([404, 404]);
  expect(page.text).toContain('There is no gate &quot;g999&quot; in this installation.');
});

test('the queue is narrowed by words and risk, and says so when nothing is left', async () => {
  const web = await openWebWorld();
  await web.ask({ key: 'a' });
  await web.ask({ key: 'b', question: 'Shall we drop the old table?', risk: 'irreversible' });
  const browser = await web.signedIn();

  const words = await browser.get('/inbox?q=TABLE');
  const risk = await browser.get('/inbox?risk=reversible');
  const nothing = await browser.get('/inbox?q=moon');
  const part = await browser.get('/inbox?part=1');

  expect([...words.text.matchAll(/<li class="row" data-code="(g\d+)"/g)].map(([, code]) => code)).toEqual(['g2']);
  expect([...risk.text.matchAll(/<li class="row" data-code="(g\d+)"/g)].map(([, code]) => code)).toEqual(['g1']);
  expect(nothing.text).toContain('No gate matches <em dir="auto">moon</em>. 2 others wait.');
  expect(part.text).toMatch(/^<div id="queue"/);
});

test('of many gates the first hundred are shown, with their true number and a way to the rest', async () => {
  const web = await openWebWorld();
  for (let at = 0; at < 101; at += 1) await web.agent.send('POST', '/v1/gates', aQuestion({ key: `k${at}` }));
  const browser = await web.signedIn();

  const first = await browser.get('/inbox');
  const more = await browser.get('/inbox?rows=200');

  expect(first.text.match(/<li class="row"/g)).toHaveLength(100);
  expect(first.text).toContain('(101) Inbox');
  expect(first.text).toContain('Show the next 1 of 101');
  expect(more.text.match(/<li class="row"/g)).toHaveLength(101);
});
