import { limits } from '../../src/limits.ts';
import type { Post, PostProgress } from '../../src/post/post.ts';
import type { Instant } from '../../src/time.ts';
import { plusMs } from '../../src/time.ts';
import { commandWrites } from '../queries/command.ts';
import { postWrites } from '../queries/post.ts';
import type { Connection } from './connection.ts';

/** The small writes beside the ledger. They go through the one writer like everything else. */
export type Operation =
  | { readonly name: 'mark-post'; readonly post: Pick<Post, 'id' | 'version'>; readonly progress: PostProgress }
  | { readonly name: 'keep-alive' }
  | { readonly name: 'purge-commands' };

/** Gives how many rows it changed. */
export function runOperation(connection: Connection, operation: Operation, now: Instant): number {
  switch (operation.name) {
    case 'mark-post':
      return markPost(connection, operation.post, operation.progress);
    case 'keep-alive':
      return connection.write(commandWrites.alive, { at: now }).changes;
    case 'purge-commands':
      return connection.write(commandWrites.purge, { before: plusMs(now, -limits.idempotencyKeptMs) }).changes;
  }
}

function markPost(connection: Connection, post: Pick<Post, 'id' | 'version'>, progress: PostProgress): number {
  const at = { id: post.id, version: post.version };
  switch (progress.state) {
    case 'sending':
      return connection.write(postWrites.sending, at).changes;
    case 'sent': {
      const { put, message, refresh_at } = progress;
      return connection.write(postWrites.sent, { ...at, put, message, refresh_at }).changes;
    }
    case 'unknown':
    case 'failed': {
      const { state, reason, due_at } = progress;
      return connection.write(postWrites.held, { ...at, state, reason, due_at }).changes;
    }
  }
}
