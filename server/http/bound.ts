import { verbs, views } from '../../src/catalog.ts';
import type { AnyVerb, AnyView } from '../../src/verb.ts';
import { verbBindings, viewBindings } from './bindings.ts';
import type { Binding } from './bindings.ts';

/** The verbs that have a call, with their bindings. */
export function boundVerbs(): readonly { readonly verb: AnyVerb; readonly binding: Binding }[] {
  const bindings: Readonly<Record<string, Binding | 'internal'>> = verbBindings;
  return Object.values<AnyVerb>(verbs).flatMap((verb) => {
    const binding = bindings[verb.name];
    return binding === undefined || binding === 'internal' ? [] : [{ verb, binding }];
  });
}

export function boundViews(): readonly { readonly view: AnyView; readonly binding: Binding }[] {
  const bindings: Readonly<Record<string, Binding>> = viewBindings;
  return Object.values<AnyView>(views).flatMap((view) => {
    const binding = bindings[view.name];
    return binding === undefined ? [] : [{ view, binding }];
  });
}
