import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../bots/slack/delivery.ts';
import { NotTaken } from '../../bots/slack/delivery.ts';
import { createHttpReceiver } from '../../bots/slack/http.ts';
import { noon } from './builders.ts';

const signingSecret = 'hush';
const nowMs = Date.parse(noon);

function aReceiver(deliver: (delivery: Delivery) => Promise<void> = ({ ack }) => ack()) {
  const delivered: unknown[] = [];
  const reported: unknown[] = [];
  const receive = createHttpReceiver({
    signingSecret,
    nowMs: () => nowMs,
    deliver: async (delivery) => {
      delivered.push(delivery.body);
      await deliver(delivery);
    },
    report: (failure) => reported.push(failure),
  });
  return { receive, delivered, reported };
}

type Sent = {
  readonly body: string;
  readonly ageSeconds?: number;
  readonly secret?: string;
  readonly form?: boolean;
  readonly stamp?: string;
};

function signed({ body, ageSeconds = 0, secret = signingSecret, form = false, stamp }: Sent): Request {
  const at = stamp ?? String(nowMs / 1000 - ageSeconds);
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')}`;
  return new Request('http://localhost/slack/events', {
    method: 'POST',
    body,
    headers: {
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      'x-slack-signature': signature,
      'x-slack-request-timestamp': at,
    },
  });
}

describe('a request', () => {
  test.each([
    ['five minutes old', { ageSeconds: 300 }, 200],
    ['older than five minutes', { ageSeconds: 301 }, 401],
    ['of a clock that is a minute ahead', { ageSeconds: -60 }, 200],
    ['from the future', { ageSeconds: -900 }, 401],
    ['signed with another secret', { secret: 'other' }, 401],
    ['without a time', { stamp: 'soon' }, 401],
  ])('%s gets %i', async (_name, differences, status) => {
    const { receive, delivered } = aReceiver();

    const response = await receive(signed({ body: '{"type":"event_callback"}', ...differences }));

    expect(response.status).toBe(status);
    expect(delivered).toHaveLength(status === 200 ? 1 : 0);
  });

  test('without a signature, of another method, too long or of no known form is not looked at', async () => {
    const { receive, delivered } = aReceiver();
    const unsigned = new Request('http://localhost/slack/events', { method: 'POST', body: '{}' });

    const responses = [
      await receive(unsigned),
      await receive(new Request('http://localhost/slack/events')),
      await receive(signed({ body: 'x'.repeat(1_000_001) })),
      await receive(signed({ body: 'not json' })),
    ];

    expect(responses.map(({ status }) => status)).toEqual([401, 405, 413, 400]);
    expect(delivered).toEqual([]);
  });

  test('that only asks whether this address is the right one is answered', async () => {
    const { receive, delivered } = aReceiver();

    const challenge = await receive(signed({ body: '{"type":"url_verification","challenge":"c1"}' }));
    const check = await receive(signed({ body: 'ssl_check=1&token=t', form: true, secret: 'other' }));

    expect(await challenge.json()).toEqual({ challenge: 'c1' });
    expect([check.status, await check.text()]).toEqual([200, '']);
    expect(delivered).toEqual([]);
  });

  test('with a form is read as the payload in it, or as the command that it is', async () => {
    const { receive, delivered } = aReceiver();

    await receive(signed({ body: new URLSearchParams({ payload: '{"type":"block_actions"}' }).toString(), form: true }));
    await receive(signed({ body: new URLSearchParams({ command: '/gatebell', text: 'gates & more' }).toString(), form: true }));

    expect(delivered).toEqual([{ type: 'block_actions' }, { command: '/gatebell', text: 'gates & more' }]);
  });
});

describe('the answer', () => {
  const body = '{"type":"block_actions"}';

  test('goes out with the acknowledgement, before all is heard', async () => {
    let finish = () => {};
    const { receive } = aReceiver(async ({ ack }) => {
      await ack();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });

    const response = await receive(signed({ body }));
    finish();

    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('holds what the acknowledgement says', async () => {
    const { receive } = aReceiver(({ ack }) => ack({ response_action: 'errors', errors: { answer: 'no' } }));

    const response = await receive(signed({ body }));

    expect(await response.json()).toEqual({ response_action: 'errors', errors: { answer: 'no' } });
  });

  test('is no success when nothing was kept, and that is reported by who could not keep it', async () => {
    const { receive, reported } = aReceiver(async () => {
      throw new NotTaken();
    });

    expect((await receive(signed({ body }))).status).toBe(503);
    expect(reported).toEqual([]);
  });

  test('is no success when hearing fails or acknowledges nothing, and a failure is reported', async () => {
    const failing = aReceiver(async () => {
      throw new Error('broken');
    });
    const silent = aReceiver(async () => {});

    expect((await failing.receive(signed({ body }))).status).toBe(503);
    expect(failing.reported).toEqual([new Error('broken')]);
    expect((await silent.receive(signed({ body }))).status).toBe(404);
  });
});
