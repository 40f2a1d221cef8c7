import { randomUUID } from 'node:crypto';
import type { types, webApi } from '@slack/bolt';
import type { Private } from '../port.ts';
import { privateBlocks } from './blocks.ts';
import { privateText } from './fallback.ts';
import { slackTimes } from './limits.ts';
import { filledView, outcomeView } from './modal.ts';
import type { Arrival } from './arrival.ts';

/** Where the presser can be told something. `view` is the form that was opened for the press, once it is. */
export type Listener = { readonly arrival: Arrival; readonly view: Promise<string | null> };

const pressAgain = 'The form could not be opened in time. Press again.';

/** Tells the presser alone: in the form that was opened, else by an ephemeral message, else directly. Never rejects. */
export async function tellPresser(
  client: webApi.WebClient,
  listener: Listener,
  told: Private,
  report: (failure: unknown) => void,
): Promise<void> {
  try {
    if (await tellInForm(client, listener, told)) return;
    const lines = told.form === null ? told.lines : [...told.lines, pressAgain];
    await tellByMessage(client, listener.arrival, { ...told, lines });
  } catch (failure) {
    report(failure);
  }
}

async function tellInForm(client: webApi.WebClient, { arrival, view }: Listener, told: Private): Promise<boolean> {
  const opened = await view;
  const shown = told.form === null ? outcomeView(told) : filledView(told.form, arrival);
  try {
    if (opened !== null) await client.views.update({ view_id: opened, view: shown });
    else if (told.form !== null && arrival.trigger !== null) await client.views.open({ trigger_id: arrival.trigger, view: shown });
    else return false;
    return true;
  } catch {
    return false;
  }
}

async function tellByMessage(client: webApi.WebClient, arrival: Arrival, told: Private): Promise<void> {
  const text = privateText(told);
  const blocks = [...privateBlocks(told, randomUUID())];
  if (await respond(arrival.responseUrl, { text, blocks })) return;
  if (arrival.channel !== null && (await whisper(client, arrival, arrival.channel, { text, blocks }))) return;
  await client.chat.postMessage({
    channel: arrival.user,
    text,
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  });
}

type Content = { readonly text: string; readonly blocks: types.KnownBlock[] };

async function respond(responseUrl: string | null, content: Content): Promise<boolean> {
  if (responseUrl === null) return false;
  try {
    const { ok } = await fetch(responseUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, ...content }),
      redirect: 'error',
      signal: AbortSignal.timeout(slackTimes.tellTimeoutMs),
    });
    return ok;
  } catch {
    return false;
  }
}

async function whisper(client: webApi.WebClient, arrival: Arrival, channel: string, content: Content): Promise<boolean> {
  const to = { channel, user: arrival.user, ...(arrival.thread === null ? {} : { thread_ts: arrival.thread }) };
  for (const said of [content, { text: content.text }]) {
    try {
      await client.chat.postEphemeral({ ...to, ...said, parse: 'none', link_names: false });
      return true;
    } catch {
      // An ephemeral message is best effort: the plainer form and the direct message come after it.
    }
  }
  return false;
}
