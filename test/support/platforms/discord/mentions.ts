import type { Json } from '../json.ts';
import { isJson, textOf } from '../json.ts';
import { refusePart } from './refuse.ts';
import { everyPart } from './parts.ts';

/** The texts of a message that can ping: its content and its text displays, never an embed. */
export type Pinging = { readonly content: string; readonly components: readonly Json[] };

/**
 * Whom a text would ping under these `allowed_mentions`, if the bot had every permission. Without them, a message of the bot pings
 * everybody that it names, and an answer to an interaction pings people only.
 */
export function pinged(written: Pinging, allowed: unknown, route: 'message' | 'interaction', repliedTo: string | null): readonly string[] {
  const { parse, users, roles, repliedUser } = allowedBy(allowed, route);
  const text = [
    written.content,
    ...everyPart(written.components)
      .filter(({ type }) => type === 10)
      .map(({ content }) => textOf(content)),
  ].join('\n');
  const named = (form: RegExp) => Array.from(text.matchAll(form), ([, id = '']) => id);
  return [
    ...new Set([
      ...(parse.includes('everyone') ? named(/(@everyone|@here)/g) : []),
      ...named(/<@!?(\d+)>/g).filter((id) => parse.includes('users') || users.includes(id)),
      ...named(/<@&(\d+)>/g).filter((id) => parse.includes('roles') || roles.includes(id)),
      ...(repliedUser && repliedTo !== null ? [repliedTo] : []),
    ]),
  ];
}

function allowedBy(allowed: unknown, route: 'message' | 'interaction') {
  if (!isJson(allowed)) {
    return { parse: route === 'message' ? ['everyone', 'users', 'roles'] : ['users'], users: [], roles: [], repliedUser: true };
  }
  const [parse, users, roles] = [texts(allowed.parse), texts(allowed.users), texts(allowed.roles)];
  for (const [kind, list] of [
    ['users', users],
    ['roles', roles],
  ] as const) {
    if (!parse.includes(kind) || list.length === 0) continue;
    refusePart(
      ['allowed_mentions'],
      'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
      `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
    );
  }
  return { parse, users, roles, repliedUser: allowed.replied_user === true };
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(textOf) : [];
}
