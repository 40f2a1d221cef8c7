// One script and one style for browsers, from server/web/client. Only what builds needs esbuild.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const client = fileURLToPath(new URL('./client', import.meta.url));

export async function bundle(outdir) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: { inbox: join(client, 'main.ts'), 'inbox.style': join(client, 'inbox.css') },
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
}
