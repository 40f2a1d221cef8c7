import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, or } from 'drizzle-orm';
import type { GateId } from '../../src/ids.ts';
import { house } from '../../src/ids.ts';
import type { Reads } from '../../src/ports.ts';
import { post, route, routeTrouble } from '../schema.ts';
import type { Ask } from './compile.ts';
import type { RouteTrouble } from '../../src/post/trouble.ts';
import { build, compile, compileSingle, compileWrite, given } from './compile.ts';
import { postOf } from './post.ts';
import { firstOf, fromText, listed, statesOf } from './rows.ts';

const row = { state: route.state, stream: route.stream };
const open = eq(route.phase, 'open');

export const routeQueries = {
  route: compileSingle(
    build
      .select(row)
      .from(route)
      .where(eq(route.id, given('id'))),
  ),
  routes: compile(
    build
      .select(row)
      .from(route)
      .where(gt(route.id, given('after')))
      .orderBy(asc(route.id))
      .limit(given('limit')),
  ),
  routesOfGoal: compile(
    build
      .select(row)
      .from(route)
      .where(and(eq(route.goal, given('goal')), gt(route.id, given('after'))))
      .orderBy(asc(route.id))
      .limit(given('limit')),
  ),
  routesFor: compile(
    build
      .select(row)
      .from(route)
      .where(or(and(eq(route.goal, given('goal')), open), and(isNull(route.goal), open)))
      .orderBy(asc(route.id)),
  ),
  terminalRoute: compile(
    build
      .select(row)
      .from(route)
      .where(and(eq(route.place, 'terminal:terminal'), gt(route.person, '')))
      .orderBy(desc(route.phase), asc(route.id))
      .limit(1),
  ),
  routesAt: compile(
    build
      .select(row)
      .from(route)
      .where(and(eq(route.place, given('place')), open))
      .orderBy(asc(route.id)),
  ),
  routesOf: compile(
    build
      .select(row)
      .from(route)
      .where(and(eq(route.person, given('person')), open))
      .orderBy(asc(route.id)),
  ),
  routesShowing: compile(
    build
      .select(row)
      .from(post)
      .innerJoin(route, eq(route.id, post.route))
      .where(and(eq(post.gate, given('gate')), open))
      .orderBy(asc(route.id)),
  ),
  /** A route that was closed is in nobody's way any more. */
  troubles: compile(
    build
      .select(getTableColumns(routeTrouble))
      .from(routeTrouble)
      .innerJoin(route, eq(route.id, routeTrouble.route))
      .where(and(gt(routeTrouble.since, ''), open))
      .orderBy(asc(routeTrouble.since)),
  ),
  trouble: compile(
    build
      .select()
      .from(routeTrouble)
      .where(eq(routeTrouble.route, given('route'))),
  ),
  postsOfMessage: compile(
    build
      .select()
      .from(post)
      .where(eq(post.message, given('message')))
      .orderBy(asc(post.id)),
  ),
  gatesShownOn: compile(
    build
      .select({ gate: post.gate })
      .from(post)
      .where(and(eq(post.route, given('route')), isNotNull(post.gate), isNotNull(post.message)))
      .limit(given('limit')),
  ),
  postsOfGate: compile(
    build
      .select()
      .from(post)
      .where(eq(post.gate, given('gate')))
      .orderBy(asc(post.id)),
  ),
};

export const routeWrites = {
  /** The first trouble stands until it is over: later ones change nothing. */
  broken: compileWrite(
    build
      .insert(routeTrouble)
      .values({ route: given('route'), reason: given('reason'), fix: given('fix'), since: given('since') })
      .onConflictDoNothing(),
  ),
  healed: compileWrite(build.delete(routeTrouble).where(eq(routeTrouble.route, given('route')))),
};

type Asked = Pick<
  Reads,
  | 'route'
  | 'routes'
  | 'routesFor'
  | 'routesOf'
  | 'terminalRoute'
  | 'routesAt'
  | 'routeTroubles'
  | 'postsOfGate'
  | 'postsOfMessage'
  | 'gatesShownOn'
>;

export function routeReads(ask: Ask): Asked {
  return {
    route: async (id) => firstOf('route', await ask(routeQueries.route, { id })),
    routes: async (goal, page) => {
      const query = goal === undefined ? routeQueries.routes : routeQueries.routesOfGoal;
      return listed(statesOf('route', await ask(query, { goal: goal ?? null, ...fromText(page) }, house)), page, (of) => of.id);
    },
    routesFor: async (goal) => statesOf('route', await ask(routeQueries.routesFor, { goal }, house)),
    routesOf: async (person) => statesOf('route', await ask(routeQueries.routesOf, { person }, house)),
    terminalRoute: async () => firstOf('route', await ask(routeQueries.terminalRoute, {}, house)),
    routesAt: async (platform, address) => statesOf('route', await ask(routeQueries.routesAt, { place: `${platform}:${address}` }, house)),
    routeTroubles: async () => (await ask(routeQueries.troubles, {})) as readonly RouteTrouble[], // written from a Route and an Instant
    postsOfMessage: async (message) => (await ask(routeQueries.postsOfMessage, { message })).map(postOf),
    gatesShownOn: async (on, limit) => (await ask(routeQueries.gatesShownOn, { route: on, limit })).map(({ gate }) => gate as GateId), // never null here
    postsOfGate: async (gate) => (await ask(routeQueries.postsOfGate, { gate })).map(postOf),
  };
}
