import type { Context } from 'hono';
import { limits } from '../../src/limits.ts';
import { notFound, Refusal } from '../../src/refusal.ts';
import { checkStanding, refuseCaller } from '../../src/run-verb.ts';
import type { AnyVerb } from '../../src/verb.ts';
import { authenticate } from '../auth.ts';
import type { KeptFile } from '../file-store.ts';
import type { Binding } from './bindings.ts';
import { declaredLength, tooLarge } from './body.ts';
import { respondReply } from './call.ts';
import { commandOf } from './idempotency.ts';
import { parseInput } from './parse-input.ts';
import type { HttpParts } from './parts.ts';
import { readFile } from './plain-calls.ts';
import { baseHeaders } from './respond.ts';

/** `PUT /v1/files`: the bytes first, safe under their digest; then the verb that makes them known. */
export function keepFileCall({ kernel, files }: HttpParts, verb: AnyVerb, binding: Binding): (context: Context) => Promise<Response> {
  return async (context) => {
    const caller = await authenticate(kernel, context.req.header('authorization'));
    refuseCaller(verb.name, verb.callers, caller.actor);
    await checkStanding({ actor: caller.actor, reads: kernel.reads, now: kernel.clock.now() });
    const declared = declaredLength(context.req, limits.evidenceFileBytesMax);
    const media_type = mediaTypeOf(context.req.header('content-type'));
    const named = namedDigest(context.req.header('content-digest'));
    const file = await files.keep(context.req.raw.body, {
      whileReading: (size) => {
        if (size > limits.evidenceFileBytesMax) throw tooLarge(limits.evidenceFileBytesMax, size);
      },
      beforeKept: (came) => refuseDamaged(came, declared, named),
    });
    const fields = { ...file, media_type };
    const command = commandOf(caller, context.req.header('idempotency-key'), verb.name, fields);
    const { reply, replayed } = await kernel.execute(verb.name, caller.actor, parseInput(verb.input, fields), command);
    return respondReply(binding, reply, replayed);
  };
}

/** `GET /v1/files/:sha256`: checked against its digest before the first byte goes out. */
export function readFileCall({ kernel, files }: HttpParts): (context: Context) => Promise<Response> {
  return async (context) => {
    const { actor } = await authenticate(kernel, context.req.header('authorization'));
    refuseCaller(readFile.name, readFile.callers, actor);
    await checkStanding({ actor, reads: kernel.reads, now: kernel.clock.now() });
    const sha256 = context.req.param('sha256') ?? '';
    const known = /^[0-9a-f]{64}$/.test(sha256) ? await kernel.reads.file(sha256) : undefined;
    if (known === undefined) throw notFound('file', sha256.slice(0, 80), 'in this installation');
    const whole = await files.openWhole(sha256);
    if (whole === undefined) {
      throw new Refusal(
        'file-damaged',
        `The bytes of file ${sha256} are missing here or no longer have that digest.`,
        'Send the file again with PUT /v1/files.',
      );
    }
    const headers = {
      ...baseHeaders,
      'content-type': known.media_type,
      'content-length': String(whole.size),
      'content-disposition': `attachment; filename="${sha256.slice(0, 16)}"`,
    };
    return new Response(whole.bytes, { status: 200, headers });
  };
}

function refuseDamaged(file: KeptFile, declared: number | undefined, named: string | undefined): void {
  if (named !== undefined && named !== file.sha256) {
    throw damaged(`Content-Digest names ${named}; the ${file.size} bytes that came have ${file.sha256}.`);
  }
  if (declared !== undefined && declared !== file.size) throw damaged(`${declared} bytes were declared; ${file.size} came.`);
}

function damaged(detail: string): Refusal {
  return new Refusal('file-damaged', detail, 'Send the file again.');
}

function mediaTypeOf(header: string | undefined): string {
  const type = header?.trim() ?? '';
  if (/^[\w.+-]{1,60}\/[\w.+-]{1,60}(\s*;[\x20-\x7e]{0,80})?$/.test(type)) return type.toLowerCase();
  throw new Refusal(
    'wrong-content-type',
    `Expected a media type such as image/png; ${type === '' ? 'none' : `"${type.slice(0, 80)}"`} came.`,
    'Send Content-Type with the type of the file.',
  );
}

function namedDigest(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const base64 = /(?:^|,\s*)sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header)?.[1];
  if (base64 !== undefined) return Buffer.from(base64, 'base64').toString('hex');
  throw new Refusal('bad-input', 'Content-Digest: expected sha-256=:<base64 of 32 bytes>:.', 'Send that form, or leave the header out.');
}
