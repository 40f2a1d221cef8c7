import { connect } from 'node:net';

export type Answer = { readonly status: number; readonly body: string };

/** One kept-alive HTTP connection with one request at a time: as little as possible, so that the load costs less than what it measures. */
export type Connection = { readonly post: (path: string, body: string, key: string) => Promise<Answer>; readonly close: () => void };

export async function openConnection(port: number, token: string): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let received = '';
  let waiting: { readonly resolve: (answer: Answer) => void; readonly reject: (why: Error) => void } | undefined;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    const answer = answerIn(received);
    if (answer === undefined) return;
    received = '';
    waiting?.resolve(answer);
  });
  socket.on('error', (why) => waiting?.reject(why)).on('close', () => waiting?.reject(new Error('the service closed the connection')));
  const head = `HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`;
  return {
    post: (path, body, key) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(`POST ${path} ${head}idempotency-key: ${key}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      }),
    close: () => void socket.destroy(),
  };
}

function answerIn(received: string): Answer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.slice(0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`a reply without a length:\n${head}`);
  const body = received.slice(end + 4);
  return body.length < Number(length) ? undefined : { status: Number(head.slice(9, 12)), body };
}
