import { textOf } from '../../json.ts';
import type { Json } from '../../json.ts';
import { limits } from '../limits.ts';
import { conflict, refuse } from '../refuse.ts';
import type { Method, Telegram } from './method.ts';

export const getUpdates: Method = {
  request: 'getUpdates',
  run({ updates, polling, webhook }, { args, gone }) {
    if (webhook.url() !== '') {
      throw conflict("can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first");
    }
    allow({ updates }, args);
    return polling.poll(args, gone);
  },
};

export const setWebhook: Method = {
  request: 'setWebhook',
  run(telegram, { args }) {
    const { polling, webhook } = telegram;
    const url = textOf(args.url);
    const secret = textOf(args.secret_token);
    checkUrl(url);
    if (secret.length > limits.secretToken) refuse('secret token is too long');
    if (!/^[\w-]*$/.test(secret)) refuse('secret token contains unallowed characters');
    allow(telegram, args);
    if (args.drop_pending_updates === true) drop(telegram, 'setWebhook');
    polling.interrupt('terminated by setWebhook request');
    const connections = Math.min(Math.max(Number(args.max_connections ?? limits.connectionsDefault), 1), limits.connections);
    webhook.set({ url, secret, connections });
    return true;
  },
};

export const deleteWebhook: Method = {
  request: 'deleteWebhook',
  run(telegram, { args }) {
    if (args.drop_pending_updates === true) drop(telegram, 'deleteWebhook');
    telegram.webhook.set({ url: '', secret: '', connections: limits.connectionsDefault });
    return true;
  },
};

export const getWebhookInfo: Method = {
  request: 'Nothing',
  run: ({ webhook }) => webhook.info(),
};

/** Servers of one's own take plain HTTP; so does this one, from this machine. */
function checkUrl(url: string): void {
  if (url === '') return;
  if (!URL.canParse(url)) refuse('bad webhook: invalid webhook URL specified');
  const { protocol, port, hostname, username } = new URL(url);
  if (protocol === 'http:' && hostname === '127.0.0.1') return;
  if (protocol !== 'https:') refuse('bad webhook: An HTTPS URL must be provided for webhook');
  if (!['', '80', '88', '443', '8443'].includes(port)) refuse('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
  if (username !== '') refuse('bad webhook: invalid webhook URL specified');
}

function allow({ updates }: Pick<Telegram, 'updates'>, { allowed_updates: kinds }: Json): void {
  if (Array.isArray(kinds)) updates.allow(kinds.map(textOf));
}

function drop({ state, updates }: Telegram, method: string): void {
  state.warnings.push(`${method}: drops ${updates.waiting().length} updates that wait`);
  updates.drop();
}
