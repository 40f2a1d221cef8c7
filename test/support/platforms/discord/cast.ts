import { snowflakeAt } from './snowflakes.ts';

const id = (count: number) => snowflakeAt(Date.parse('2024-03-01T10:00:00Z'), count);

/** Who and what is there from the start. */
export const cast = {
  /** The guild of the bot. Its id is that of its role for everyone as well. */
  guild: id(1),
  /** A guild that the bot is not in. */
  elsewhere: id(2),
  /** Channels of the guild, and the one of the other guild. */
  fixes: id(10),
  inner: id(11),
  outside: id(12),
  /** The bot: its application and its user have one id. */
  bot: id(20),
  botRole: id(21),
  /** Members of the guild. */
  mara: id(30),
  ines: id(31),
  stray: id(32),
  /** A member who did not accept the rules yet. */
  guest: id(33),
  /** Another bot. */
  robot: id(34),
  /** A member of the other guild alone. */
  far: id(35),
  /** A webhook of the guild. */
  hook: id(40),
} as const;
