/** A card as people of a platform see it. `dangers`: whom it would call, and what in it disguises itself. */
export type Card = {
  readonly id: string;
  readonly shown: string;
  readonly buttons: readonly string[];
  readonly dangers: readonly string[];
};

/** The two who decide, under the names that this part of the town has for them. */
export type Citizen = 'mara' | 'ines';

/** One platform of the town, on a strict fake and through its real client: each goal has a channel of its own there. */
export type Quarter = {
  readonly name: 'slack' | 'discord' | 'telegram';
  /** The settings that point a service at it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where the service can be posted to, once it runs. */
  servedAt?(address: string): void;
  readonly accounts: Readonly<Record<Citizen, string>>;
  readonly channels: readonly string[];
  /** The cards of a gate, on whatever channel. */
  cards(code: string): readonly Card[];
  /** Presses a button that stands, or stood a moment ago, on the newest card of the gate. Throws when there never was one; gives whether the platform took it. */
  press(who: Citizen, code: string, label: string): Promise<'acknowledged' | 'lost'>;
  /** Replies to the card of the gate. */
  reply(who: Citizen, code: string, text: string): void;
  /** Everything that stands in the channels of the goals. */
  said(): readonly string[];
  /** What this citizen alone was told since the town began. */
  alone(who: Citizen): readonly string[];
  /** From now on this share of all calls fails in one of the ways that this platform fails; 0: none. */
  fail(share: number, random: () => number): void;
  /** The connection ends without a word. */
  cut(): void;
  /** Looks at each call, before it acts and after: `drop` lets nobody hear the answer. */
  onCall(looker: ((moment: 'before' | 'after') => Promise<'go on' | 'drop'>) | null): void;
  /** All of it is out of reach, or there again. */
  down(isDown: boolean): void;
  /** The bot's token is taken away, or given back. */
  revoke(revoked: boolean): void;
  /** The bot is put out of the channel of a goal, or let in again. */
  expel(goal: number, isOut: boolean): void;
  readonly secrets: readonly string[];
  /** Calls that the platform called malformed: a bot that is right makes none. */
  malformed(): readonly string[];
  close(): Promise<void>;
};
