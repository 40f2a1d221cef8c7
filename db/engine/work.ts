import type { Actor } from '../../src/actor.ts';
import type { Command } from '../../src/ports.ts';
import type { Refusal } from '../../src/refusal.ts';
import type { Operation } from './operations.ts';

/** What the writer is asked to do: a verb, or an operation beside the ledger. */
export type Work =
  | { readonly kind: 'verb'; readonly name: string; readonly actor: Actor; readonly input: unknown; readonly command: Command | undefined }
  | { readonly kind: 'operation'; readonly operation: Operation };

export type Outcome =
  | { readonly kind: 'done'; readonly reply: unknown; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly refusal: Refusal };
