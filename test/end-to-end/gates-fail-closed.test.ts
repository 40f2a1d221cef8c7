import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { aQuestion, aSetting, asked, made, started } from './setting.ts';
import type { GateReply, Setting } from './setting.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.remove());

test('a gate answered stop never frees its lane', async () => {
  const setting = await aSetting(service, { goal: 'answered-stop', lanes: ['parser'] });
  const gate = await asked(setting.agent, aQuestion(setting.goal, 'go-on', { lanes: ['parser'] }));

  await made(setting.ann, `/v1/gates/${gate.id}/answer`, { revision: 1, option: 'no', hold_s: 0 });

  expect(await theGate(setting, gate)).toMatchObject({ state: 'answered', answer: { lets: 'stop' } });
  await nobodyMayRun(setting);
});

test('a withdrawn gate never frees its lane', async () => {
  const setting = await aSetting(service, { goal: 'withdrawn', lanes: ['parser'] });
  const gate = await asked(setting.agent, aQuestion(setting.goal, 'go-on', { lanes: ['parser'] }));

  await made(setting.agent, `/v1/gates/${gate.id}/withdraw`, { why: 'The question was wrong' });

  expect(await theGate(setting, gate)).toMatchObject({ state: 'withdrawn' });
  await nobodyMayRun(setting);
});

test('a gate superseded without a covering successor never frees its lane, even by a go on the successor', async () => {
  const setting = await aSetting(service, { goal: 'superseded', lanes: ['parser'] });
  const gate = await asked(setting.agent, aQuestion(setting.goal, 'go-on', { lanes: ['parser'] }));
  const narrower = await asked(setting.agent, aQuestion(setting.goal, 'narrower', { scopes: ['deploy:prod'] }));

  await made(setting.agent, `/v1/gates/${gate.id}/supersede`, { by: narrower.id });
  await made(setting.ann, `/v1/gates/${narrower.id}/answer`, { revision: 1, option: 'yes', hold_s: 0 });

  expect(await theGate(setting, gate)).toMatchObject({ state: 'superseded' });
  await nobodyMayRun(setting);
});

test('an overdue gate never frees its lane', async () => {
  const setting = await aSetting(service, { goal: 'overdue', lanes: ['parser'] });
  const deadline = new Date(Date.now() + 1_500).toISOString();
  const gate = await asked(setting.agent, aQuestion(setting.goal, 'go-on', { lanes: ['parser'] }, { deadline }));

  const changed = await setting.agent.get<GateReply>(`/v1/gates/${gate.id}?wait=15`);

  expect(changed.body).toMatchObject({ state: 'open', overdue: true });
  await nobodyMayRun(setting);
});

test('work in a guarded scope never runs without a go, whether or not an agent asked', async () => {
  const deploying = { guardedScopes: ['deploy:prod'], scopesOf: { parser: ['deploy:prod'] } };
  const setting = await aSetting(service, { goal: 'guarded', lanes: ['parser'], ...deploying });
  await nobodyMayRun(setting);
  const blocks = { todos: [setting.todos.parser], scopes: ['deploy:prod'] };
  const gate = await asked(setting.agent, aQuestion(setting.goal, 'deploy', blocks));

  await nobodyMayRun(setting);
  await made(setting.ann, `/v1/gates/${gate.id}/answer`, { revision: 1, option: 'no', hold_s: 0 });

  await nobodyMayRun(setting);
});

test('the same settings run after a go: what the five tests above forbid is possible', async () => {
  const lane = await aSetting(service, { goal: 'go-lane', lanes: ['parser'] });
  const covering = await aSetting(service, { goal: 'go-covering', lanes: ['parser'] });
  const deploying = { guardedScopes: ['deploy:prod'], scopesOf: { parser: ['deploy:prod'] } };
  const guarded = await aSetting(service, { goal: 'go-guarded', lanes: ['parser'], ...deploying });
  const gate = await asked(lane.agent, aQuestion(lane.goal, 'go-on', { lanes: ['parser'] }));
  const first = await asked(covering.agent, aQuestion(covering.goal, 'go-on', { lanes: ['parser'] }));
  const successor = await asked(covering.agent, aQuestion(covering.goal, 'wider', { lanes: ['parser'], scopes: ['deploy:prod'] }));
  await made(covering.agent, `/v1/gates/${first.id}/supersede`, { by: successor.id });
  const blocks = { todos: [guarded.todos.parser], scopes: ['deploy:prod'] };
  const deploy = await asked(guarded.agent, aQuestion(guarded.goal, 'deploy', blocks));

  for (const id of [gate.id, successor.id, deploy.id]) {
    await made(lane.ann, `/v1/gates/${id}/answer`, { revision: 1, option: 'yes', hold_s: 0 });
  }

  for (const setting of [lane, covering, guarded]) {
    expect(await started(setting.agent, setting.goal)).toMatchObject({ decision: 'run', todo: { id: setting.todos.parser } });
  }
});

/** Neither agent, neither by preview nor for real, now nor when it asks again. */
async function nobodyMayRun(setting: Setting): Promise<void> {
  for (const preview of [true, false, false]) {
    for (const agent of [setting.agent, setting.secondAgent]) {
      const turn = await started(agent, setting.goal, { preview });
      expect(turn.decision).toMatch(/^(wait|replan)$/);
      expect(turn).not.toHaveProperty('todo');
      expect(turn.reasons).not.toEqual([]);
    }
  }
}

async function theGate(setting: Setting, gate: GateReply): Promise<GateReply> {
  return (await setting.agent.get<GateReply>(`/v1/gates/${gate.id}`)).body;
}
