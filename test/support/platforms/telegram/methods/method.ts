import type { Json } from '../../json.ts';
import type { Upload } from '../arguments.ts';
import type { Polling } from '../polling.ts';
import type { State } from '../state.ts';
import type { Updates } from '../updates.ts';
import type { Webhook } from '../webhook.ts';

export type Telegram = { readonly state: State; readonly updates: Updates; readonly polling: Polling; readonly webhook: Webhook };

export type Asked = {
  readonly args: Json;
  readonly files: readonly Upload[];
  /** Tells when the caller went away. */
  readonly gone: AbortSignal;
};

/** One method of the Bot API. Rules of its own are refused with `refuse` and `forbid`. */
export type Method = {
  /** The name of its arguments in `schemas/requests.ts`. */
  readonly request: string;
  /** What `result` carries. */
  readonly run: (telegram: Telegram, asked: Asked) => unknown;
};
