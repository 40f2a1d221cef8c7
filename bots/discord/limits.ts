/**
 * The limits of Discord that the adapter keeps, once. Text is counted in UTF-16 units, as its client libraries count.
 * Sources: discord/discord-api-docs (resources/message, components/reference, interactions, events/gateway), and where Discord
 * itself says nothing, what is named.
 */
export const discordLimits = {
  contentMax: 2_000,
  embedDescriptionMax: 4_096,
  rowsMax: 5,
  rowButtonsMax: 5,
  buttonLabelMax: 80,
  customIdMax: 100,
  nonceMax: 25,
  modalTitleMax: 45,
  labelMax: 45,
  labelDescriptionMax: 100,
  textDisplayMax: 4_000,
  inputTextMax: 4_000,
  placeholderMax: 100,
  commandDescriptionMax: 100,
  /** Longest line that is taken from a person. A command option may have 6,000; a note and a text answer are below. */
  inputCharsMax: 5_000,
  /** Longest line that is put: the description of an embed. */
  outputCharsMax: 4_096,
  /** Messages in which one private outcome is told. Discord allows five after a response of an app that only a user installed. */
  privateMessagesMax: 4,
  /** Threads whose channel is remembered, the newest; others are asked for. */
  threadsKept: 10_000,
} as const;

/** Times of Discord in milliseconds, and those that the adapter chose within them. */
export const discordTimes = {
  /** A first response is taken for 3 s (error 10062 after that), and keeping takes up to 500 ms: then a form opens no more. */
  formGuardMs: 2_000,
  /** How long the first link may take until the service starts without it. */
  openMs: 10_000,
  callTimeoutMs: 12_000,
  /** A presser waits for this one. */
  tellTimeoutMs: 5_000,
  standingKeptMs: 60_000,
  /** `enforce_nonce` is remembered for "a few minutes". */
  nonceKeptMs: 2 * 60_000,
  /** After a 401, nothing is sent for this long: 10,000 of them in ten minutes block the whole address. */
  refusedMs: 20_000,
  retryFirstMs: 1_000,
  retryMaxMs: 60_000,
  /** One IDENTIFY in 5 s is allowed, and 1,000 a day before the token is reset: repeated ones are spread out. */
  identifyFirstMs: 5_000,
  identifyMaxMs: 5 * 60_000,
  closeMs: 1_000,
  /** How far before the recorded attempt a lost post is looked for: clocks of both sides differ. */
  readBackMarginMs: 5_000,
  /** Replies of an outage are read back once; an older one was seen, or waits for somebody to say it again. */
  missedMaxMs: 7 * 24 * 60 * 60_000,
} as const;

/** Pages of 100 messages that are read when looking for a post. A longer window counts as not read. */
export const readBackPagesMax = 25;
export const readBackPageSize = 100;

/** What stands before a command that is typed. */
export const commandPrefix = '/gatebell ';
