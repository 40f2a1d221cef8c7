import { createHash } from 'node:crypto';

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function sha256Bytes(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
