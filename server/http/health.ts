import type { Context } from 'hono';
import type { HttpParts } from './parts.ts';
import { baseHeaders, respondJson } from './respond.ts';

/** `/healthz`: the process lives. `/readyz`: the database answers, and how each platform is. `/metrics`: for Prometheus. */
export function healthCalls(parts: HttpParts): readonly (readonly [path: string, handler: (context: Context) => Promise<Response>])[] {
  return [
    ['/healthz', async () => respondJson(200, { ok: true })],
    ['/readyz', () => ready(parts)],
    [
      '/metrics',
      async () =>
        new Response(await parts.metrics.text(), { status: 200, headers: { ...baseHeaders, 'content-type': parts.metrics.contentType } }),
    ],
  ];
}

async function ready({ kernel, platforms, stopping }: HttpParts): Promise<Response> {
  const database = await databaseAnswers(kernel.reads.lastPosition);
  const ok = database.ok && !stopping.aborted;
  const routes = database.ok ? await kernel.reads.routeTroubles() : [];
  const byName = platforms().map(({ platform, ...status }) => [platform, status] as const);
  return respondJson(ok ? 200 : 503, {
    ok,
    stopping: stopping.aborted,
    database,
    platforms: Object.fromEntries(byName),
    broken_routes: routes,
  });
}

async function databaseAnswers(lastPosition: () => Promise<number>): Promise<{ readonly ok: boolean; readonly position?: number }> {
  try {
    return { ok: true, position: await lastPosition() };
  } catch {
    return { ok: false };
  }
}
