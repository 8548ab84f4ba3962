import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Feature, FEATURES, opens, type Plan, type Role } from '../../src/domain/plans.ts'
import { api } from '../../src/server/routes.ts'
import type { Access } from '../../src/server/api/endpoint.ts'
import { rowsOf } from '../support/database.ts'
import { give, newPerson } from '../support/people.ts'
import { expectProblem } from '../support/refusals.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// Everybody tries everything (AUTHZ-01). The table of calls is the server's own, so a new call is tried by itself.
const server = testServer()

/** Who somebody is to the guard: nobody, or a role and a plan. */
type Standing = { role: Role; plan: Plan } | null
const actors: Record<string, Standing> = {
  'nobody signed in': null,
  'somebody deleted': null,
  'somebody whose session ended': null,
  'somebody unverified': { role: 'user', plan: 'free' },
  'an admin who is unverified': { role: 'user', plan: 'free' },
  'a free user': { role: 'user', plan: 'free' },
  'a basic subscriber': { role: 'user', plan: 'basic' },
  'a pro subscriber': { role: 'user', plan: 'pro' },
  'somebody whose pro has expired': { role: 'user', plan: 'free' },
  'somebody whose pro has expired but basic runs': { role: 'user', plan: 'basic' },
  'an admin': { role: 'admin', plan: 'free' },
}
const visitors: Record<string, Visitor> = {}

beforeAll(async () => {
  const { clock, db } = server().services
  const now = await clock.now(db)
  const long = now - 60 * 86_400_000
  const add = async (name: string, options?: { verified: boolean }) => {
    const person = await newPerson(server(), options)
    visitors[name] = person.visitor
    return person.uid
  }
  visitors['nobody signed in'] = server().anonymous()
  visitors['a free user'] = await server().as('free')
  visitors['a basic subscriber'] = await server().as('basic')
  visitors['a pro subscriber'] = await server().as('pro')
  visitors['an admin'] = await server().as('admin')
  const ended = await add('somebody whose session ended')
  await rowsOf(
    server(),
    sql`update sessions set seen_at = now() - interval '31 days' where user_id = ${ended}`,
  )
  await add('somebody unverified', { verified: false })
  const admin = await add('an admin who is unverified', { verified: false })
  await rowsOf(server(), sql`update users set role = 'admin' where id = ${admin}`)
  await give(server(), await add('somebody whose pro has expired'), long)
  const both = await add('somebody whose pro has expired but basic runs')
  await give(server(), both, long)
  await give(server(), both, now, { plan: 'basic', length: { months: 12 } })
  const deleted = await add('somebody deleted')
  await give(server(), deleted, now)
  await rowsOf(server(), sql`update users set deleted_at = now(), role = 'admin' where id = ${deleted}`)
})

/** The status of a refusal, or null for somebody who is let in: what the design's table of section 4 says. */
function expected(access: Access, standing: Standing): number | null {
  if (access === 'anyone') return null
  if (!standing) return 401
  if (access === 'signed-in') return null
  if (access === 'admin') return standing.role === 'admin' ? null : 403
  return opens(standing, access) ? null : 402
}

const calls = Object.entries(api)
  .map(([name, { access }]) => {
    const [method, path] = name.split(' ') as [string, string]
    return { name, method, path: path.replace(/:\w+/g, '1'), access }
  })
  // It ends the session, so it comes last.
  .sort((a, b) => Number(a.name.endsWith('sign-out')) - Number(b.name.endsWith('sign-out')))

describe.each(Object.entries(actors))('%s', (name, standing) => {
  test.each(calls)('$name', async ({ method, path, access }) => {
    const visitor = visitors[name]!
    const answer = await visitor.request(method, path)
    const refused = expected(access, standing)
    if (refused === null) {
      expect([401, 402, 403]).not.toContain(answer.status)
      expect(answer.status).toBeLessThan(500)
      return
    }
    expectProblem(answer)
    expect(answer.status).toBe(refused)
    // Guards come before everything else of the request: a version that matches, a body, a method without an answer.
    const unchanged = await visitor.request(method, path, { headers: { 'if-none-match': '*' } })
    expect(unchanged.status).toBe(refused)
    if (method === 'GET') expect((await visitor.request('HEAD', path)).status).toBe(refused)
    else expect((await visitor.request(method, path, { body: [] })).status).toBe(refused)
  })
})

describe('a locked call', () => {
  const planOf = (access: Access): Plan => (access in FEATURES ? FEATURES[access as Feature] : 'free')
  const locked = calls.filter(({ access }) => planOf(access) !== 'free')

  test.each(locked)(
    '$name says what opens it and carries no figure but the price',
    async ({ path, access }) => {
      const answer = await (await server().as('free')).get(path)
      const { status, code, title, requestId, ...more } = answer.body
      expect([status, code, more]).toEqual([402, 'plan-needed', {}])
      const price = planOf(access) === 'basic' ? 'Basic plan, ₦2,000 per year' : 'Pro plan, ₦1,500 per month'
      expect(title).toBe(`This needs the ${price}.`)
      expect(answer.headers.get('etag')).toBeNull()
      expect(requestId).not.toBe('')
    },
  )
})
