import { createHash } from 'node:crypto';

export type RandomBytes = (count: number) => Uint8Array;

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A credential with its prefix: 256 random bits to show once, and the hash to keep. */
export function makeSecret(prefix: string, randomBytes: RandomBytes): { text: string; hash: string } {
  const text = prefix + Buffer.from(randomBytes(32)).toString('base64url');
  return { text, hash: sha256(text) };
}

/** A code that people type, in groups of four. */
export function makeCode(randomBytes: RandomBytes): { text: string; hash: string } {
  const text = (readable(randomBytes(10)).match(/.{4}/g) ?? []).join('-');
  return { text, hash: sha256(text) };
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 10 bytes as 16 letters and digits that are not mistaken for each other. */
export function readable(bytes: Uint8Array): string {
  const bits = bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
  return Array.from({ length: 16 }, (_, place) => letters.charAt(Number((bits >> BigInt(5 * place)) & 31n))).join('');
}

/** SHA-256 of the canonical JSON (RFC 8785) of a value: keys sorted, numbers and texts as JSON writes them. */
export function digest(value: unknown): string {
  return sha256(canonical(value));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join(',')}}`;
}
