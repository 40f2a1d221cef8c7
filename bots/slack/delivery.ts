/** What came from Slack, whichever way, and how Slack is told that it arrived: once, within three seconds. */
export type Delivery = { readonly body: unknown; readonly ack: (answer?: unknown) => Promise<void> };

/** Nothing was kept of what came, so Slack must not be told that it arrived. */
export class NotTaken extends Error {
  constructor() {
    super('what came from Slack could not be kept');
  }
}
