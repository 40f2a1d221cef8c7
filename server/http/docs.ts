import type { Context } from 'hono';
import { refusalTitles } from '../../src/refusal.ts';
import type { RefusalCode } from '../../src/refusal.ts';
import { boundVerbs, boundViews } from './bound.ts';
import { entryMeanings } from './entry-meanings.ts';
import { fixes } from './fixes.ts';
import { laterCalls } from './later-calls.ts';
import { followEvents, readFile } from './plain-calls.ts';
import { statuses } from './problem.ts';
import { reasonMeanings } from './reason-meanings.ts';
import { respondText } from './respond.ts';

const style = [
  'body{font:15px/1.5 system-ui;max-width:70rem;margin:2rem auto;padding:0 1rem}',
  'td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0}',
  'code{white-space:nowrap}',
].join('');

/** `/docs`: the calls, the refusals and the entry types, from where they stand in the code. */
export function docsCall(): (context: Context) => Promise<Response> {
  const page = docsPage();
  return async () => respondText('text/html; charset=utf-8', page);
}

function docsPage(): string {
  const calls = [
    ...boundVerbs().map(({ verb, binding }) => [`${binding.method} ${binding.path}`, verb.name, verb.summary, verb.callers.join(', ')]),
    ...boundViews().map(({ view, binding }) => [`${binding.method} ${binding.path}`, view.name, view.summary, view.callers.join(', ')]),
    ...[followEvents, readFile].map(({ path, name, summary, callers }) => [`GET ${path}`, name, summary, callers.join(', ')]),
  ].sort(([a = ''], [b = '']) => a.split(' ').reverse().join(' ').localeCompare(b.split(' ').reverse().join(' ')));
  const codes = Object.keys(refusalTitles) as RefusalCode[]; // the keys of the closed list
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Gatebell: HTTP API</title>',
    `<style>${style}</style>`,
    '<h1>Gatebell: HTTP API</h1><p>Shapes of all calls: <a href="/openapi.json">openapi.json</a>.</p>',
    '<h2>Calls</h2>',
    table(['call', 'name', 'what it does', 'who'], calls),
    '<h2>Calls of a later part</h2>',
    table(
      ['call'],
      laterCalls.map(([method, path]) => [`${method} ${path}`]),
    ),
    '<h2 id="refusals">Refusals</h2>',
    table(
      ['code', 'status', 'meaning', 'fix'],
      codes.map((code) => [code, String(statuses[code]), refusalTitles[code], fixes[code]]),
    ),
    '<h2>Reasons of a turn</h2>',
    table(['code', 'meaning'], Object.entries(reasonMeanings)),
    '<h2>Entry types</h2>',
    table(['type', 'meaning'], Object.entries(entryMeanings)),
    '</html>',
  ].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map(
    ([first = '', ...rest]) =>
      `<tr id="${escaped(first)}"><td><code>${escaped(first)}</code></td>${rest.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`,
  );
  return `<table><tr>${head.map((name) => `<th>${name}</th>`).join('')}</tr>${lines.join('')}</table>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
