import { pathToFileURL } from 'node:url';

/** A database path as the URL that the client takes: a path may hold what a URL gives a meaning to. */
export function fileUrl(file: string): string {
  return pathToFileURL(file).href;
}
