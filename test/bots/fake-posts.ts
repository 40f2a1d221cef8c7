import type { Post, Posts } from '../../src/post/post.ts';
import { earliest, latest } from '../../src/time.ts';
import type { Instant } from '../../src/time.ts';

/** The wanted posts in memory, with the rules of the real table. */
export function fakePosts(rows: Post[]): Posts & { want(post: Post): void; row(id: string): Post } {
  function readyAt(post: Post): Instant | undefined {
    if (post.put < post.wanted) return post.due_at;
    return post.refresh_at === null ? undefined : latest(post.refresh_at, post.due_at);
  }

  function change(id: string, changes: Partial<Post>): void {
    const at = rows.findIndex((post) => post.id === id);
    const before = rows[at];
    if (before === undefined) throw new Error(`there is no post ${id}`);
    rows[at] = { ...before, ...changes };
  }

  const row = (id: string) => {
    const found = rows.find((post) => post.id === id);
    if (found === undefined) throw new Error(`there is no post ${id}`);
    return found;
  };

  return {
    row,
    want(post) {
      if (rows.some((stands) => stands.id === post.id)) {
        change(post.id, { wanted: row(post.id).wanted + 1, attempts: 0, due_at: post.due_at, refresh_at: post.refresh_at });
      } else rows.push(post);
    },
    due: async (now, limit) => rows.filter((post) => (readyAt(post) ?? 'later') <= now).slice(0, limit),
    nextDueAt: async (now) => earliest(rows.flatMap((post) => readyAt(post) ?? []).filter((at) => at > now)),
    async mark({ id, version }, progress) {
      const before = row(id);
      if (before.version !== version) return false;
      const sending = progress.state === 'sending' ? { attempts: before.attempts + 1 } : {};
      const sent = progress.state === 'sent' ? { attempts: 0, reason: null, since: null, doubts: 0, faults: 0 } : {};
      change(id, { ...progress, ...sending, ...sent, version: version + 1 });
      return true;
    },
  };
}
