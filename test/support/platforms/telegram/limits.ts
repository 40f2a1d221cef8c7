/** What Telegram takes: lengths in UTF-16 units unless the name says otherwise. */
export const limits = {
  /** After the entities were parsed: core.telegram.org/bots/api#sendmessage. */
  text: 4_096,
  /** core.telegram.org/bots/api#sendphoto. */
  caption: 1_024,
  /** Further ones are dropped; not in the documentation. */
  entities: 100,
  /** core.telegram.org/bots/api#inlinekeyboardbutton. */
  callbackDataBytes: 64,
  copyText: 256,
  /** Not in the documentation; "reply markup is too long" beyond. */
  buttons: 100,
  buttonsInRow: 8,
  /** core.telegram.org/bots/api#answercallbackquery. */
  callbackAnswer: 200,
  /** core.telegram.org/bots/api#forcereply. */
  placeholder: 64,
  /** core.telegram.org/bots/api#setmycommands, #botcommand. */
  commands: 100,
  commandName: 32,
  commandDescription: 256,
  /** core.telegram.org/bots/api#setwebhook. */
  secretToken: 256,
  connections: 100,
  connectionsDefault: 40,
  /** core.telegram.org/bots/api#getupdates; the server of the Bot API. */
  updates: 100,
  pollS: 50,
  /** How long updates are kept: core.telegram.org/bots/api#getting-updates; of presses, the server of the Bot API. */
  updateMs: 24 * 3_600_000,
  pressMs: 150_000,
  /** How long a press may be answered: not in the documentation, 10 to 20 s are reported. */
  answerMs: 15_000,
  /** Of a bot's own messages: core.telegram.org/bots/api#deletemessage. */
  deleteMs: 48 * 3_600_000,
  /** Between two attempts at a webhook: the server of the Bot API. */
  webhookBackOffMs: 1_000,
  webhookBackOffMaxMs: 60_000,
  webhookAnswerMs: 60_000,
  webhookRetryAfterS: 3_600,
  /** core.telegram.org/bots/faq#my-bot-is-hitting-limits. Only where a test asks for it. */
  messagesEveryMs: 1_000,
  messagesPerMinuteInGroup: 20,
} as const;
