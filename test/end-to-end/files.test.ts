import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replyOf } from '../support/caller.ts';
import { startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { aSetting } from './setting.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.remove());

test('a file is kept under its digest, once, and read back byte by byte after a restart', { timeout: 60_000 }, async () => {
  const { agent } = await aSetting(service);
  const bytes = Uint8Array.from({ length: 100_000 }, (_, nth) => (nth * 31) % 256);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const upload = () => agent.send('/v1/files', { method: 'PUT', headers: { 'content-type': 'image/png' }, body: bytes });

  const kept = await replyOf(await upload());
  const again = await replyOf(await upload());
  await service.kill();
  await service.restart();
  const read = await agent.send(`/v1/files/${sha256}`, {});

  const described = { sha256, size: bytes.length, media_type: 'image/png' };
  expect(kept.body).toMatchObject(described);
  expect(again.body).toMatchObject(described);
  expect(read.headers.get('x-content-type-options')).toBe('nosniff');
  expect(
    createHash('sha256')
      .update(Buffer.from(await read.arrayBuffer()))
      .digest('hex'),
  ).toBe(sha256);
});
