/**
 * The limits of Slack that the adapter keeps, once. Text is counted in UTF-16 units, which is never less than what Slack counts.
 * Sources: docs.slack.dev (reference/block-kit, reference/methods, reference/views), the typings of @slack/types 3, and where
 * Slack itself says nothing, the report that is named.
 */
export const slackLimits = {
  /** chat.postMessage: advised; only text above 40,000 is cut off. The fallback must be complete, so it is kept below. */
  textMax: 4_000,
  blocksMax: 50,
  /** Undocumented: `msg_blocks_too_long` comes near 13,300 characters over all blocks (slackapi/bolt-js issue 2509). */
  blocksTextMax: 12_000,
  sectionTextMax: 3_000,
  contextTextMax: 2_000,
  actionIdMax: 255,
  blockIdMax: 255,
  actionsMax: 25,
  buttonTextMax: 75,
  buttonValueMax: 2_000,
  confirmTitleMax: 100,
  confirmTextMax: 300,
  confirmButtonMax: 30,
  /** The typings say 75; the site has said 150. */
  optionTextMax: 75,
  optionDescriptionMax: 75,
  optionValueMax: 75,
  optionsMax: 100,
  placeholderMax: 150,
  inputLabelMax: 2_000,
  inputTextMax: 3_000,
  viewTitleMax: 24,
  viewButtonMax: 24,
  privateMetadataMax: 3_000,
  /** Labels with more words than this are offered in a menu: buttons cut them near 30 characters. */
  buttonWordsMax: 5,
  /** Longest line that is taken from a person. A message may have 40,000; a text answer and a note are far below. */
  inputCharsMax: 12_000,
  outputCharsMax: 3_000,
  /** A payload of Slack is a few kilobytes; Bolt takes at most 4 MB. */
  bodyBytesMax: 1_000_000,
} as const;

/** What stands before a command that is typed in Slack. */
export const commandPrefix = '/gatebell ';

/** Times of Slack in milliseconds, and those that the adapter chose within them. */
export const slackTimes = {
  /** Events, presses, commands and views are answered within 3 s, or the person sees an error. */
  answerMs: 2_800,
  callTimeoutMs: 12_000,
  /** Docs: a request older than five minutes is a replay. Nothing is said of the future: clocks differ by seconds. */
  signatureAgeMaxSeconds: 300,
  signatureAheadMaxSeconds: 60,
  /** A presser waits for this one. */
  tellTimeoutMs: 5_000,
  standingKeptMs: 60_000,
  socketRetryFirstMs: 250,
  socketRetryMaxMs: 30_000,
  socketPingMs: 5_000,
  socketOpenMs: 15_000,
  socketCloseMs: 1_000,
  /** How long a link that is replaced is still listened to. */
  socketDrainMs: 2_000,
  /** How far before the recorded attempt a lost post is looked for: clocks of both sides differ. */
  readBackMarginSeconds: 5,
  /** Replies of an outage are read back once; an older one was seen, or waits for somebody to say it again. */
  missedMaxMs: 7 * 24 * 60 * 60_000,
} as const;

/** Pages of 200 messages that are read when looking for a post. A longer window counts as not read. */
export const readBackPagesMax = 25;
export const readBackPageSize = 200;
