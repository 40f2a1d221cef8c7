import { createHash } from 'node:crypto';
import { discordLimits } from './limits.ts';

/** Four characters that take no room on a screen and that no text of a stranger keeps at its end. */
const invisible = ['\u200b', '\u200c', '\u200d', '\u2060'];
const markBytes = 8;

/** How many UTF-16 units a mark takes. */
export const markChars = markBytes * 4;

/** By what a post is found again in a channel: the end of its first line, which nobody sees. */
export function markOf(key: string): string {
  const bits = [...createHash('sha256').update(key).digest().subarray(0, markBytes)];
  return bits.map((byte) => [6, 4, 2, 0].map((shift) => invisible[(byte >> shift) & 3]).join('')).join('');
}

/**
 * What Discord is given so that a message that is sent twice is there once. The same for each attempt at a post; `attempt` tells
 * those apart that were made because the message of the one before was deleted.
 */
export function nonceOf(key: string, since: string, attempt: number): string {
  return createHash('sha256').update(`${key}\n${since}\n${attempt}`).digest('base64url').slice(0, discordLimits.nonceMax);
}
