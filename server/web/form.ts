import type { HonoRequest } from 'hono';
import { limits } from '../../src/limits.ts';
import { Refusal } from '../../src/refusal.ts';
import { declaredLength, tooLarge } from '../http/body.ts';

/** The largest form: its texts at their limits, each character (up to four bytes) encoded in twelve, and the rest. */
export const formBytesMax = 12 * Math.max(limits.answerTextMax + limits.commentMax, limits.noteMax) + 4_096;

export type Form = Readonly<Record<string, string>>;

/** The fields of a form that was sent. A field that came twice is refused: nobody can say which was meant. */
export async function readForm(request: HonoRequest): Promise<Form> {
  const type = request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new Refusal('wrong-content-type', `Expected a form; ${type ?? 'no content type'} came.`, 'Send the form of the page.');
  }
  declaredLength(request, formBytesMax);
  const text = await request.text();
  if (Buffer.byteLength(text) > formBytesMax) throw tooLarge(formBytesMax, Buffer.byteLength(text));
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(fields, name))
      throw new Refusal('bad-input', `The field "${name.slice(0, 40)}" came twice.`, 'Send the form of the page.');
    fields[name] = value.replaceAll('\r\n', '\n');
  }
  return fields;
}
