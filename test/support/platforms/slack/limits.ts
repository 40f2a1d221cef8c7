/** Slack's lengths, in UTF-16 units unless named otherwise. From the method pages and the types of `@slack/types` 3.2.0. */
export const limits = {
  message: {
    /** Beyond this Slack cuts a post and refuses an edit. */
    text: 40_000,
    /** What its page advises. */
    textAdvised: 4_000,
    blocks: 50,
    attachments: 100,
    /** All text in all blocks: bolt-js issue 2509 met it at 13,172. */
    blockText: 13_172,
    metadata: 8_000,
  },
  view: { blocks: 100, title: 24, submit: 24, close: 24, privateMetadata: 3_000, callbackId: 255, externalId: 255 },
  block: { id: 255 },
  section: { text: 3_000, fields: 10, field: 2_000 },
  header: { text: 150 },
  context: { elements: 10, text: 3_000 },
  actions: { elements: 25 },
  input: { label: 2_000, hint: 2_000 },
  image: { altText: 2_000, url: 3_000, title: 2_000 },
  element: { actionId: 255, placeholder: 150 },
  button: { text: 75, value: 2_000, url: 3_000, accessibilityLabel: 75 },
  option: { text: 75, value: 75, description: 75, url: 3_000 },
  select: { options: 100, groups: 100 },
  overflow: { optionsMin: 2, options: 5 },
  choice: { options: 10 },
  confirm: { title: 100, text: 300, confirm: 30, deny: 30 },
  textInput: { max: 3_000 },
} as const;
