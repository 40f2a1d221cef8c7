import type { IForbiddenRuleType } from 'dependency-cruiser';

const rooms = '^(?:src|db|server|bots)/';

/** Only the composition root, and the commands that work on the database file, see every room. */
const wiring = '^server/(?:(?:main|chats)\\.ts$|cli/)';

/** Directions between the rooms: server, bots -> src <- db. */
export const directions: readonly IForbiddenRuleType[] = [
  {
    name: 'kernel-alone',
    comment: 'src imports only itself and zod',
    severity: 'error',
    from: { path: '^src/' },
    to: { pathNot: ['^src/', 'node_modules/zod/'] },
  },
  {
    name: 'storage-serves-the-kernel',
    comment: 'db imports itself, src and packages: no other room',
    severity: 'error',
    from: { path: '^db/' },
    to: { path: '^(?:server|bots|test)/' },
  },
  {
    name: 'audit-by-itself',
    comment: 'db/audit checks the kernel, so it imports nothing from it',
    severity: 'error',
    from: { path: '^db/audit/' },
    to: { path: '^(?:src/|db/(?!audit/))' },
  },
  {
    name: 'bots-serve-the-kernel',
    comment: 'bots imports itself, src and packages: no other room',
    severity: 'error',
    from: { path: '^bots/' },
    to: { path: '^(?:server|db|test)/' },
  },
  {
    name: 'adapter-behind-the-port',
    comment: 'a bot adapter imports the port and what lies beside it, its own folder and its SDK: no other adapter, and not the kernel',
    severity: 'error',
    from: { path: '^bots/([^/]+)/' },
    to: { path: ['^bots/[^/]+/', '^src/'], pathNot: '^bots/$1/' },
  },
  {
    name: 'surface-over-the-kernel',
    comment: 'server imports itself, src and packages; only server/main.ts, server/chats.ts and the commands on the file see db and bots',
    severity: 'error',
    from: { path: '^server/', pathNot: wiring },
    to: { path: '^(?:db|bots|test)/' },
  },
  {
    name: 'demo-from-outside',
    comment: 'the demo uses the service like any other program: over HTTP',
    severity: 'error',
    from: { path: '^server/demo/' },
    to: { path: rooms, pathNot: '^server/demo/' },
  },
  {
    name: 'nothing-above-the-root',
    comment: 'only the command line starts the composition root',
    severity: 'error',
    from: { path: rooms, pathNot: '^server/cli/' },
    to: { path: '^server/(?:main\\.ts$|cli/)' },
  },
  {
    name: 'no-test-code-in-production',
    comment: 'nothing that runs imports from test',
    severity: 'error',
    from: { path: rooms, pathNot: '\\.config\\.ts$' },
    to: { path: '^test/' },
  },
  {
    name: 'no-development-package-in-production',
    comment: 'what runs is installed by npm ci --omit=dev',
    severity: 'error',
    from: { path: rooms, pathNot: ['\\.config\\.ts$', '^server/(?:build|web/bundle)\\.mjs$'] },
    to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
  },
  {
    name: 'every-import-found',
    comment: 'an import that leads nowhere hides a direction',
    severity: 'error',
    from: { path: rooms },
    to: { couldNotResolve: true },
  },
];

/** Types may name each other in a circle: they are gone at run time. Code may not, so this is asked of code without its types. */
export const noCycles: IForbiddenRuleType = {
  name: 'no-cycles',
  comment: 'no module needs itself to run',
  severity: 'error',
  from: { path: rooms },
  to: { circular: true },
};
