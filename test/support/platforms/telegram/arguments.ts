import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import type { Json } from '../json.ts';
import { isJson } from '../json.ts';
import { refuse } from './refuse.ts';
import { typed } from './shape.ts';

const bodyBytesMax = 60 * 1024 * 1024;

export type Upload = { readonly field: string; readonly name: string; readonly type: string; readonly bytes: Buffer };
export type Arguments = { readonly args: Json; readonly files: readonly Upload[] };

/** The arguments of a call: from its address, from JSON, from a form, or from one with files. */
export async function parseArguments(request: string, incoming: IncomingMessage): Promise<Arguments> {
  const query = new URL(incoming.url ?? '/', 'http://fake').searchParams;
  const asked = typed(request, Object.fromEntries(query));
  const type = incoming.headers['content-type'] ?? '';
  if (incoming.method === 'GET') return { args: asked, files: [] };
  if (type.startsWith('multipart/form-data')) {
    const { fields, files } = await parts(incoming);
    const named = files.map(({ field }) => [field, `attach://${field}`]);
    return { args: { ...asked, ...typed(request, { ...Object.fromEntries(named), ...fields }) }, files };
  }
  const body = await readBody(incoming);
  if (body === '') return { args: asked, files: [] };
  if (type.startsWith('application/json')) return { args: { ...asked, ...parsed(body) }, files: [] };
  if (!type.startsWith('application/x-www-form-urlencoded')) return refuse('unsupported content type');
  return { args: { ...asked, ...typed(request, Object.fromEntries(new URLSearchParams(body))) }, files: [] };
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new Error('a request of more than 60 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(body: string): Json {
  try {
    const value: unknown = JSON.parse(body);
    return isJson(value) ? value : refuse("can't parse request JSON object");
  } catch {
    return refuse("can't parse request JSON object");
  }
}

function parts(request: IncomingMessage): Promise<{ fields: Record<string, string>; files: Upload[] }> {
  const fields: Record<string, string> = {};
  const files: Upload[] = [];
  return new Promise((resolve, reject) => {
    const form = busboy({ headers: request.headers });
    form.on('field', (name, value) => {
      fields[name] = value;
    });
    form.on('file', (field, stream, { filename, mimeType }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => void files.push({ field, name: filename ?? '', type: mimeType, bytes: Buffer.concat(chunks) }));
    });
    form.on('close', () => resolve({ fields, files }));
    form.on('error', reject);
    request.pipe(form);
  });
}
