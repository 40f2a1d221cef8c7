import { and, asc, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { house } from '../../src/ids.ts';
import type { Reads } from '../../src/ports.ts';
import { post, route } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileSingle, given } from './compile.ts';
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
  terminalRoute: compile(build.select(row).from(route).where(gt(route.person, '')).orderBy(desc(route.phase), asc(route.id)).limit(1)),
  postsOfGate: compile(
    build
      .select()
      .from(post)
      .where(eq(post.gate, given('gate')))
      .orderBy(asc(post.id)),
  ),
};

type Asked = Pick<Reads, 'route' | 'routes' | 'routesFor' | 'terminalRoute' | 'postsOfGate'>;

export function routeReads(ask: Ask): Asked {
  return {
    route: async (id) => firstOf('route', await ask(routeQueries.route, { id })),
    routes: async (goal, page) => {
      const query = goal === undefined ? routeQueries.routes : routeQueries.routesOfGoal;
      return listed(statesOf('route', await ask(query, { goal: goal ?? null, ...fromText(page) }, house)), page, (of) => of.id);
    },
    routesFor: async (goal) => statesOf('route', await ask(routeQueries.routesFor, { goal }, house)),
    terminalRoute: async () => firstOf('route', await ask(routeQueries.terminalRoute, {}, house)),
    postsOfGate: async (gate) => (await ask(routeQueries.postsOfGate, { gate })).map(postOf),
  };
}
