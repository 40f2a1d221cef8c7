import { expect, test } from 'vitest';
import { aQuestion, openHttpWorld } from './http-world.ts';

test('asking is created once; the same key and content again is the gate that is there', async () => {
  const { agent } = await openHttpWorld();

  const first = await agent.send('POST', '/v1/gates', aQuestion());
  const again = await agent.send('POST', '/v1/gates', aQuestion());
  const other = await agent.send('POST', '/v1/gates', aQuestion({ risk: 'irreversible' }));

  expect(first).toMatchObject({ status: 201, body: { code: 'g1', revision: 1, state: 'open' } });
  expect(again).toMatchObject({ status: 200, body: { id: first.body.id } });
  expect(other).toMatchObject({ status: 409, body: { code: 'gate-key-mismatch' } });
});

test('an answer counts, and the second one is told who won', async () => {
  const { agent, person } = await openHttpWorld();
  await agent.send('POST', '/v1/gates', aQuestion());

  const first = await person.send('POST', '/v1/gates/g1/answer', { revision: 1, option: 'small' });
  const second = await person.send('POST', '/v1/gates/g1/answer', { revision: 1, option: 'none' });

  expect(first).toMatchObject({ status: 200, body: { result: 'counted', gate: { state: 'answered', held: true } } });
  expect(second).toMatchObject({
    status: 409,
    body: {
      code: 'already-decided',
      result: 'already-decided',
      answer: { option: 'small', by: { name: 'Mara' } },
      correction: { call: expect.any(String) },
    },
  });
  expect(second.headers.get('content-type')).toBe('application/problem+json');
});

test('a stale revision, a stranger to the gate and a closed gate each have their own problem', async () => {
  const { agent, person, other } = await openHttpWorld();
  await agent.send('POST', '/v1/gates', aQuestion());
  await agent.send('POST', '/v1/gates/g1/revise', { question: 'Which of the three fixes do we ship?' });

  const stale = await person.send('POST', '/v1/gates/g1/answer', { revision: 1, option: 'small' });
  const notYours = await other.send('POST', '/v1/gates/g1/answer', { revision: 2, option: 'small' });
  await agent.send('POST', '/v1/gates/g1/withdraw', { why: 'No longer needed.' });
  const closed = await person.send('POST', '/v1/gates/g1/answer', { revision: 2, option: 'small' });

  expect(stale).toMatchObject({ status: 409, body: { code: 'question-changed', changed: ['question'], revision: 2 } });
  expect(notYours).toMatchObject({ status: 403, body: { code: 'not-yours', who: [{ slug: 'mara' }] } });
  expect(closed).toMatchObject({ status: 410, body: { code: 'gate-closed', state: 'withdrawn' } });
});

test('an answer is taken back until it was delivered', async () => {
  const { agent, person, world } = await openHttpWorld();
  await agent.send('POST', '/v1/gates', aQuestion());
  await person.send('POST', '/v1/gates/g1/answer', { revision: 1, option: 'small' });

  const revoked = await person.send('POST', '/v1/gates/g1/revoke');
  await person.send('POST', '/v1/gates/g1/answer', { revision: 1, option: 'small' });
  world.clock.advance(11_000);
  await agent.send('POST', '/v1/gates/g1/receive');
  const tooLate = await person.send('POST', '/v1/gates/g1/revoke');

  expect(revoked).toMatchObject({ status: 200, body: { result: 'revoked', gate: { state: 'open' } } });
  expect(tooLate).toMatchObject({ status: 409, body: { code: 'already-delivered' } });
});
