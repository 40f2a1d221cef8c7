import { z } from 'zod';
import { answer } from '../src/gate/gate.ts';
import { instantText } from '../src/time.ts';

/** What `answer-gate` replies, as far as people are told of it. */
export const answerReply = z.discriminatedUnion('result', [
  z.object({ result: z.literal('counted'), deliver_at: instantText }),
  z.object({ result: z.literal('already-decided'), answer }),
  z.object({ result: z.literal('question-changed'), changed: z.array(z.string()) }),
  z.object({ result: z.literal('not-yours'), who: z.array(z.string()) }),
  z.object({ result: z.literal('gate-closed'), state: z.string() }),
]);

/** What `revoke-answer` replies, as far as people are told of it. */
export const revokeReply = z.discriminatedUnion('result', [
  z.object({ result: z.literal('revoked') }),
  z.object({ result: z.literal('already-delivered') }),
  z.object({ result: z.literal('not-decided') }),
  z.object({ result: z.literal('not-yours'), who: z.array(z.string()) }),
]);
