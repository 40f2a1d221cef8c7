/** What stands before a command that is typed here. */
export const commandPrefix = '/';

/**
 * The limits of Telegram that the adapter keeps, once. Text is counted in UTF-16 units, as Telegram does.
 * Sources: core.telegram.org/bots/api and the typings of grammY 1.46 (Bot API 10.3); where Telegram itself says nothing, the
 * source of its server (github.com/tdlib/telegram-bot-api), or what is named.
 */
export const telegramLimits = {
  /** sendMessage, editMessageText: after entities. */
  textMax: 4_096,
  /** Chosen: what is put when everything richer was refused. */
  plainTextMax: 2_000,
  questionMax: 600,
  contextMax: 3_000,
  /** InlineKeyboardButton.callback_data, in bytes. */
  callbackDataMax: 64,
  /** Not in the documentation; about 30 are seen on a phone. */
  buttonTextMax: 64,
  /** Chosen: options whose labels are together no longer stand side by side. */
  rowTextMax: 24,
  /** A digest leaves some of a message free, and stays far below the hundred buttons that Telegram takes. */
  digestTextMax: 3_900,
  digestRowsMax: 20,
  /** answerCallbackQuery. */
  alertMax: 200,
  /** ForceReply.input_field_placeholder. */
  placeholderMax: 64,
  /** BotCommand.description. */
  commandDescriptionMax: 256,
  /** Longest line that is taken from a person: a message may have 4,096, of which some go to the command. */
  inputCharsMax: 4_000,
  outputCharsMax: 4_096,
  /** getUpdates. */
  updatesMax: 100,
  /** An update is a few kilobytes. */
  bodyBytesMax: 1_000_000,
} as const;

/** Times of Telegram in milliseconds, and those that the adapter chose within them. */
export const telegramTimes = {
  callTimeoutMs: 15_000,
  /** A presser waits for this one. */
  tellTimeoutMs: 5_000,
  /** getUpdates: at most 50 s (server). */
  pollMs: 30_000,
  /** A poll ends by itself before this. */
  pollTimeoutMs: 45_000,
  /** A press may be answered for 10 to 20 s, as is reported; until then its button spins. */
  answerMs: 2_000,
  /** The server forgets a press that nobody fetched for so long. */
  pressKeptMs: 150_000,
  standingKeptMs: 60_000,
  hintEveryMs: 60_000,
  retryFirstMs: 250,
  retryMaxMs: 30_000,
  /** Each poll ends the one of the other poller, so there is no hurry. */
  conflictRetryMs: 1_000,
  webhookCheckMs: 60_000,
} as const;

/** What Telegram shall send. It keeps what was said last, so this is said each time. */
export const allowedUpdates = ['message', 'callback_query', 'my_chat_member'] as const;

/** As whom an administrator appears who stays anonymous: core.telegram.org/bots/api#message, `sender_chat`. */
export const anonymousAdmin = 1_087_968_824;
