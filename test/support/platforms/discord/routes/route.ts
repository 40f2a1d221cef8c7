import type { core } from 'zod';
import type { Json } from '../../json.ts';
import type { UploadedFile } from '../body.ts';
import type { Gateway } from '../gateway.ts';
import type { Interactions } from '../interactions.ts';
import type { State } from '../state.ts';

/** What the calls of the bot act upon. */
export type Discord = { readonly state: State; readonly gateway: Gateway; readonly interactions: Interactions };

export type Asked = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly json: unknown;
  /** The JSON, where it is an object. */
  readonly args: Json;
  readonly files: readonly UploadedFile[];
};

/** One call. `reply` undefined: 204. */
export type Route = {
  /** The name that Discord's own specification gives it. */
  readonly name: string;
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{names}` in it. */
  readonly path: string;
  /** `none`: what is in the path is secret enough. */
  readonly token: 'bot' | 'none';
  /** The schema of what is sent: of each element, where a list is. */
  readonly request: ((json: unknown) => core.$ZodType | null) | null;
  /** The schema of what is answered: of each element, where a list is. */
  readonly response: core.$ZodType | null;
  readonly run: (discord: Discord, asked: Asked) => unknown;
};
