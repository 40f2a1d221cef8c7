import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import type { Json } from '../json.ts';
import { isJson } from '../json.ts';
import { limits } from './limits.ts';
import { refuse } from './refuse.ts';

export type UploadedFile = { readonly field: string; readonly filename: string; readonly size: number };

/** What a call carries: its JSON (an object, or the list of commands), and the files that came with it. */
export type Body = { readonly json: unknown; readonly files: readonly UploadedFile[] };

export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // without an encoding set, a stream gives buffers
  return Buffer.concat(parts);
}

export async function parseBody(contentType: string, bytes: Buffer): Promise<Body> {
  if (bytes.length === 0) return { json: {}, files: [] };
  if (bytes.length > limits.message.requestBytes) return refuse(40005);
  if (contentType.startsWith('multipart/form-data')) return parseMultipart(contentType, bytes);
  if (!contentType.startsWith('application/json'))
    return refuse(50035, {
      errors: {
        _errors: [
          {
            code: 'CONTENT_TYPE_INVALID',
            message: `Expected "Content-Type" header to be one of {'application/json', 'multipart/form-data'}.`,
          },
        ],
      },
    });
  return { json: parseJson(bytes.toString('utf8')), files: [] };
}

async function parseMultipart(contentType: string, bytes: Buffer): Promise<Body> {
  const parser = busboy({ headers: { 'content-type': contentType } });
  const files: UploadedFile[] = [];
  let payload = '{}';
  parser.on('field', (name, value) => {
    if (name === 'payload_json') payload = value;
  });
  parser.on('file', (field, stream, { filename }) => {
    let size = 0;
    stream.on('data', (part: Buffer) => {
      size += part.length;
    });
    stream.on('end', () => files.push({ field, filename: filename ?? 'unnamed', size }));
  });
  await new Promise<void>((resolve, reject) => {
    parser.on('close', resolve);
    parser.on('error', reject);
    parser.end(bytes);
  });
  return { json: parseJson(payload), files };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse(50109);
  }
}

export function objectIn(body: Body): Json {
  return isJson(body.json) ? body.json : {};
}
