import { DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js';
import { z } from 'zod';
import type { Outgoing, Place, Put } from '../port.ts';
import { snowflake } from './arrival.ts';
import type { Content } from './content.ts';
import { messageForms } from './content.ts';
import type { Failure } from './errors.ts';
import { classOf, putOf, refusedPart } from './errors.ts';
import { discordTimes } from './limits.ts';
import { nonceOf } from './mark.ts';
import { messageName, parseMessageName } from './message-name.ts';
import { readBack } from './read-back.ts';
import type { Rest } from './rest.ts';

export type Posting = {
  readonly rest: Rest;
  /** The channel of direct messages with somebody. */
  readonly direct: (user: string) => Promise<string>;
  /** Each failure as it is classed, and null for each call that worked. */
  readonly noted: (failure: Failure | null) => void;
  readonly nowMs: () => number;
  readonly report: (failure: unknown) => void;
};

/** What Discord answers when a message stands there. */
const stands = z.object({ id: snowflake, channel_id: snowflake });

/** Puts a new message; one that may stand there already is looked for first, and brought up to date when it is found. */
export async function postMessage(posting: Posting, place: Place, outgoing: Outgoing): Promise<Put> {
  let channel: string;
  try {
    channel = await channelOf(posting, place);
  } catch (failure) {
    return failed(posting, classOf(failure));
  }
  if (!outgoing.repeat) return create(posting, channel, outgoing);
  const ageMs = posting.nowMs() - Date.parse(outgoing.since);
  return ageMs <= discordTimes.nonceKeptMs ? sendAgain(posting, channel, outgoing) : repost(posting, channel, outgoing);
}

/** An edit that is made twice leaves one message, so it never says that it may be a repeat. */
export async function editMessage(posting: Posting, message: string, outgoing: Outgoing): Promise<Put> {
  const { channel, id } = parseMessageName(message);
  const edit = async (content: Content) => {
    const { flags: _atNewOnesOnly, ...body } = content;
    // A page from something in between is no message: then it is not known what stands there.
    stands.parse(await posting.rest({ method: 'patch', route: Routes.channelMessage(channel, id), body }));
    return message;
  };
  const shown = { ...outgoing, repeat: false };
  return put(posting, shown, async (content) => {
    try {
      return await edit(content);
    } catch (failure) {
      if (classOf(failure).kind !== 'archived') throw failure;
      return awake(posting, channel, () => edit(content));
    }
  });
}

/** What stands in a thread that slept is changed, and the thread sleeps again: at once if the bot may do that, else in its time. */
async function awake(posting: Posting, thread: string, work: () => Promise<string>): Promise<string> {
  const archive = (archived: boolean) => posting.rest({ method: 'patch', route: Routes.channel(thread), body: { archived } });
  await archive(false);
  try {
    return await work();
  } finally {
    await archive(true).catch(() => {});
  }
}

async function channelOf({ direct }: Posting, { address, thread }: Place): Promise<string> {
  const [, user] = /^user:(\d+)$/.exec(address) ?? [];
  return thread ?? (user === undefined ? address : direct(user));
}

/** While Discord remembers the nonce, sending once more gives the message that is there. It shows what stood there then. */
async function sendAgain(posting: Posting, channel: string, outgoing: Outgoing): Promise<Put> {
  const sent = await create(posting, channel, { ...outgoing, repeat: false });
  return sent.result === 'sent' ? editMessage(posting, sent.message, outgoing) : sent;
}

async function repost(posting: Posting, channel: string, outgoing: Outgoing): Promise<Put> {
  try {
    const { found, complete } = await readBack(posting.rest, channel, outgoing.key, outgoing.since);
    for (const message of found) {
      const edited = await editMessage(posting, message, outgoing);
      if (edited.result !== 'failed' || edited.as !== 'gone') return edited;
    }
    if (!complete) return { result: 'unknown', reason: 'the channel has too many messages to look for it' };
  } catch (failure) {
    return unread(posting, classOf(failure));
  }
  return create(posting, channel, outgoing);
}

/** Nothing was posted, and what was posted before is still not known. A wait that Discord names is kept. */
function unread(posting: Posting, failure: Failure): Put {
  const told = failed(posting, failure);
  if (told.result === 'failed' && (told.as === 'retry-later' || told.as === 'broken-channel')) return told;
  return { result: 'unknown', reason: `it could not be looked for: ${failure.reason}` };
}

const attempts = [0, 1, 2];

/** A nonce that names a message which somebody deleted is refused as gone: then the next one is taken. */
async function create(posting: Posting, channel: string, outgoing: Outgoing): Promise<Put> {
  let told: Put = { result: 'failed', reason: 'there was nothing to put', as: 'rejected' };
  for (const attempt of attempts) {
    const nonce = nonceOf(outgoing.key, outgoing.since, attempt);
    told = await put(posting, outgoing, async (content) => {
      const body = { ...content, nonce, enforce_nonce: true };
      const message = stands.parse(await posting.rest({ method: 'post', route: Routes.channelMessages(channel), body }));
      return messageName(message.channel_id, message.id);
    });
    if (told.result !== 'failed' || told.as !== 'gone') return told;
  }
  return told;
}

/** One call, and plainer ones when Discord refuses the form of it: a refusal means that nothing was put. */
async function put(posting: Posting, outgoing: Outgoing, call: (content: Content) => Promise<string>): Promise<Put> {
  const forms = messageForms(outgoing);
  let refused: Failure = { kind: 'rejected', reason: 'there was nothing to put' };
  for (const [index, content] of forms.entries()) {
    try {
      const message = await call(content);
      posting.noted(null);
      return { result: 'sent', message };
    } catch (failure) {
      refused = classOf(failure);
      if (refused.kind === 'unformatted') {
        const next = index + 1 < forms.length ? 'it is put in a plainer form' : 'nobody sees it there until it changes';
        posting.report(new Error(`${refused.reason} to post ${outgoing.key}, so ${next}: ${refusedPart(failure)}`));
      } else if (!(isForbidden(failure) && content.embeds.length > 0)) break; // who may not embed may still write
    }
  }
  return failed(posting, refused);
}

function failed({ noted }: Posting, failure: Failure): Put {
  noted(failure);
  return putOf(failure);
}

function isForbidden(failure: unknown): boolean {
  return failure instanceof DiscordAPIError && failure.code === RESTJSONErrorCodes.MissingPermissions;
}
