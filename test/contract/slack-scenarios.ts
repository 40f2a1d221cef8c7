import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAgent, asked, aQuestion, made, started } from '../end-to-end/setting.ts';
import type { GateReply } from '../end-to-end/setting.ts';
import type { Caller, Json } from '../support/caller.ts';
import type { Service } from '../support/service.ts';
import { startService } from '../support/service.ts';

/** A card as it stands in the channel. */
export type Card = { readonly id: string; readonly shown: string; readonly buttons: readonly string[] };

/** Some Slack, whoever wrote it: one channel with our bot, Mara who decides, and a member whom nobody linked. */
export type Workspace = {
  readonly environment: Readonly<Record<string, string>>;
  readonly channel: string;
  readonly mara: { readonly user: string; readonly account: string };
  readonly stray: { readonly user: string };
  /** From now on the service is at this address. */
  serviceAt(address: string): void;
  press(user: string, card: Card, label: string): Promise<void>;
  reply(user: string, card: Card, text: string): Promise<void>;
  command(user: string, text: string): Promise<void>;
  /** Fills in the form that stands open and submits it; rejects while none does. */
  submit(user: string, text: string): Promise<void>;
  messages(): Promise<readonly Card[]>;
  /** What this person alone was shown. */
  alone(user: string): Promise<readonly string[]>;
  close(): Promise<void>;
};

/** What must come about between people on Slack and the built service, over HTTP only, on every Slack. */
export function slackScenarios(name: string, openWorkspace: () => Promise<Workspace>): void {
  describe(name, () => {
    let slack: Workspace;
    let service: Service;
    let agent: Caller;

    beforeAll(async () => {
      slack = await openWorkspace();
      service = await startService({ environment: slack.environment });
      slack.serviceAt(service.address);
      agent = await settle(service, slack);
    }, 60_000);

    afterAll(async () => {
      await service.remove();
      await slack.close();
    });

    const card = async (code: string) => (await slack.messages()).filter(({ shown }) => shown.startsWith(`${code} in `)).at(-1);
    const gate = async (code: string) => (await service.operator.get<GateReply>(`/v1/gates/${code}`)).body;
    const until = (what: string, holds: () => Promise<boolean>) => untilHolds(what, service, holds);

    async function ask(key: string, more: Json = {}): Promise<{ readonly code: string; readonly card: Card }> {
      const { code } = await asked(agent, aQuestion('harbour', key, { lanes: ['fixes'] }, more));
      await until(`${code} stands there`, async () => (await card(code)) !== undefined);
      const stands = await card(code);
      if (stands === undefined) throw new Error(`${code} stood there and is gone`);
      return { code, card: stands };
    }

    test('a gate becomes a card; the right person presses; it is decided, the card says so, and the lane is free', async () => {
      const { code, card: before } = await ask('which-fix');
      const waiting = await started(agent, 'harbour');

      await slack.press(slack.mara.user, before, 'Go on');

      await until('the card says who decided', async () => (await card(code))?.shown.includes('Answered "Go on" by Mara Voss') === true);
      expect(before.buttons).toEqual(['Go on', 'Stop here']);
      expect(before.shown).toContain('Shall the lane go on as planned?');
      expect(waiting).toMatchObject({ decision: 'wait', gates: [{ code }] });
      expect(await gate(code)).toMatchObject({ state: 'answered', answer: { option: 'yes', by: { name: 'Mara Voss' } } });
      expect(await card(code)).toMatchObject({ id: before.id, buttons: [] });
      expect(await started(agent, 'harbour')).toMatchObject({ decision: 'run', context: { answers: [{ gate: code }] } });
      await until('she is told', async () => (await slack.alone(slack.mara.user)).join().includes(`Counted for ${code}`));
      expect(await slack.alone(slack.stray.user)).toEqual([]);
    });

    test('a member whom nobody linked is refused privately, and nothing changes', async () => {
      const { code, card: before } = await ask('another-fix');

      await slack.press(slack.stray.user, before, 'Go on');

      await until('they are told', async () => (await slack.alone(slack.stray.user)).join().includes('does not know who you are'));
      expect(await gate(code)).toMatchObject({ state: 'open' });
      expect(await card(code)).toEqual(before);
    });

    test('a gate that takes words opens a form, and what is sent there is the answer', async () => {
      const { code, card: before } = await ask('how', { answer: { kind: 'text', max: 200 } });

      await slack.press(slack.mara.user, before, 'Answer…');
      await until('the form takes it', () =>
        slack.submit(slack.mara.user, 'With care & <b>slowly</b>').then(
          () => true,
          () => false,
        ),
      );

      await until('it is answered', async () => (await gate(code)).state === 'answered');
      expect(await gate(code)).toMatchObject({ answer: { value: 'With care & <b>slowly</b>' } });
      await until('the card says what', async () => (await card(code))?.shown.includes('With care & <b>slowly</b>') === true);
    });

    test('a reply in the thread of a card decides when it is an option, and otherwise nothing', async () => {
      const { code, card: before } = await ask('third-fix');

      await slack.reply(slack.mara.user, before, 'ok then');
      await until('she is asked for an option', async () => (await slack.alone(slack.mara.user)).join().includes('Nothing was counted'));
      const unclear = await gate(code);
      await slack.reply(slack.mara.user, before, 'no');

      await until('it is answered', async () => (await gate(code)).state === 'answered');
      expect(unclear).toMatchObject({ state: 'open' });
      expect(await gate(code)).toMatchObject({ answer: { option: 'no' } });
    });

    test('a command is answered to its author alone', async () => {
      const { code } = await ask('fourth-fix');

      await slack.command(slack.mara.user, 'gates');

      await until('she is told', async () => (await slack.alone(slack.mara.user)).at(-1)?.includes(code) === true);
    });
  });
}

async function settle(service: Service, { mara, channel }: Workspace): Promise<Caller> {
  const { operator } = service;
  const identities = [{ platform: 'slack', account: mara.account }];
  await made(operator, '/v1/people', { slug: 'mara', name: 'Mara Voss', time_zone: 'Europe/Berlin', hold_s: 0, identities });
  await made(operator, '/v1/goals', { slug: 'harbour', title: 'Harbour', vision: 'Boats come in.', owners: ['mara'] });
  await made(operator, '/v1/goals/harbour/lanes', { slug: 'fixes', title: 'Fixes' });
  await made(operator, '/v1/goals/harbour/todos', { lane: 'fixes', title: 'Put the fix in' });
  await made(operator, '/v1/routes', { goal: 'harbour', platform: 'slack', address: channel });
  return anAgent(service, 'builder', ['harbour']);
}

async function untilHolds(what: string, service: Service, holds: () => Promise<boolean>): Promise<void> {
  for (const endMs = Date.now() + 20_000; !(await holds()); ) {
    if (Date.now() > endMs) throw new Error(`it never came about that ${what}; the service said:\n${service.output().slice(-3_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
