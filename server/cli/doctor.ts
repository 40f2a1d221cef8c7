import type { Command } from 'commander';
import { z } from 'zod';
import type { Client } from './client.ts';
import { connect } from './client.ts';
import { exits, Stop } from './exit.ts';
import { printerOf, table } from './print.ts';

type Finding = { readonly check: string; readonly ok: boolean; readonly found: string; readonly code: number };

const anything = z.looseObject({});

export function doctor(program: Command): void {
  program
    .command('doctor')
    .description('check this machine, the service, and your token, and say what to do')
    .addHelpText('after', '\nExample:\n  GATEBELL_TOKEN=gb_op_… gatebell doctor')
    .action(async (_: unknown, command: Command) => {
      const findings = await examine(connect(process.env), process.env);
      const worst = findings.find((finding) => !finding.ok);
      const rows = findings.map((finding) => [finding.ok ? 'ok' : 'FAULT', finding.check, finding.found]);
      printerOf(command).result({ ok: worst === undefined, findings: findings.map(({ code: _code, ...finding }) => finding) }, table(rows));
      process.exitCode = worst?.code ?? exits.done;
    });
}

async function examine(client: Client, environment: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const node = { check: 'Node', ok: isSupported(process.versions.node), found: process.versions.node, code: exits.configuration };
  const alive = await tried('service', `answers at ${client.url.origin}`, () => client.get('/healthz', anything));
  if (!alive.ok) return [node, alive];
  const ready = await tried('database', 'ready', () => client.get('/readyz', anything));
  const speaking = ready.ok ? findingsOf(await client.get('/readyz', readiness)) : [];
  const token =
    environment.GATEBELL_TOKEN === undefined
      ? { check: 'token', ok: false, found: 'GATEBELL_TOKEN is not set', code: exits.configuration }
      : await tried('token', 'accepted', () => client.get('/v1/goals?limit=1', anything));
  return [node, alive, ready, ...speaking, ...receivingSlack(environment), token];
}

const trouble = z.object({ reason: z.string(), fix: z.string() });

const readiness = z.object({
  platforms: z.record(
    z.string(),
    z.object({ failing: z.string().nullable(), sockets: z.number().nullable(), trouble: trouble.nullable() }),
  ),
  broken_routes: z.array(trouble.extend({ route: z.string(), since: z.string() })),
});

/** How each platform does, and each route on which nothing can be put: what is missing, and what to do. */
function findingsOf({ platforms, broken_routes }: z.infer<typeof readiness>): readonly Finding[] {
  const ofPlatforms = Object.entries(platforms).map(([name, { failing, sockets, trouble: found }]) => {
    const connected = sockets === null ? 'works' : `works, ${sockets} connections open`;
    const wrong = found === null ? failing : `${found.reason}. ${found.fix}`;
    return { check: name, ok: wrong === null, found: wrong ?? connected, code: exits.refused };
  });
  const ofRoutes = broken_routes.map(({ route, reason, fix, since }) => {
    return { check: `route ${route}`, ok: false, found: `broken since ${since}: ${reason}. ${fix}`, code: exits.refused };
  });
  return [...ofPlatforms, ...ofRoutes];
}

/** A bot token alone can speak and not hear. */
function receivingSlack(environment: NodeJS.ProcessEnv): readonly Finding[] {
  if (!environment.SLACK_BOT_TOKEN || environment.SLACK_APP_TOKEN || environment.SLACK_SIGNING_SECRET) return [];
  const found = 'SLACK_APP_TOKEN is not set: make an app-level token with connections:write on the page Basic Information of the app';
  return [{ check: 'Slack', ok: false, found, code: exits.configuration }];
}

async function tried(check: string, well: string, call: () => Promise<unknown>): Promise<Finding> {
  try {
    await call();
    return { check, ok: true, found: well, code: exits.done };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { check, ok: false, found: error.message, code: error.code };
  }
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 18);
}
