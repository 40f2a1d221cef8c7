import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { Acknowledged, Delivery } from './deliveries.ts';
import { ackMsMax } from './deliveries.ts';
import type { Json } from '../json.ts';
import { isJson } from '../json.ts';
import { refuse } from './refuse.ts';
import type { State } from './state.ts';

const socketsMax = 10;
const ticketMsMax = 30_000;
const pingEveryMs = 5_000;
const refreshGraceMs = 10_000;

type Pending = { readonly settle: (outcome: Acknowledged) => void };

/** The sockets of the app. Each envelope goes to one of them, as Slack does. */
export type Sockets = {
  readonly newTicket: () => string;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly count: () => number;
  readonly send: (delivery: Delivery) => Promise<Acknowledged>;
  /** Tells the oldest socket to reconnect, as Slack does about once an hour; it may get envelopes until it is cut, 10 s later. */
  readonly refresh: () => void;
  /** Cuts every socket without a word. */
  readonly cut: () => void;
  readonly close: () => void;
};

export function createSockets(state: State): Sockets {
  const server = new WebSocketServer({ noServer: true });
  const sockets: WebSocket[] = [];
  const tickets = new Map<string, number>();
  const pending = new Map<string, Pending>();
  const told = new Set<WebSocket>();
  let turn = 0;

  function newTicket(): string {
    if (sockets.length >= socketsMax) refuse('too_many_websockets');
    const ticket = state.next('ticket');
    tickets.set(ticket, state.clock.nowMs() + ticketMsMax);
    return ticket;
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const ticket = new URL(request.url ?? '', 'ws://slack').searchParams.get('ticket') ?? '';
    const untilMs = tickets.get(ticket);
    tickets.delete(ticket);
    if (untilMs === undefined || untilMs < state.clock.nowMs()) {
      socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n');
      return;
    }
    server.handleUpgrade(request, socket, head, connected);
  }

  function connected(socket: WebSocket): void {
    sockets.push(socket);
    const pings = setInterval(() => socket.ping(), pingEveryMs);
    pings.unref();
    socket.on('message', (bytes) => acknowledged(bytes));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(pings);
      sockets.splice(sockets.indexOf(socket), 1);
    });
    socket.send(JSON.stringify(hello(state, sockets.length)));
  }

  function acknowledged(bytes: RawData): void {
    const said: unknown = JSON.parse((bytes as Buffer).toString('utf8'));
    if (!isJson(said) || typeof said.envelope_id !== 'string') {
      state.warnings.push('socket: a message that acknowledges nothing');
      return;
    }
    const waiting = pending.get(said.envelope_id);
    if (waiting === undefined) state.warnings.push(`socket: ${said.envelope_id} is acknowledged late, or twice`);
    waiting?.settle({ result: 'acknowledged', response: said.payload ?? {} });
  }

  function send({ kind, payload, retry }: Delivery): Promise<Acknowledged> {
    const live = sockets.filter((socket) => socket.readyState === socket.OPEN);
    const socket = live[turn++ % Math.max(live.length, 1)];
    if (socket === undefined) return Promise.resolve({ result: 'unacknowledged', why: 'no connection' });
    const envelope_id = state.next('envelope-');
    return new Promise((resolve) => {
      const settle = (outcome: Acknowledged) => {
        pending.delete(envelope_id);
        cancel();
        socket.off('close', lost);
        resolve(outcome);
      };
      const lost = () => settle({ result: 'unacknowledged', why: 'the connection closed' });
      const cancel = state.clock.after(ackMsMax, () => settle({ result: 'unacknowledged', why: 'timeout' }));
      pending.set(envelope_id, { settle });
      socket.once('close', lost);
      const retried = retry === null ? {} : { retry_attempt: retry.attempt, retry_reason: retry.reason };
      socket.send(JSON.stringify({ envelope_id, type: kind, payload, accepts_response_payload: kind !== 'events_api', ...retried }));
    });
  }

  return {
    newTicket,
    upgrade,
    count: () => sockets.length,
    send,
    refresh() {
      const oldest = sockets.find((socket) => !told.has(socket));
      if (oldest === undefined) return;
      told.add(oldest);
      oldest.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested', debug_info: { host: 'fake' } }));
      const cancel = state.clock.after(refreshGraceMs, () => oldest.terminate());
      oldest.once('close', () => {
        cancel();
        told.delete(oldest);
      });
    },
    cut() {
      for (const socket of [...sockets]) socket.terminate();
    },
    close() {
      for (const socket of [...sockets]) socket.terminate();
      server.close();
    },
  };
}

function hello(state: State, connections: number): Json {
  return {
    type: 'hello',
    num_connections: connections,
    connection_info: { app_id: state.app.id },
    debug_info: { host: 'fake', build_number: 1, approximate_connection_time: 18_060 },
  };
}
