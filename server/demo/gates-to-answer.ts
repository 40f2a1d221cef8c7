import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Api } from './api.ts';
import type { Service } from './service.ts';
import { story } from './story.ts';

const listed = z.looseObject({
  items: z.array(
    z.looseObject({
      code: z.string(),
      asked_at: z.string(),
      expects: z.looseObject({ options: z.array(z.looseObject({ key: z.string(), recommended: z.boolean() })).optional() }),
    }),
  ),
});

/** With --auto: types the recommended option of each gate into the terminal platform, as a person would. */
export async function answerByItself(reader: Api, terminal: Service, typed: (line: string) => void, stop: AbortSignal): Promise<void> {
  const answered = new Set<string>();
  while (!stop.aborted) {
    const { items } = await reader.get(`/v1/gates?goal=${story.goal}&state=open`, listed);
    for (const gate of items) {
      const option = gate.expects.options?.find((one) => one.recommended);
      if (option === undefined || answered.has(gate.code) || Date.now() < Date.parse(gate.asked_at) + story.thinkMs) continue;
      answered.add(gate.code);
      const line = `answer ${gate.code} ${option.key}`;
      typed(line);
      terminal.type(line);
    }
    await pause(200, undefined, { signal: stop });
  }
}
