/** Which methods each path takes: to tell a wrong method from a wrong path. */
export function pathBook(): {
  readonly add: (method: string, path: string) => void;
  readonly methodsOf: (path: string) => readonly string[];
} {
  const known: { readonly method: string; readonly form: RegExp }[] = [];
  return {
    add: (method, path) => known.push({ method, form: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`) }),
    methodsOf: (path) => [...new Set(known.filter(({ form }) => form.test(path)).map(({ method }) => method))],
  };
}
