import { afterEach, expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { aQuestion, aSetting, asked } from './setting.ts';
import type { GateReply } from './setting.ts';

let service: Service;

afterEach(() => service.remove());

test('a gate appears on the terminal and the line that is typed there decides it', { timeout: 60_000 }, async () => {
  service = await startService();
  const { agent, goal, ann } = await aSetting(service);
  await service.stop();
  service = await onTerminal(service);
  const gate = await asked(service.as(agent.token ?? ''), aQuestion(goal, 'go-on', { lanes: ['parser'] }));
  await service.shows('Shall the lane go on as planned?');

  service.type(`${gate.code} yes`);

  const answered = await service.as(ann.token ?? '').get<GateReply>(`/v1/gates/${gate.id}?wait=10`);
  expect(answered.body).toMatchObject({
    state: 'answered',
    answer: { option: 'yes', by: { name: 'Ann' }, where: { surface: 'terminal' } },
  });
});

function onTerminal(before: Service): Promise<Service> {
  return startService({ folder: before.folder, environment: { GATEBELL_TERMINAL_PERSON: 'ann' } });
}
