import { and, asc, count, eq, gt, inArray, or } from 'drizzle-orm';
import { house } from '../../src/ids.ts';
import type { Reads } from '../../src/ports.ts';
import { agent, agentGoal, identity, linkCode, loginCode, person, personRole, token } from '../schema.ts';
import type { Ask } from './compile.ts';
import { build, compile, compileSingle, given, givenList } from './compile.ts';
import { firstOf, fromText, listed, statesOf } from './rows.ts';

const ofPerson = { state: person.state, stream: person.stream };
const ofAgent = { state: agent.state, stream: agent.stream };
const ofIdentity = { state: identity.state, stream: identity.stream };
const ofToken = { state: token.state, stream: token.stream };

export const peopleQueries = {
  person: compileSingle(
    build
      .select(ofPerson)
      .from(person)
      .where(or(eq(person.id, given('ref')), eq(person.slug, given('ref')))),
  ),
  people: compile(
    build
      .select(ofPerson)
      .from(person)
      .where(gt(person.slug, given('after')))
      .orderBy(asc(person.slug))
      .limit(given('limit')),
  ),
  peopleById: compile(
    build
      .select(ofPerson)
      .from(person)
      .where(inArray(person.id, givenList('ids'))),
  ),
  peopleWithRole: compile(
    build
      .select(ofPerson)
      .from(personRole)
      .innerJoin(person, eq(person.id, personRole.of))
      .where(eq(personRole.role, given('role')))
      .orderBy(asc(personRole.of)),
  ),
  agent: compileSingle(
    build
      .select(ofAgent)
      .from(agent)
      .where(or(eq(agent.id, given('ref')), eq(agent.slug, given('ref')))),
  ),
  agents: compile(
    build
      .select(ofAgent)
      .from(agent)
      .where(gt(agent.slug, given('after')))
      .orderBy(asc(agent.slug))
      .limit(given('limit')),
  ),
  agentCount: compileSingle(
    build
      .select({ count: count().as('count') })
      .from(agentGoal)
      .where(eq(agentGoal.goal, given('goal'))),
  ),
  agentsOf: compile(
    build
      .select(ofAgent)
      .from(agentGoal)
      .innerJoin(agent, eq(agent.id, agentGoal.of))
      .where(eq(agentGoal.goal, given('goal')))
      .orderBy(asc(agentGoal.of)),
  ),
  token: compileSingle(
    build
      .select(ofToken)
      .from(token)
      .where(eq(token.id, given('id'))),
  ),
  tokenByHash: compileSingle(
    build
      .select(ofToken)
      .from(token)
      .where(eq(token.hash, given('hash'))),
  ),
  tokensOfPerson: compile(
    build
      .select(ofToken)
      .from(token)
      .where(eq(token.person, given('person')))
      .orderBy(asc(token.id)),
  ),
  operatorTokens: compile(
    build
      .select(ofToken)
      .from(token)
      .where(and(eq(token.holder, 'operator'), eq(token.phase, 'live')))
      .orderBy(asc(token.id)),
  ),
  loginCode: compileSingle(
    build
      .select({ state: loginCode.state, stream: loginCode.stream })
      .from(loginCode)
      .where(eq(loginCode.id, given('hash'))),
  ),
  identity: compile(
    build
      .select(ofIdentity)
      .from(identity)
      .where(eq(identity.id, given('id'))),
  ),
  identitiesOf: compile(
    build
      .select(ofIdentity)
      .from(identity)
      .where(inArray(identity.person, givenList('people')))
      .orderBy(asc(identity.id)),
  ),
  linkCode: compile(
    build
      .select({ state: linkCode.state, stream: linkCode.stream })
      .from(linkCode)
      .where(eq(linkCode.id, given('hash'))),
  ),
};

type Asked = Pick<
  Reads,
  | 'person'
  | 'people'
  | 'peopleById'
  | 'peopleWithRole'
  | 'agent'
  | 'agents'
  | 'agentCount'
  | 'agentsOf'
  | 'token'
  | 'tokenByHash'
  | 'tokensOfPerson'
  | 'operatorTokens'
  | 'loginCode'
  | 'identity'
  | 'identitiesOf'
  | 'linkCode'
>;

export function peopleReads(ask: Ask): Asked {
  return {
    person: async (ref) => firstOf('person', await ask(peopleQueries.person, { ref }, house)),
    people: async (page) => listed(statesOf('person', await ask(peopleQueries.people, fromText(page), house)), page, (of) => of.slug),
    peopleById: async (ids) => statesOf('person', await ask(peopleQueries.peopleById, { ids: JSON.stringify(ids) }, house)),
    peopleWithRole: async (role) => statesOf('person', await ask(peopleQueries.peopleWithRole, { role }, house)),
    agent: async (ref) => firstOf('agent', await ask(peopleQueries.agent, { ref }, house)),
    agents: async (page) => listed(statesOf('agent', await ask(peopleQueries.agents, fromText(page), house)), page, (of) => of.slug),
    agentCount: async (goal) => (await ask(peopleQueries.agentCount, { goal }, house))[0]?.count ?? 0,
    agentsOf: async (goal) => statesOf('agent', await ask(peopleQueries.agentsOf, { goal }, house)),
    token: async (id) => firstOf('token', await ask(peopleQueries.token, { id }, house)),
    tokenByHash: async (hash) => firstOf('token', await ask(peopleQueries.tokenByHash, { hash }, house)),
    tokensOfPerson: async (of) => statesOf('token', await ask(peopleQueries.tokensOfPerson, { person: of }, house)),
    operatorTokens: async () => statesOf('token', await ask(peopleQueries.operatorTokens, {}, house)),
    loginCode: async (hash) => firstOf('login_code', await ask(peopleQueries.loginCode, { hash }, house)),
    identity: async (id) => firstOf('identity', await ask(peopleQueries.identity, { id }, house)),
    identitiesOf: async (people) => statesOf('identity', await ask(peopleQueries.identitiesOf, { people: JSON.stringify(people) }, house)),
    linkCode: async (hash) => firstOf('link_code', await ask(peopleQueries.linkCode, { hash }, house)),
  };
}
