import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { Json } from '../json.ts';
import { isJson, textOf } from '../json.ts';
import { guildJson } from './guild-json.ts';
import type { Intent } from './identify.ts';
import { membersAsked, readyJson, wants, whyRefused } from './identify.ts';
import { limits } from './limits.ts';
import type { State } from './state.ts';

/** What is told to every session that listens to it. */
export type Dispatch = {
  readonly event: string;
  /** The intent that it needs; none for interactions. */
  readonly intent: Intent | null;
  /** What is told, by whether the session may read the content of messages. */
  readonly payload: (mayRead: boolean) => Json;
};

type Session = { readonly id: string; readonly intents: number; seq: number; backlog: Json[]; socket: WebSocket | null; lostMs: number };

export type Gateway = ReturnType<typeof createGateway>;

/** The sessions of the bot, and the sockets that they come over. */
export function createGateway(state: State, url: () => string, heartbeatMs: number) {
  const server = new WebSocketServer({ noServer: true });
  const sockets = new Set<WebSocket>();
  const sessions = new Map<string, Session>();
  const sends = new WeakMap<WebSocket, number[]>();
  let refusing: number | 'connections' | null = null;
  let answersHeartbeats = true;
  let last: Dispatch | null = null;

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (refusing === 'connections') return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    const query = new URL(request.url ?? '', 'ws://discord').searchParams;
    server.handleUpgrade(request, socket, head, (connected) => {
      if (query.get('v') !== '10' || query.get('encoding') !== 'json') return connected.close(4012, 'Invalid API version');
      connect(connected);
    });
  }

  function connect(socket: WebSocket): void {
    sockets.add(socket);
    socket.on('message', (bytes) => heard(socket, bytes));
    socket.on('error', () => socket.terminate());
    socket.on('close', (code) => {
      sockets.delete(socket);
      const session = sessionOf(socket);
      if (session === undefined) return;
      session.socket = null;
      session.lostMs = state.clock.nowMs();
      if (code === 1000 || code === 1001) sessions.delete(session.id); // the client said goodbye
    });
    put(socket, { op: 10, d: { heartbeat_interval: heartbeatMs }, s: null, t: null });
  }

  function heard(socket: WebSocket, bytes: RawData): void {
    const now = state.clock.nowMs();
    const recent = [...(sends.get(socket) ?? []).filter((at) => at > now - limits.gateway.sendsMs), now];
    sends.set(socket, recent);
    if (recent.length > limits.gateway.sends) return socket.close(4008, 'Rate limited.');
    const said = parsed(bytes);
    if (said === null) return socket.close(4002, 'Error while decoding payload.');
    const about = isJson(said.d) ? said.d : {};
    switch (said.op) {
      case 1:
        if (answersHeartbeats) put(socket, { op: 11, d: null, s: null, t: null });
        return;
      case 2:
        return identify(socket, about);
      case 6:
        return resume(socket, about);
      case 3:
      case 4:
      case 8:
      case 31: {
        const session = sessionOf(socket);
        if (session === undefined) return socket.close(4003, 'Not authenticated.');
        if (said.op === 8) tell(session, 'GUILD_MEMBERS_CHUNK', membersAsked(state, about));
        return;
      }
      default:
        return socket.close(4001, 'Unknown opcode.');
    }
  }

  function identify(socket: WebSocket, about: Json): void {
    if (sessionOf(socket) !== undefined) return socket.close(4005, 'Already authenticated.');
    const bad = typeof refusing === 'number' ? refusing : whyRefused(state, about);
    if (bad !== null) return socket.close(bad, `Refused with ${bad}.`);
    state.sessionStarts -= 1;
    const session: Session = { id: state.nextId(), intents: Number(about.intents), seq: 0, backlog: [], socket, lostMs: 0 };
    sessions.set(session.id, session);
    tell(session, 'READY', readyJson(state, session.id, url()));
    if (state.guild.joined && wants(session.intents, 'Guilds')) tell(session, 'GUILD_CREATE', guildJson(state));
  }

  function resume(socket: WebSocket, about: Json): void {
    if (typeof refusing === 'number') return socket.close(refusing, `Refused with ${refusing}.`);
    if (about.token !== state.app.token || state.token === 'revoked') return socket.close(4004, 'Authentication failed.');
    const session = sessions.get(textOf(about.session_id));
    const seq = Number(about.seq);
    if (session === undefined || seq < session.seq - session.backlog.length) return put(socket, { op: 9, d: false, s: null, t: null });
    if (seq > session.seq) return socket.close(4007, 'Invalid seq.');
    session.socket?.terminate();
    session.socket = socket;
    for (const missed of session.backlog.filter(({ s }) => Number(s) > seq)) put(socket, missed);
    tell(session, 'RESUMED', {});
  }

  function tell(session: Session, event: string, d: Json): void {
    session.seq += 1;
    const frame = { op: 0, t: event, s: session.seq, d };
    session.backlog.push(frame);
    if (session.backlog.length > limits.gateway.replayMax) session.backlog.shift();
    if (session.socket !== null) put(session.socket, frame);
  }

  /** Tells it to each session that listens, also to those that may resume; gives how many there are. */
  function dispatch(told: Dispatch): number {
    const { event, intent, payload } = told;
    last = told;
    forgetLost();
    const listening = [...sessions.values()].filter(({ intents }) => intent === null || wants(intents, intent));
    for (const session of listening) tell(session, event, payload(wants(session.intents, 'MessageContent')));
    return listening.length;
  }

  function sessionOf(socket: WebSocket): Session | undefined {
    return [...sessions.values()].find((session) => session.socket === socket);
  }

  function toAll(frame: Json): void {
    for (const socket of sockets) put(socket, frame);
  }

  return {
    upgrade,
    dispatch,
    /** Sessions that are connected now. */
    count: () => [...sessions.values()].filter(({ socket }) => socket !== null).length,
    /** Tells every session to connect again and resume. */
    reconnect: () => toAll({ op: 7, d: null, s: null, t: null }),
    /** Tells every session that it ended; one that is not resumable is forgotten. */
    invalidate(resumable: boolean) {
      if (!resumable) for (const session of [...sessions.values()]) forget(session);
      toAll({ op: 9, d: resumable, s: null, t: null });
    },
    /** Cuts every socket without a word; the sessions may resume. */
    cut() {
      for (const socket of [...sockets]) socket.terminate();
    },
    /** Closes every socket with a code of Discord, such as 4000 (unknown error) or 4004. */
    hangUp(code: number) {
      for (const socket of [...sockets]) socket.close(code, `Closed with ${code}.`);
    },
    /** From now on every connection, or every IDENTIFY and RESUME, is refused; null takes them again. */
    refuse(how: number | 'connections' | null) {
      refusing = how;
    },
    /** Heartbeats are not answered any more: the connection is dead, and nobody says so. */
    ignoreHeartbeats(ignore: boolean) {
      answersHeartbeats = !ignore;
    },
    /** Tells the last event again, whatever it was. */
    repeat() {
      if (last === null) throw new Error('nothing was told yet');
      dispatch(last);
    },
    /** Tells every session this event as it is: also what Discord would never send. */
    sendRaw(event: string, d: Json) {
      for (const session of sessions.values()) tell(session, event, d);
    },
    close() {
      for (const socket of [...sockets]) socket.terminate();
      server.close();
    },
  };

  /** Sessions whose bot did not come back in time; of many, the newest are kept. */
  function forgetLost(): void {
    const lost = [...sessions.values()].filter(({ socket }) => socket === null);
    const since = state.clock.nowMs() - limits.gateway.resumeMs;
    for (const [at, session] of lost.toReversed().entries()) {
      if (session.lostMs < since || at >= limits.gateway.lostMax) sessions.delete(session.id);
    }
  }

  function forget(session: Session): void {
    sessions.delete(session.id);
    session.socket = null;
  }
}

function put(socket: WebSocket, frame: Json): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
}

function parsed(bytes: RawData): Json | null {
  try {
    const said: unknown = JSON.parse((bytes as Buffer).toString('utf8')); // `ws` gives a buffer unless told otherwise
    return isJson(said) ? said : null;
  } catch {
    return null;
  }
}
