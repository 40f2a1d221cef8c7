import { createHash } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { openHttpWorld } from './http-world.ts';
import type { HttpWorld } from './http-world.ts';

const text = { 'content-type': 'text/plain' };
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

test('a kept file comes back as it was, as an attachment that no browser runs', async () => {
  const { agent, person } = await openHttpWorld();

  const kept = await agent.send('PUT', '/v1/files', 'proof', text);
  const read = await person.send('GET', `/v1/files/${sha256('proof')}`);

  expect(kept).toMatchObject({ status: 200, body: { sha256: sha256('proof'), size: 5, media_type: 'text/plain' } });
  expect(read.body).toEqual({ text: 'proof' });
  expect(read.headers.get('x-content-type-options')).toBe('nosniff');
  expect(read.headers.get('content-disposition')).toMatch(/^attachment; /);
});

test('the same bytes again are one file and one entry', async () => {
  const { agent, world } = await openHttpWorld();
  await agent.send('PUT', '/v1/files', 'proof', text);
  const before = await world.engine.reads.lastPosition();

  const again = await agent.send('PUT', '/v1/files', 'proof', text);

  expect(again.status).toBe(200);
  expect(await world.engine.reads.lastPosition()).toBe(before);
});

test('a file of the limit is kept, one byte more is refused whatever it declares', async () => {
  const http = await openHttpWorld();
  const bytes = new Uint8Array(limits.evidenceFileBytesMax + 1);

  const atLimit = await http.agent.send('PUT', '/v1/files', bytes.subarray(1), text);
  const past = await http.agent.send('PUT', '/v1/files', bytes, text);
  const lying = await http.agent.send('PUT', '/v1/files', bytes, { ...text, 'content-length': '5' });

  expect(atLimit.status).toBe(200);
  expect(past).toMatchObject({ status: 413, body: { code: 'body-too-large' } });
  expect(lying).toMatchObject({ status: 413, body: { code: 'body-too-large' } });
  expect(filesArriving(http)).toEqual([]);
});

test('bytes that do not have the named digest are refused and not kept', async () => {
  const http = await openHttpWorld();
  const digest = (of: string) => ({ ...text, 'content-digest': `sha-256=:${createHash('sha256').update(of).digest('base64')}:` });

  const wrong = await http.agent.send('PUT', '/v1/files', 'proof', digest('other'));
  const missing = await http.agent.send('GET', `/v1/files/${sha256('proof')}`);
  const right = await http.agent.send('PUT', '/v1/files', 'proof', digest('proof'));

  expect(wrong).toMatchObject({ status: 422, body: { code: 'file-damaged' } });
  expect(missing).toMatchObject({ status: 404, body: { code: 'not-found' } });
  expect(right.status).toBe(200);
  expect(filesArriving(http)).toEqual([]);
});

test('fewer bytes than were declared are refused', async () => {
  const { agent } = await openHttpWorld();

  const refused = await agent.send('PUT', '/v1/files', 'proof', { ...text, 'content-length': '50' });

  expect(refused).toMatchObject({ status: 422, body: { code: 'file-damaged' } });
});

test('a file that was changed on disk is refused, not served', async () => {
  const { agent, world } = await openHttpWorld();
  await agent.send('PUT', '/v1/files', 'proof', text);
  const hash = sha256('proof');
  writeFileSync(join(world.folder, 'files', hash.slice(0, 2), hash), 'prooF');

  const refused = await agent.send('GET', `/v1/files/${hash}`);

  expect(refused).toMatchObject({ status: 422, body: { code: 'file-damaged' } });
});

test('a file needs a media type, and a digest of the known form', async () => {
  const { agent } = await openHttpWorld();

  const noType = await agent.send('PUT', '/v1/files', 'proof', { 'content-type': 'proof' });
  const noDigest = await agent.send('PUT', '/v1/files', 'proof', { ...text, 'content-digest': 'md5=:abc:' });

  expect(noType).toMatchObject({ status: 415, body: { code: 'wrong-content-type' } });
  expect(noDigest).toMatchObject({ status: 422, body: { code: 'bad-input' } });
});

test('a file that the disk does not take is not stored, and says so', async () => {
  const { agent, world } = await openHttpWorld();
  rmSync(join(world.folder, 'files', 'incoming'), { recursive: true });

  const refused = await agent.send('PUT', '/v1/files', 'proof', text);

  expect(refused).toMatchObject({ status: 503, body: { code: 'storage-failed' } });
});

test('strangers neither keep nor read files', async () => {
  const { agent, stranger } = await openHttpWorld();
  await agent.send('PUT', '/v1/files', 'proof', text);

  const keep = await stranger.send('PUT', '/v1/files', 'proof', text);
  const read = await stranger.send('GET', `/v1/files/${sha256('proof')}`);

  expect([keep.status, read.status]).toEqual([401, 401]);
});

function filesArriving({ world }: HttpWorld): readonly string[] {
  return readdirSync(join(world.folder, 'files', 'incoming'));
}
