import type { Gate } from '../src/gate/gate.ts';
import { heldUntil } from '../src/gate/gate.ts';
import type { RouteId } from '../src/ids.ts';
import type { Instant } from '../src/time.ts';
import type { Buttons } from './port.ts';
import { noButtons } from './port.ts';
import type { TokenCodec } from './token.ts';

/** What can be pressed on the card of a gate as it stands at `now`, when the card is shown on this route. */
export function buttonsOf(tokens: Pick<TokenCodec, 'write'>, gate: Gate, route: RouteId, now: Instant): Buttons {
  const named = { gate: gate.number, revision: gate.revision, route };
  switch (gate.state) {
    case 'open':
      if (gate.expects.kind === 'text') return { ...noButtons, form: tokens.write({ kind: 'form', ...named }) };
      return { ...noButtons, options: gate.expects.options.map((_, option) => tokens.write({ kind: 'option', option, ...named })) };
    case 'answered':
      return heldUntil(gate, now) === null ? noButtons : { ...noButtons, undo: tokens.write({ kind: 'undo', ...named }) };
    case 'withdrawn':
    case 'superseded':
      return noButtons;
  }
}
