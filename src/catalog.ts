import type { Verb, View } from './verb.ts';

/** Every verb, listed once. What stands here is at once in HTTP, OpenAPI and the docs. */
export const verbs = {} as const satisfies Record<string, Verb<never, unknown>>;

/** Every view, listed once. */
export const views = {} as const satisfies Record<string, View<never, unknown>>;
