import type { IncomingMessage } from 'node:http';
import type { Json } from '../json.ts';
import { isJson } from '../json.ts';
import { refuse } from './refuse.ts';

const bodyBytesMax = 4 * 1024 * 1024;

/** Of these the client sends JSON text inside a form. */
const jsonFields = new Set(['blocks', 'attachments', 'metadata', 'view']);
const numberFields = new Set(['limit']);
const booleanFields = new Set([
  'as_user',
  'include_all_metadata',
  'include_locale',
  'include_num_members',
  'inclusive',
  'link_names',
  'mrkdwn',
  'prevent_creation',
  'reply_broadcast',
  'return_im',
  'unfurl_links',
  'unfurl_media',
]);

/** The arguments of a call, from a form or from JSON, without what goes with every call (Bolt's client adds the team). */
export function parseArguments(contentType: string, body: string): Json {
  if (contentType.startsWith('application/json')) return ownArguments(parsed(body, 'invalid_json'));
  if (!contentType.startsWith('application/x-www-form-urlencoded')) return refuse('invalid_post_type');
  const fields = [...new URLSearchParams(body)].map(([name, value]) => [name, fieldValue(name, value)] as const);
  return ownArguments(Object.fromEntries(fields));
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new Error('a request of more than 4 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function fieldValue(name: string, value: string): unknown {
  if (jsonFields.has(name)) return JSON.parse(value) as unknown;
  if (numberFields.has(name)) return Number(value);
  if (booleanFields.has(name)) return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;
  return value;
}

function parsed(text: string, error: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : refuse(error);
  } catch {
    return refuse(error);
  }
}

function ownArguments({ token: _token, team_id: _team, ...args }: Json): Json {
  return args;
}
