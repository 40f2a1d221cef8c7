import type { FakeClock } from '../clock.ts';
import type { Json } from '../json.ts';

export type User = {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  readonly timeZone: string;
  readonly team: string;
  readonly kind: 'member' | 'guest' | 'single-channel guest' | 'bot' | 'stranger' | 'deactivated';
};

export type Channel = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'direct';
  readonly members: Set<string>;
  archived: boolean;
  /** Oldest first. */
  readonly messages: Message[];
};

export type Message = {
  readonly ts: string;
  readonly user: string;
  /** Posted by the app of this fake. */
  readonly own: boolean;
  readonly bot: boolean;
  readonly thread: string | null;
  readonly broadcast: boolean;
  text: string;
  blocks: readonly Json[];
  /** What stood there before each edit, newest first: somebody may still look at it. */
  earlier: readonly (readonly Json[])[];
  metadata: Json | null;
  edits: number;
  deleted: boolean;
  /** `parse: full`, or `link_names`: Slack makes mentions of names in the text. */
  parsesNames: boolean;
};

/** What one person alone saw. `from` is how it came. */
export type Ephemeral = {
  readonly user: string;
  readonly channel: string;
  readonly thread: string | null;
  readonly from: 'postEphemeral' | 'response_url' | 'command reply' | 'Slack itself';
  readonly text: string;
  readonly blocks: readonly Json[];
  readonly ts: string;
};

export type OpenedView = {
  readonly id: string;
  readonly user: string;
  readonly kind: 'modal' | 'home';
  view: Json;
  hash: string;
  state: 'open' | 'closed';
  /** What Slack shows at the inputs after a refused submission, by block. */
  errors: Readonly<Record<string, string>>;
  /** The red line over the form when a submission was not acknowledged. */
  trouble: string | null;
};

export type Trigger = { readonly user: string; readonly untilMs: number; usedBy: string | null };

export type ResponseUrl = {
  readonly user: string;
  readonly channel: string;
  readonly thread: string | null;
  /** The message that was pressed; null when it came from a command. */
  readonly message: string | null;
  readonly untilMs: number;
  uses: number;
};

/** One call of the bot: what it asked, and what it was answered (or which fault it met). */
export type Call = { readonly atMs: number; readonly method: string; readonly args: Json; outcome: string; reply: Json | null };

export type AppIdentity = {
  readonly id: string;
  readonly team: string;
  readonly teamDomain: string;
  readonly botUser: string;
  readonly botId: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly verificationToken: string;
};

/** Everything that Slack knows. */
export type State = {
  readonly clock: FakeClock;
  readonly app: AppIdentity;
  readonly scopes: Set<string>;
  token: 'valid' | 'revoked';
  readonly users: Map<string, User>;
  readonly channels: Map<string, Channel>;
  readonly ephemerals: Ephemeral[];
  readonly views: Map<string, OpenedView>;
  readonly triggers: Map<string, Trigger>;
  readonly responseUrls: Map<string, ResponseUrl>;
  readonly calls: Call[];
  /** What real Slack would let pass, but no careful bot sends. */
  readonly warnings: string[];
  readonly next: (kind: string) => string;
  readonly nextTs: () => string;
};

const app: AppIdentity = {
  id: 'A0GATEBELL',
  team: 'T0HARBOUR',
  teamDomain: 'harbour',
  botUser: 'U0GATEBELL',
  botId: 'B0GATEBELL',
  botToken: 'xoxb-fake-0001-bot',
  appToken: 'xapp-1-A0GATEBELL-0001-fake',
  signingSecret: 'fake-signing-secret-0001',
  verificationToken: 'fake-verification-token',
};

/** The least that a bot with gates asks for. */
export const minimalScopes = [
  'chat:write',
  'commands',
  'im:write',
  'im:history',
  'channels:history',
  'groups:history',
  'users:read',
  'connections:write',
] as const;

const people: readonly User[] = [
  { id: 'U0MARA', name: 'mara', realName: 'Mara Voss', timeZone: 'Europe/Berlin', team: app.team, kind: 'member' },
  { id: 'U0INES', name: 'ines', realName: 'Ines Ruiz', timeZone: 'Europe/Madrid', team: app.team, kind: 'member' },
  { id: 'U0STRAY', name: 'stray', realName: 'Not Linked', timeZone: 'Europe/London', team: app.team, kind: 'member' },
  { id: 'U0GUEST', name: 'guest', realName: 'A Guest', timeZone: 'Europe/Paris', team: app.team, kind: 'guest' },
  { id: 'U0LONE', name: 'lone', realName: 'A Lone Guest', timeZone: 'Europe/Paris', team: app.team, kind: 'single-channel guest' },
  { id: 'U0FAR', name: 'far', realName: 'From Afar', timeZone: 'Asia/Tokyo', team: 'T0FAR', kind: 'stranger' },
  { id: 'U0GONE', name: 'gone', realName: 'Left Us', timeZone: 'Europe/Rome', team: app.team, kind: 'deactivated' },
  { id: 'U0ROBOT', name: 'robot', realName: 'Another Bot', timeZone: 'Etc/UTC', team: app.team, kind: 'bot' },
  { id: app.botUser, name: 'gatebell', realName: 'Gatebell', timeZone: 'Etc/UTC', team: app.team, kind: 'bot' },
];

/** A workspace with people of each kind: `C0FIXES` (public), `C0INNER` (private), `C0OUTSIDE` (the bot was not invited). */
export function createState(clock: FakeClock, scopes: readonly string[]): State {
  const counts = new Map<string, number>();
  // Ids of one opening are not those of another, which a service that outlived it may have kept.
  const opening = clock.nowMs().toString(36).toUpperCase();
  let lastMicros = 0;
  const everyone = people.filter(({ kind }) => kind !== 'deactivated').map(({ id }) => id);
  const channels = [
    aChannel('C0FIXES', 'fixes', 'public', everyone),
    aChannel('C0INNER', 'inner', 'private', ['U0MARA', 'U0INES', app.botUser]),
    aChannel('C0OUTSIDE', 'outside', 'public', ['U0MARA']),
  ];
  return {
    clock,
    app,
    scopes: new Set(scopes),
    token: 'valid',
    users: new Map(people.map((user) => [user.id, user])),
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    ephemerals: [],
    views: new Map(),
    triggers: new Map(),
    responseUrls: new Map(),
    calls: [],
    warnings: [],
    next(kind) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return `${kind}${opening}${String(count).padStart(6, '0')}`;
    },
    nextTs() {
      lastMicros = Math.max(Math.floor(clock.nowMs() * 1_000), lastMicros + 1);
      const text = String(lastMicros);
      return `${text.slice(0, -6)}.${text.slice(-6)}`;
    },
  };
}

export function aChannel(id: string, name: string, kind: Channel['kind'], members: readonly string[]): Channel {
  return { id, name, kind, members: new Set(members), archived: false, messages: [] };
}
