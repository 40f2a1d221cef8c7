/** Nothing was kept of what came, so Telegram must not be told that it arrived. */
export class NotTaken extends Error {
  constructor() {
    super('what came from Telegram could not be kept');
  }
}
