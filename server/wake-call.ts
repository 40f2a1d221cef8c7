import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP } from 'node:net';
import type { CallWakeUrl } from './wake-ups.ts';

const withinMs = 10_000;

/**
 * Calls addresses that operators gave. A host that resolves to an address of this machine or of a private network is called only
 * when it is listed: the address is checked where the connection is made, so that no answer of a name server can change it after.
 */
export function createWakeCall(privateHosts: readonly string[]): CallWakeUrl {
  return ({ url, headers, body }) =>
    new Promise((resolve) => {
      const { protocol, hostname } = new URL(url);
      const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
      const allowed = privateHosts.includes(host);
      if (!allowed && isIP(host) !== 0 && isPrivate(host)) return resolve({ failed: refusal(host) });
      const request = protocol === 'https:' ? requestHttps : requestHttp;
      const sent = request(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Gatebell' },
          signal: AbortSignal.timeout(withinMs),
          ...(allowed ? {} : { lookup: publicOnly(host) }),
        },
        (response) => {
          response.destroy();
          resolve({ status: response.statusCode ?? 0 });
        },
      );
      sent.on('error', (error) => resolve({ failed: reasonOf(error) }));
      // Also where neither an answer nor an error came, as after an upgrade (101) that nobody asked for.
      sent.on('close', () => resolve({ failed: 'the connection closed without an answer' }));
      sent.end(body);
    });
}

function publicOnly(host: string): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '', 0);
      if (addresses.some(({ address }) => isPrivate(address))) return done(new Error(refusal(host)), '', 0);
      if (options.all === true) return done(null, addresses);
      const [first] = addresses;
      return first === undefined ? done(new Error(`${host} has no address`), '', 0) : done(null, first.address, first.family);
    });
  };
}

function refusal(host: string): string {
  return `${host} is on this machine or in a private network; list it in GATEBELL_WAKE_PRIVATE_HOSTS to allow that`;
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return `it did not answer within ${withinMs / 1_000} s`;
  return error.message.slice(0, 300);
}

const privateNetworks = new BlockList();
/** Also addresses on which clouds tell a machine about itself. */
const networks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Also those that stand for an address of IPv4. */
const networks6 = [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 23],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const;
for (const [network, bits] of networks) privateNetworks.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of networks6) privateNetworks.addSubnet(network, bits, 'ipv6');

/** Also an IPv4 address that is written as one of IPv6. */
export function isPrivate(address: string): boolean {
  return privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
