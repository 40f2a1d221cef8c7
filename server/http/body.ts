import type { HonoRequest } from 'hono';
import { limits } from '../../src/limits.ts';
import { Refusal } from '../../src/refusal.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The fields of a JSON body; none when no body came. The declared length is checked before a byte is read,
 * and Node's parser never hands out more than was declared.
 */
export async function readFields(request: HonoRequest): Promise<Readonly<Record<string, unknown>>> {
  const declared = declaredLength(request, limits.bodyBytesMax);
  if (declared === 0) return {};
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) return {};
  if (bytes.byteLength > limits.bodyBytesMax) throw tooLarge(limits.bodyBytesMax, bytes.byteLength);
  if (declared === undefined) throw lengthRequired();
  refuseOtherType(request.header('content-type'));
  return fieldsOf(bytes);
}

/** The declared length of the body, or undefined when none was declared because (over real HTTP) none comes. */
export function declaredLength(request: HonoRequest, bytesMax: number): number | undefined {
  if (request.header('transfer-encoding') !== undefined) throw lengthRequired();
  const header = request.header('content-length');
  if (header === undefined) return undefined;
  const declared = Number(header);
  if (!Number.isSafeInteger(declared) || declared < 0) throw lengthRequired();
  if (declared > bytesMax) throw tooLarge(bytesMax, declared);
  return declared;
}

export function tooLarge(bytesMax: number, came: number): Refusal {
  return new Refusal(
    'body-too-large',
    `A body here has at most ${bytesMax} bytes; at least ${came} came.`,
    'Send less, or put large things into files.',
    {
      limit_bytes: bytesMax,
    },
  );
}

function lengthRequired(): Refusal {
  return new Refusal(
    'length-required',
    'A body came without a Content-Length.',
    'Send the length in bytes, and no chunked transfer encoding.',
  );
}

function refuseOtherType(header: string | undefined): void {
  const type = header?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return;
  throw new Refusal(
    'wrong-content-type',
    `Expected application/json; ${type === undefined ? 'no content type' : `"${type}"`} came.`,
    'Send Content-Type: application/json.',
  );
}

function fieldsOf(bytes: ArrayBuffer): Readonly<Record<string, unknown>> {
  const parsed = parseJson(bytes);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>; // just tested
  const came = parsed === null ? 'null' : Array.isArray(parsed) ? 'an array' : `a ${typeof parsed}`;
  throw new Refusal(
    'bad-input',
    `The body must be a JSON object; ${came} came.`,
    'Send an object with the fields of this call; /docs lists them.',
  );
}

function parseJson(bytes: ArrayBuffer): unknown {
  let text: string;
  let parsed: unknown;
  try {
    text = strictUtf8.decode(bytes);
    parsed = JSON.parse(text);
  } catch (error) {
    throw notJson(error instanceof SyntaxError ? error.message : 'it is not valid UTF-8');
  }
  if (/\\u[dD][89a-fA-F]/.test(text) && holdsHalfCharacter(parsed)) throw notJson('a text in it has half of a surrogate pair');
  return parsed;
}

/** Half a character is no UTF-8: the database would store another text, and take two keys for one. */
function holdsHalfCharacter(parsed: unknown): boolean {
  const waiting = [parsed]; // not a recursion: a body can be nested half a million times
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (typeof at === 'string' && /\p{Surrogate}/u.test(at)) return true;
    if (typeof at === 'object' && at !== null) for (const [name, value] of Object.entries(at)) waiting.push(name, value);
  }
  return false;
}

function notJson(why: string): Refusal {
  return new Refusal('bad-json', `The body cannot be read as JSON: ${why}.`, 'Send one JSON object in UTF-8.');
}
