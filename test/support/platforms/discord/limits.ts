/**
 * Discord's numbers; lengths in UTF-16 units unless named otherwise. From its pages on messages, components and interactions;
 * what is in issues of discord-api-docs only is named.
 */
export const limits = {
  message: {
    content: 2_000,
    embedsText: 6_000,
    rows: 5,
    files: 10,
    fileBytes: 10 * 1_024 * 1_024,
    requestBytes: 25 * 1_024 * 1_024,
    /** How long `enforce_nonce` remembers; Discord says "a few minutes". */
    nonceMs: 3 * 60_000,
    /** Older than this, edits meet error 30046 past `oldEdits` in `oldEditsMs` in one channel (issue 4413). */
    oldMs: 60 * 60_000,
    oldEdits: 3,
    oldEditsMs: 20_000,
  },
  components: {
    total: 40,
    text: 4_000,
    /** Bytes of all texts, and 12 more for each: past it Discord fails with a 500 (issue 8554). */
    bytes: 10_170,
    bytesEach: 12,
    buttonUrl: 512,
  },
  modal: { parts: 5, textInput: 4_000 },
  interaction: { answerMs: 3_000, tokenMs: 15 * 60_000 },
  commands: { chatInput: 100, user: 15, message: 15, createsPerDay: 200, characters: 8_000 },
  gateway: {
    heartbeatMs: 41_250,
    sends: 120,
    sendsMs: 60_000,
    starts: 1_000,
    /** How long, how many and with how much a lost session may resume: of the fake, Discord names no numbers. */
    resumeMs: 3 * 60_000,
    lostMax: 5,
    replayMax: 2_000,
  },
  history: { pageMax: 100, page: 50 },
} as const;
