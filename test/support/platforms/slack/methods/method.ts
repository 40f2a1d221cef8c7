import type { Deliver } from '../deliveries.ts';
import type { Json } from '../../json.ts';
import type { State } from '../state.ts';

export type Slack = { readonly state: State; readonly deliver: Deliver };

/** One method of the Web API. Rules of its own are refused with `refuse`. */
export type Method = {
  /** The name of its arguments in `schemas/requests.ts`. */
  readonly request: string;
  readonly token: 'bot' | 'app';
  /** The scope that this call needs; null when any token may. */
  readonly scope: (state: State, args: Json) => string | null;
  readonly run: (slack: Slack, args: Json) => Json;
};

export const noScope = () => null;
