import type { Assets } from './assets.ts';

/** What the pages stand on beside the calls of the API. Made once, by the composition root. */
export type WebParts = {
  /** Where people reach the service, when it is not where it listens. */
  readonly publicUrl: string | undefined;
  /** The address that it listens on, as configured. */
  readonly host: string;
  readonly assets: Assets;
};
