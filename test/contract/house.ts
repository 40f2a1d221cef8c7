import { createHash } from 'node:crypto';
import type { Bots } from '../../bots/open-bots.ts';
import { openBots } from '../../bots/open-bots.ts';
import type { Actor } from '../../src/actor.ts';
import type { Gate } from '../../src/gate/gate.ts';
import type { AgentId, PersonId, TokenId } from '../../src/ids.ts';
import type { Posts } from '../../src/post/post.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import { openWorld, service } from '../support/world.ts';
import type { ButtonStage, PlatformDescriptor, Stage } from './platform.contract.ts';

/** A real kernel and storage with one goal, two people and an agent, and one platform on which Mara is known. */
export type ContractHouse = Awaited<ReturnType<typeof openHouse>>;

const secrets = { current: 'a secret of this house', previous: null };

const dark = new Promise<never>(() => {});

type Asked = Readonly<Record<string, unknown>>;

export async function openHouse(descriptor: PlatformDescriptor) {
  const world = await openWorld();
  const { engine, clock } = world;
  const ground = await descriptor.open({ clock });
  let running: { bots: Bots; stage: Stage } | null = null;
  let postsHeld = false;
  let power: 'on' | 'off at the next record' | 'off' = 'on';
  let stepsLeft = Number.POSITIVE_INFINITY;
  let alarms: { at: string; ring: () => void }[] = [];

  const { token_id } = await world.run<{ token_id: TokenId }>('adopt-operator-token', service, { hash: 'a'.repeat(64) });
  const operator: Actor = { kind: 'operator', token: token_id };
  const mara = await world.run<{ id: PersonId }>('add-person', operator, { slug: 'mara', name: 'Mara Voss', time_zone: 'Europe/Berlin' });
  await world.run('add-person', operator, { slug: 'ines', name: 'Ines Ruiz', time_zone: 'Europe/Madrid' });
  await world.run('create-goal', operator, {
    slug: 'harbour',
    title: 'Harbour',
    vision: 'Boats come in.',
    owners: ['mara'],
    time_zone: 'Europe/Berlin',
  });
  await world.run('add-lane', operator, { goal: 'harbour', slug: 'fixes', title: 'Fixes' });
  const builder = await world.run<{ agent: { id: AgentId }; token: string }>('add-agent', operator, {
    slug: 'builder',
    runtime: 'test',
    goals: ['harbour'],
  });
  const builderToken = await engine.reads.tokenByHash(createHash('sha256').update(builder.token).digest('hex'));
  const { home } = descriptor;
  if (home === null) await world.run('open-terminal', service, { person: 'mara' });
  else {
    const { platform } = descriptor.traits;
    await world.run('change-person', operator, { person: 'mara', identities: [{ platform, account: home.account }] });
    await world.run('add-route', operator, { goal: 'harbour', platform, address: home.channel });
    await world.run('add-route', operator, { goal: 'harbour', platform, address: home.otherChannel, purposes: ['notices'] });
  }
  if (builderToken === undefined) throw new Error('the token of the agent is not there');
  const agent: Actor = { kind: 'agent', agent: builder.agent.id, token: builderToken.id };

  const stopWaking = engine.onCommitted(() => {
    if (!postsHeld) running?.bots.wake();
  });

  const posts: Posts = {
    ...engine.posts,
    mark(post, progress) {
      if (power === 'off at the next record' && progress.state === 'sent') power = 'off';
      return power === 'off' ? new Promise<never>(() => {}) : engine.posts.mark(post, progress);
    },
  };

  /** A step of hearing a press, which never comes back once the power is lost. */
  function whilePowered<Args extends readonly unknown[], Result>(step: (...args: Args) => Promise<Result>) {
    return async (...args: Args): Promise<Result> => {
      if (stepsLeft <= 0) return dark;
      stepsLeft -= 1;
      const result = await step(...args);
      return stepsLeft <= 0 ? dark : result;
    };
  }

  function stage(): Stage {
    if (running === null) throw new Error('the bots do not run');
    return running.stage;
  }

  async function start(): Promise<void> {
    const onStage = ground.stage(engine.reads);
    const timers = {
      after(ms: number, ring: () => void) {
        const alarm = { at: new Date(Date.parse(clock.now()) + ms).toISOString(), ring };
        alarms.push(alarm);
        return () => {
          alarms = alarms.filter((kept) => kept !== alarm);
        };
      },
    };
    const report = (failure: unknown) => {
      throw failure;
    };
    const beside = { routes: engine.operations, chats: engine.operations, secrets, tellTrouble: () => {} };
    power = 'on';
    stepsLeft = Number.POSITIVE_INFINITY;
    const { platform, identify } = onStage.connected;
    const steps = {
      execute: whilePowered(engine.execute),
      journal: {
        ...engine.journal,
        keep: whilePowered(engine.journal.keep),
        finish: whilePowered(engine.journal.finish),
      },
    };
    const stepping = {
      ...platform,
      acknowledge: whilePowered(platform.acknowledge),
      tellPrivately: whilePowered(platform.tellPrivately),
    };
    const bots = await openBots({ ...engine, ...beside, ...steps, posts, clock, timers, report }, [{ platform: stepping, identify }]);
    running = { bots, stage: onStage };
    await settled();
  }

  async function stopBots(): Promise<void> {
    if (running === null) return;
    if (power !== 'off' && stepsLeft > 0) await running.bots.stop();
    running = null;
    alarms = [];
  }

  /** Everything that waits for neither a person nor a time has come to rest: no post is due and nothing was committed since. */
  async function settled(): Promise<void> {
    for (let quiet = 0; quiet < 5; ) {
      const before = `${await engine.reads.lastPosition()} ${seen().length} ${engine.queued()}`;
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
      const due = postsHeld || running === null || power === 'off' ? [] : await engine.posts.due(clock.now(), 1);
      const isBusy = power !== 'off' && stepsLeft > 0 && ground.isBusy?.() === true;
      const after = `${await engine.reads.lastPosition()} ${seen().length} ${engine.queued()}`;
      quiet = before === after && due.length === 0 && !isBusy ? quiet + 1 : 0;
    }
  }

  function seen(): readonly string[] {
    return ground.seen();
  }

  async function acting(act: () => unknown): Promise<void> {
    await act();
    await settled();
  }

  await start();

  return {
    settled,
    seen,
    stopBots,
    bots: () => {
      if (running === null) throw new Error('the bots do not run');
      return running.bots;
    },
    copiesOf: (text: string) => seen().filter((line) => line.includes(text)).length,
    told: () => stage().toldPrivately(),
    type: (line: string) => acting(() => stage().type(line)),
    press: (gate: string, option: string) => acting(() => stage().press(gate, option)),
    sendRaw: (bytes: Uint8Array) => acting(() => stage().sendRaw(bytes)),
    /** From now on nobody looks for due posts: as if the route were slow. */
    holdPosts: () => {
      postsHeld = true;
    },
    aGate,
    ask: (asked: Asked = {}) => acting(() => world.run('ask-gate', operator, aGate(asked))),
    /** What an operator's call gives, once everything came to rest. */
    reply: async <Reply>(name: string, input: unknown) => {
      const reply = await world.run<Reply>(name, operator, input);
      await settled();
      return reply;
    },
    routesAt: (address: string) => engine.reads.routesAt(descriptor.traits.platform, address),
    operator: (name: string, input: unknown) => acting(() => world.run(name, operator, input)),
    /** As Mara, from somewhere else than this platform. */
    person: (name: string, input: unknown) => acting(() => world.run(name, { kind: 'person', person: mara.id, surface: 'http' }, input)),
    agent: (name: string, input: unknown) => acting(() => world.run(name, agent, input)),
    /** Lets this time pass, and rings what was to ring in it. */
    pass: (ms: number) =>
      acting(() => {
        clock.advance(ms);
        for (const alarm of alarms.filter(({ at }) => at <= clock.now())) {
          alarms = alarms.filter((kept) => kept !== alarm);
          alarm.ring();
        }
      }),
    gate: async (code: string): Promise<Gate | undefined> => engine.reads.gate(code),
    lastPosition: () => engine.reads.lastPosition(),
    newestEntry: async (): Promise<Entry | undefined> =>
      (await engine.reads.entriesByPosition((await engine.reads.lastPosition()) - 1, 1))[0],
    /** The service ends after so many steps of hearing: keep, acknowledge, decide, tell, finish. */
    losePowerAfterSteps: (steps: number) => {
      stepsLeft = steps;
    },
    ground: () => ground,
    /** What people do where there are buttons. */
    buttons: <Done>(act: (buttons: ButtonStage) => Done) =>
      acting(() => {
        const { buttons } = stage();
        if (buttons === null) throw new Error('this platform has no buttons');
        act(buttons);
      }),
    entriesOf: async (type: string) => (await engine.reads.entriesByPosition(0, 1_000)).filter((entry) => entry.type === type).length,
    troubles: () => engine.reads.routeTroubles(),
    unfinished: () => engine.journal.unfinished(descriptor.traits.platform),
    /** The service ends after the platform took the next message and before that is recorded. */
    losePowerAtNextRecord: () => {
      power = 'off at the next record';
    },
    async restart() {
      await stopBots();
      await start();
    },
    async close() {
      await stopBots();
      stopWaking();
      await ground.close?.();
    },
  };
}

function aGate(asked: Asked = {}) {
  return {
    goal: 'harbour',
    key: 'which-fix',
    question: 'Which fix goes in?',
    answer: {
      kind: 'choice',
      options: [
        { key: 'yes', label: 'Merge it', effect: 'The fix goes to main.', lets: 'go', recommended: true },
        { key: 'no', label: 'Leave it', effect: 'Nothing happens.', lets: 'stop' },
      ],
    },
    blocks: { lanes: ['fixes'] },
    risk: 'reversible',
    ...asked,
  };
}
