import type { Json } from '../json.ts';
import { isJson, listOf, textOf } from '../json.ts';
import { limits } from './limits.ts';
import { dangersIn, readMarkdown } from './markdown.ts';
import { snowflakeMs } from './snowflakes.ts';
import type { Form, Message, State } from './state.ts';

/** A message as a person reads it. */
export type Seen = {
  readonly id: string;
  readonly user: string;
  readonly replyTo: string | null;
  /** Its content, embeds and components in words; formatting is applied, escapes are undone. */
  readonly shown: string;
  /** What a notification shows of it: its content, or its first text. */
  readonly preview: string;
  /** What can be pressed: buttons, and the options of menus. */
  readonly buttons: readonly string[];
  /** Mentions, mass mentions and links that say something else than where they lead. */
  readonly dangers: readonly string[];
  /** Whom it would ping. */
  readonly pinged: readonly string[];
  readonly files: readonly string[];
  readonly edits: number;
};

/** What one person alone was shown. `from`: how it came. */
export type SeenAlone = Pick<Seen, 'id' | 'shown' | 'buttons' | 'dangers'> & {
  readonly channel: string;
  readonly from: 'ephemeral' | 'direct' | 'Discord itself';
};

export function seen(state: State, message: Message): Seen {
  const { id, author, reference, pinged, attachments, edits } = message;
  const [first = ''] = message.content === '' ? texts(message.components) : [message.content];
  return {
    id,
    user: author,
    replyTo: reference?.message ?? null,
    shown: shown(state, message),
    preview: read(state, first),
    buttons: message.components.flatMap(pressable),
    dangers: [message.content, ...message.embeds.flatMap(embedTexts), ...texts(message.components)].flatMap(dangersIn),
    pinged,
    files: attachments.map(({ filename }) => filename),
    edits,
  };
}

export function seenAlone(state: State, user: string): readonly SeenAlone[] {
  const direct = [...state.channels.values()]
    .filter(({ recipient }) => recipient === user)
    .flatMap(({ messages }) => messages.filter(({ own }) => own));
  const alone = state.ephemerals.filter((message) => message.alone === user);
  const messages = [...direct, ...alone].filter(({ deleted }) => !deleted);
  const notices = state.notices.filter((notice) => notice.user === user);
  return [
    ...messages.map((message): SeenAlone => {
      const { id, shown: text, buttons, dangers } = seen(state, message);
      return { id, channel: message.channel, from: message.alone === null ? 'direct' : 'ephemeral', shown: text, buttons, dangers };
    }),
    ...notices.map(({ id, channel, text }): SeenAlone => ({ id, channel, from: 'Discord itself', shown: text, buttons: [], dangers: [] })),
  ].toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

export function formShown(state: State, form: Form): string {
  return [form.title, ...form.components.map((part) => partShown(state, part)), form.trouble ?? ''].filter(Boolean).join('\n');
}

function shown(state: State, message: Message): string {
  if (message.loading) {
    const late = state.clock.nowMs() - snowflakeMs(message.id) > limits.interaction.tokenMs;
    return late ? 'The application did not respond' : 'Gatebell is thinking…';
  }
  const embeds = message.embeds.flatMap(embedTexts);
  return [...[message.content, ...embeds].map((text) => read(state, text)), ...message.components.map((part) => partShown(state, part))]
    .filter(Boolean)
    .join('\n');
}

function embedTexts(embed: Json): readonly string[] {
  const fields = listOf(embed.fields).flatMap(({ name, value }) => [textOf(name), textOf(value)]);
  const author = isJson(embed.author) ? textOf(embed.author.name) : '';
  const footer = isJson(embed.footer) ? textOf(embed.footer.text) : '';
  return [author, textOf(embed.title), textOf(embed.description), ...fields, footer].filter(Boolean);
}

function partShown(state: State, part: Json): string {
  const inside = () => listOf(part.components).map((inner) => partShown(state, inner));
  switch (part.type) {
    case 1:
      return inside().join(' ');
    case 2:
      return `[${textOf(part.label)}]`;
    case 3:
      return `[${textOf(part.placeholder)}: ${listOf(part.options)
        .map(({ label }) => textOf(label))
        .join(' / ')}]`;
    case 4:
      return [textOf(part.label), textOf(part.placeholder), textOf(part.value)].filter(Boolean).join('\n');
    case 9:
      return [...inside(), ...(isJson(part.accessory) ? [partShown(state, part.accessory)] : [])].join('\n');
    case 10:
      return read(state, textOf(part.content));
    case 17:
      return inside().filter(Boolean).join('\n');
    case 18:
      return [textOf(part.label), textOf(part.description), isJson(part.component) ? partShown(state, part.component) : '']
        .filter(Boolean)
        .join('\n');
    default:
      return textOf(part.description);
  }
}

function read(state: State, text: string): string {
  return readMarkdown(text, (id) => state.users.get(id)?.globalName ?? 'unknown-user');
}

/** The texts of a message that are marked up. */
function texts(components: readonly Json[]): readonly string[] {
  return components.flatMap((part) => {
    const own = part.type === 10 ? [textOf(part.content)] : [];
    return [...own, ...texts(listOf(part.components)), ...(isJson(part.accessory) ? texts([part.accessory]) : [])];
  });
}

function pressable(part: Json): readonly string[] {
  const own = part.disabled === true ? [] : part.type === 2 ? [textOf(part.label)] : listOf(part.options).map(({ label }) => textOf(label));
  return [...own, ...listOf(part.components).flatMap(pressable), ...(isJson(part.accessory) ? pressable(part.accessory) : [])];
}
