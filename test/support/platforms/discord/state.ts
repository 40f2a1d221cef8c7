import type { FakeClock } from '../clock.ts';
import type { Json } from '../json.ts';
import { cast } from './cast.ts';
import { limits } from './limits.ts';
import type { Permission } from './permissions.ts';
import { createSnowflakes } from './snowflakes.ts';

export type User = {
  readonly id: string;
  readonly name: string;
  readonly globalName: string;
  readonly bot: boolean;
  /** The guilds that the person is a member of. */
  readonly guilds: Set<string>;
  /** Did not accept the rules of the guild yet. */
  pending: boolean;
  /** Takes no direct messages. */
  directsClosed: boolean;
};

export type Channel = {
  readonly id: string;
  readonly kind: 'text' | 'thread' | 'direct';
  /** Null for direct messages. */
  readonly guild: string | null;
  readonly name: string;
  /** Of a thread. */
  readonly parent: string | null;
  /** The person at the other end of direct messages. */
  readonly recipient: string | null;
  /** Of a thread: who opened it. */
  readonly owner: string | null;
  readonly denied: Set<Permission>;
  archived: boolean;
  locked: boolean;
  deleted: boolean;
  /** Oldest first. */
  readonly messages: Message[];
};

export type Attachment = { readonly id: string; readonly filename: string; readonly size: number; readonly description: string | null };

export type Message = {
  readonly id: string;
  readonly channel: string;
  readonly author: string;
  /** By the webhook of this id; those of interactions have the id of the application. */
  readonly webhook: string | null;
  /** By the bot of this fake. */
  readonly own: boolean;
  /** Only this person sees it. */
  readonly alone: string | null;
  readonly reference: { readonly message: string; readonly pings: boolean } | null;
  readonly nonce: string | number | null;
  /** Where it answers an interaction. */
  readonly interaction: Interaction | null;
  /** A deferred answer that nothing came to yet. */
  loading: boolean;
  content: string;
  embeds: readonly Json[];
  components: readonly Json[];
  attachments: readonly Attachment[];
  flags: number;
  /** What stood there before each edit, newest first: somebody may still look at it. */
  earlier: readonly (readonly Json[])[];
  /** Whom it would ping if the bot were allowed to: ids, `@everyone`, `@here`. Those of edits, which ping nobody, count too. */
  pinged: readonly string[];
  edits: number;
  editedMs: number | null;
  deleted: boolean;
};

/** What a person set off, and what became of it. */
export type Interaction = {
  readonly id: string;
  readonly token: string;
  readonly kind: 'command' | 'component' | 'modal';
  readonly user: string;
  readonly channel: string;
  readonly guild: string | null;
  readonly atMs: number;
  /** The message that was pressed. */
  readonly message: Message | null;
  readonly payload: Json;
  answeredWith: number | null;
  /** The message that answers it: of an update, the one that was pressed. */
  original: Message | null;
};

/** What one person alone was told by Discord itself. */
export type Notice = { readonly user: string; readonly channel: string; readonly text: string; readonly id: string };

export type Form = {
  readonly id: string;
  readonly user: string;
  readonly openedBy: Interaction;
  readonly customId: string;
  readonly title: string;
  readonly components: readonly Json[];
  state: 'open' | 'closed';
  /** The red line over the form when a submission was not answered. */
  trouble: string | null;
};

/** One call of the bot: what it asked, and what it was answered (or which fault it met). */
export type Call = {
  readonly atMs: number;
  /** The name that Discord's own specification gives it. */
  readonly method: string;
  readonly path: string;
  readonly channel: string | null;
  readonly args: unknown;
  outcome: string;
  reply: unknown;
};

/** What the app may hear only when it was switched on for it. */
export type PrivilegedIntent = 'GuildMembers' | 'GuildPresences' | 'MessageContent';

