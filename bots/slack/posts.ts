import { randomUUID } from 'node:crypto';
import type { types, webApi } from '@slack/bolt';
import type { Outgoing, Place, Put } from '../port.ts';
import { messageBlocks } from './blocks.ts';
import type { Failure } from './errors.ts';
import { classOf, putOf } from './errors.ts';
import { fallbackText } from './fallback.ts';
import { messageName, parseMessageName } from './message-name.ts';
import { postEvent, readBack } from './read-back.ts';

export type Posting = {
  readonly client: webApi.WebClient;
  /** Each failure as it is classed, and null for each call that worked. */
  readonly noted: (failure: Failure | null) => void;
  readonly report: (failure: unknown) => void;
};

/** Puts a new message; one that may stand there already is looked for first, and brought up to date when it is found. */
export async function postMessage(posting: Posting, place: Place, outgoing: Outgoing): Promise<Put> {
  return outgoing.repeat ? repost(posting, place, outgoing) : put(posting, outgoing, (content) => create(posting.client, place, content));
}

/** An edit that is made twice leaves one message, so it never says that it may be a repeat. */
export function editMessage(posting: Posting, message: string, outgoing: Outgoing): Promise<Put> {
  const { channel, ts } = parseMessageName(message);
  const shown = { ...outgoing, repeat: false };
  return put(posting, shown, (content) => update(posting.client, channel, ts, content));
}

async function repost(posting: Posting, place: Place, outgoing: Outgoing): Promise<Put> {
  try {
    const { found, complete } = await readBack(posting.client, place, outgoing.key, outgoing.since);
    for (const message of found) {
      const edited = await editMessage(posting, message, outgoing);
      if (edited.result !== 'failed' || edited.as !== 'gone') return edited;
    }
    if (!complete) return { result: 'unknown', reason: 'the channel has too many messages to look for it' };
    return await put(posting, outgoing, (content) => create(posting.client, place, content));
  } catch (failure) {
    return unread(classOf(failure), posting);
  }
}

/** Nothing was posted, and what was posted before is still not known. A wait that Slack names is kept. */
function unread(failure: Failure, { noted }: Posting): Put {
  noted(failure);
  const told = putOf(failure);
  if (told.result === 'failed' && (told.as === 'retry-later' || told.as === 'broken-channel')) return told;
  return { result: 'unknown', reason: `it could not be looked for: ${failure.reason}` };
}

type Content = { readonly text: string; readonly blocks?: types.KnownBlock[]; readonly metadata?: types.MessageMetadata };

/** One call, and plainer ones when Slack refuses the form of it: a refusal means that nothing was put. */
async function put(posting: Posting, outgoing: Outgoing, call: (content: Content) => Promise<string>): Promise<Put> {
  const text = fallbackText(outgoing);
  const metadata = metadataOf(outgoing);
  const plainer: readonly Content[] = [{ text, metadata }, { text }];
  const forms = outgoing.plain ? plainer : [{ text, metadata, blocks: [...messageBlocks(outgoing, randomUUID())] }, ...plainer];
  let refused: Failure = { kind: 'rejected', reason: 'there was nothing to put' };
  for (const [index, content] of forms.entries()) {
    try {
      const message = await call(content);
      posting.noted(null);
      return { result: 'sent', message };
    } catch (failure) {
      refused = classOf(failure);
      if (refused.kind !== 'unformatted') break;
      const next = index + 1 < forms.length ? 'it is put in a plainer form' : 'nobody sees it there until it changes';
      posting.report(new Error(`${refused.reason} to post ${outgoing.key}, so ${next}`));
    }
  }
  posting.noted(refused);
  return putOf(refused);
}

const asWritten = { parse: 'none', link_names: false } as const;

async function create(client: webApi.WebClient, place: Place, content: Content): Promise<string> {
  const { channel, ts } = await client.chat.postMessage({
    channel: place.address,
    ...content,
    ...asWritten,
    unfurl_links: false,
    unfurl_media: false,
    ...(place.thread === null ? {} : { thread_ts: place.thread }),
  });
  if (channel === undefined || ts === undefined) throw new Error('Slack took a message and did not name it');
  return messageName(channel, ts);
}

/** Says the whole state each time. Without blocks the old ones would stay. */
async function update(client: webApi.WebClient, channel: string, ts: string, content: Content): Promise<string> {
  await client.chat.update({ channel, ts, ...content, blocks: content.blocks ?? [], ...asWritten });
  return messageName(channel, ts);
}

function metadataOf(outgoing: Outgoing): types.MessageMetadata {
  const revision = outgoing.kind === 'card' ? outgoing.card.revision : 0;
  return { event_type: postEvent, event_payload: { key: outgoing.key, revision } };
}
