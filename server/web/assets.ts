import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../sha256.ts';

/** One file that browsers load, at a path that changes with its bytes. */
export type Asset = { readonly path: string; readonly type: string; readonly text: string };

export type Assets = { readonly script: Asset; readonly style: Asset };

/** What the build made for browsers. */
export async function readAssets(folder: string): Promise<Assets> {
  const [script, style] = await Promise.all(['inbox.js', 'inbox.style.css'].map((name) => readFile(join(folder, name), 'utf8')));
  return assetsOf(script ?? '', style ?? '');
}

export function assetsOf(script: string, style: string): Assets {
  return {
    script: { path: `/assets/inbox.${sha256Hex(script).slice(0, 12)}.js`, type: 'text/javascript; charset=utf-8', text: script },
    style: { path: `/assets/inbox.${sha256Hex(style).slice(0, 12)}.css`, type: 'text/css; charset=utf-8', text: style },
  };
}