/** Everything that Discord knows. */
export type State = {
  readonly clock: FakeClock;
  readonly app: { readonly id: string; readonly name: string; readonly token: string };
  token: 'valid' | 'revoked';
  /** Privileged intents that are switched on. */
  readonly intents: Set<PrivilegedIntent>;
  /** What the role of the bot may do. */
  readonly granted: Set<Permission>;
  readonly guild: { readonly id: string; readonly name: string; joined: boolean; commandsAllowed: boolean };
  readonly users: Map<string, User>;
  readonly channels: Map<string, Channel>;
  /** What one person alone sees, oldest first. */
  readonly ephemerals: Message[];
  readonly notices: Notice[];
  readonly interactions: Map<string, Interaction>;
  readonly forms: Form[];
  /** By guild, or `global`. */
  readonly commands: Map<string, readonly Json[]>;
  commandCreates: number;
  /** How many times a session may still be started today. */
  sessionStarts: number;
  readonly calls: Call[];
  /** Answers of 401, 403 and 429: Discord blocks whoever gets 10,000 of them in ten minutes. */
  invalidRequests: number;
  /** What real Discord would let pass, but no careful bot sends. */
  readonly warnings: string[];
  readonly nextId: () => string;
};

const people: readonly (readonly [id: string, name: string, globalName: string, guilds: readonly string[]])[] = [
  [cast.mara, 'mara', 'Mara Voss', [cast.guild]],
  [cast.ines, 'ines', 'Ines Ruiz', [cast.guild]],
  [cast.stray, 'stray', 'Not Linked', [cast.guild]],
  [cast.guest, 'guest', 'A Guest', [cast.guild]],
  [cast.far, 'far', 'From Afar', [cast.elsewhere]],
  [cast.robot, 'robot', 'Another Bot', [cast.guild]],
  [cast.bot, 'gatebell', 'Gatebell', [cast.guild]],
];

export function createState(clock: FakeClock, granted: readonly Permission[], intents: readonly PrivilegedIntent[]): State {
  const users = people.map(([id, name, globalName, guilds]): User => {
    const bot = id === cast.robot || id === cast.bot;
    return { id, name, globalName, bot, guilds: new Set(guilds), pending: id === cast.guest, directsClosed: false };
  });
  const channels = [
    aChannel({ id: cast.fixes, name: 'fixes' }),
    aChannel({ id: cast.inner, name: 'inner' }),
    aChannel({ id: cast.outside, name: 'outside', guild: cast.elsewhere }),
  ];
  return {
    clock,
    app: { id: cast.bot, name: 'Gatebell', token: `${btoa(cast.bot).replaceAll('=', '')}.Gfake0.fake-token-of-a-discord-of-ones-own-0001` },
    token: 'valid',
    intents: new Set(intents),
    granted: new Set(granted),
    guild: { id: cast.guild, name: 'Harbour', joined: true, commandsAllowed: true },
    users: new Map(users.map((user) => [user.id, user])),
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    ephemerals: [],
    notices: [],
    interactions: new Map(),
    forms: [],
    commands: new Map(),
    commandCreates: 0,
    sessionStarts: limits.gateway.starts,
    calls: [],
    invalidRequests: 0,
    warnings: [],
    nextId: createSnowflakes(clock),
  };
}

export function aChannel(given: Pick<Channel, 'id' | 'name'> & Partial<Channel>): Channel {
  const fixed = { kind: 'text', guild: cast.guild, parent: null, recipient: null, owner: null } as const;
  return { ...fixed, denied: new Set(), archived: false, locked: false, deleted: false, messages: [], ...given };
}

/** A message with nothing in it yet. */
export function aMessage(given: Pick<Message, 'id' | 'channel' | 'author'> & Partial<Message>): Message {
  const fixed = {
    webhook: null,
    own: false,
    alone: null,
    reference: null,
    nonce: null,
    interaction: null,
    loading: false,
    content: '',
  } as const;
  const empty = {
    embeds: [],
    components: [],
    attachments: [],
    flags: 0,
    earlier: [],
    pinged: [],
    edits: 0,
    editedMs: null,
    deleted: false,
  };
  return { ...fixed, ...empty, ...given };
}

/** A message of a channel that is still there; what one person alone sees is none of the channel's. */
export function messageIn(channel: Channel, id: string): Message | undefined {
  return channel.messages.find((message) => message.id === id && !message.deleted);
}
