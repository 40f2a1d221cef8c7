import type { Json } from '../json.ts';
import { listOf, textOf } from '../json.ts';
import type { UploadedFile } from './body.ts';
import { componentFaults, isPastByteCap } from './components.ts';
import { limits } from './limits.ts';
import { pinged } from './mentions.ts';
import type { FormFault } from './refuse.ts';
import { DiscordRefusal, refuse, refuseForm } from './refuse.ts';
import type { Attachment, Message, State } from './state.ts';
import { componentsV2Flag, ephemeralFlag, isV2 } from './message-json.ts';
import { numbered } from './parts.ts';

export type Written = Pick<Message, 'content' | 'embeds' | 'components' | 'attachments' | 'flags' | 'pinged'>;

type Writing = {
  readonly args: Json;
  readonly files: readonly UploadedFile[];
  /** What stands there now, when it is an edit. */
  readonly before: Message | null;
  readonly route: 'message' | 'interaction';
  /** Where in the request it stands. */
  readonly at?: readonly PropertyKey[];
  /** The author of the message that is replied to. */
  readonly repliedTo: string | null;
};

/** What a message says after a call, by Discord's rules. */
export function checkedContent(state: State, from: string, writing: Writing): Written {
  const { args, before } = writing;
  const content = args.content === undefined ? (before?.content ?? '') : textOf(args.content).trim();
  const embeds = args.embeds === undefined ? (before?.embeds ?? []) : listOf(args.embeds).map((embed) => ({ type: 'rich', ...embed }));
  const given = args.components === undefined ? (before?.components ?? []) : listOf(args.components);
  const flags = flagsOf(writing);
  const attachments = attachmentsOf(state, writing);
  const faults = [
    ...contentFaults(args, content, embeds),
    ...flagFaults(before, flags),
    ...v2Conflicts(args, content, embeds, flags),
    ...componentFaults(given, isV2(flags)),
  ];
  if (faults.length > 0) refuseForm(faults.map((fault) => ({ ...fault, path: [...(writing.at ?? []), ...fault.path] })));
  if (isV2(flags) && isPastByteCap(given)) throw new DiscordRefusal(500, { message: '500: Internal Server Error', code: 0 });
  if (content === '' && embeds.length === 0 && given.length === 0 && attachments.length === 0) refuse(50006);
  const mentioned = pinged({ content, components: given }, args.allowed_mentions, writing.route, writing.repliedTo);
  warn(state, from, args, given, attachments);
  return { content, embeds, components: numbered(given), attachments, flags, pinged: mentioned };
}

/** An edit that does not speak of flags keeps them; who sees a message is said once, and by an answer to an interaction only. */
function flagsOf({ args, before, route }: Writing): number {
  const given = args.flags === undefined || args.flags === null ? (before?.flags ?? 0) : Number(args.flags);
  if (before !== null) return (given & ~ephemeralFlag) | (before.flags & ephemeralFlag);
  return route === 'interaction' ? given : given & ~ephemeralFlag;
}

function contentFaults(args: Json, content: string, embeds: readonly Json[]): readonly FormFault[] {
  const { content: max, embedsText } = limits.message;
  const text = embeds.map(embedText).reduce((sum, length) => sum + length, 0);
  return [
    ...(content.length > max ? [{ path: ['content'], code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${max} or fewer in length.` }] : []),
    ...(text > embedsText
      ? [{ path: ['embeds'], code: 'MAX_EMBED_SIZE_EXCEEDED', message: `Embed size exceeds maximum size of ${embedsText}` }]
      : []),
    ...(args.enforce_nonce === true && (args.nonce === undefined || args.nonce === null)
      ? [{ path: ['nonce'], code: 'BASE_TYPE_REQUIRED', message: 'A nonce is required to enforce it' }]
      : []),
  ];
}

function embedText(embed: Json): number {
  const fields = listOf(embed.fields).flatMap(({ name, value }) => [name, value]);
  const nested = [embed.footer, embed.author].flatMap((part) => listOf([part])).flatMap(({ text, name }) => [text, name]);
  return [embed.title, embed.description, ...fields, ...nested].reduce((sum: number, text) => sum + textOf(text).length, 0);
}

function flagFaults(before: Message | null, flags: number): readonly FormFault[] {
  if (before === null || !isV2(before.flags) || isV2(flags)) return [];
  return [{ path: ['flags'], code: 'MESSAGE_FLAG_CANNOT_BE_REMOVED', message: 'The flag for components of the second version stays' }];
}

function v2Conflicts(args: Json, content: string, embeds: readonly Json[], flags: number): readonly FormFault[] {
  if (!isV2(flags)) return [];
  const there = {
    content: content !== '',
    embeds: embeds.length > 0,
    poll: Boolean(args.poll),
    sticker_ids: listLength(args.sticker_ids) > 0,
  };
  return Object.entries(there)
    .filter(([, is]) => is)
    .map(([name]) => ({
      path: [name],
      code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      message: `The '${name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    }));
}

function listLength(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** The files of a call, and those that stay: an edit that does not speak of attachments keeps them. */
function attachmentsOf(state: State, { args, files, before }: Writing): readonly Attachment[] {
  const described = listOf(args.attachments);
  const kept = (before?.attachments ?? []).filter(({ id }) => args.attachments === undefined || described.some((one) => one.id === id));
  const added = files.map(({ field, filename, size }): Attachment => {
    if (size > limits.message.fileBytes) refuse(40005);
    const about = described.find(({ id }) => String(id) === /^files\[(\d+)\]$/.exec(field)?.[1]);
    return { id: state.nextId(), filename, size, description: textOf(about?.description) || null };
  });
  if (kept.length + added.length > limits.message.files) refuse(30015);
  return [...kept, ...added];
}

function warn(state: State, from: string, args: Json, components: readonly Json[], attachments: readonly Attachment[]): void {
  const flags = Number(args.flags ?? 0);
  const named = JSON.stringify(components);
  const careless: readonly (readonly [boolean, string])[] = [
    [args.allowed_mentions === undefined || args.allowed_mentions === null, 'without allowed_mentions whoever is named is pinged'],
    [isV2(flags) && attachments.some(({ filename }) => !named.includes(`attachment://${filename}`)), 'a file that no component shows'],
    [args.tts === true, 'read out aloud'],
    [from === 'create_message' && (flags & ephemeralFlag) !== 0, 'everybody sees what does not answer an interaction'],
    [(flags & ~(componentsV2Flag | (1 << 2) | (1 << 6) | (1 << 12))) !== 0, `flags ${flags} that a bot cannot set`],
  ];
  for (const [is, said] of careless) if (is) state.warnings.push(`${from}: ${said}`);
}
