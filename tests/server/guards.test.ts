import { beforeAll, describe, expect, test } from 'vitest'
import {
  hasRight,
  isRight,
  RIGHTS,
  STAFF_ROLES,
  type Right,
  type StaffMember,
  type StaffRole,
} from '../../src/platform/rules/access/staff-roles.ts'
import { type Feature, FEATURES, opens, type Plan } from '../../src/platform/rules/access/plans.ts'
import { api } from '../../src/app/server/routes.ts'
import type { Access } from '../../src/platform/server/api/endpoint.ts'
import { give, newPerson } from '../support/people.ts'
import { expectProblem } from '../support/refusals.ts'
import { type Answer, testServer, type Visitor } from '../support/test-server.ts'

// Every call is tried by a visitor and a free user, and one call of each access and method by all others (AUTHZ-01). The list
// of calls is the server's own, so new calls are included.
const server = testServer()

/** The role and plan that the guard sees, or null for a visitor who is not signed in. */
type Identity = (StaffMember & { plan: Plan }) | null

const player = (plan: Plan): Identity => ({ role: 'user', staffRoles: ['owner'], plan })
const staff = (staffRole: StaffRole): Identity => ({ role: 'admin', staffRoles: [staffRole], plan: 'free' })
const HIRED = STAFF_ROLES.filter((role) => role !== 'owner')
const actors: Record<string, Identity> = {
  'a visitor': null,
  'a deleted user': null,
  'a user with an expired session': null,
  'an unverified user': player('free'),
  'an unverified admin': player('free'),
  'a free user': player('free'),
  'a basic subscriber': player('basic'),
  'a pro subscriber': player('pro'),
  'a user with expired Pro': player('free'),
  'a user with expired Pro and active Basic': player('basic'),
  'an owner': staff('owner'),
  ...Object.fromEntries(HIRED.map((role) => [`staff for ${role}`, staff(role)])),
}
const visitors: Record<string, Visitor> = {}

beforeAll(async () => {
  const now = await server().now()
  const long = now - 60 * 86_400_000
  const add = async (name: string, options?: { verified: boolean }) => {
    const person = await newPerson(server(), options)
    visitors[name] = person.visitor
    return person.uid
  }
  visitors['a visitor'] = server().anonymous()
  visitors['a free user'] = await server().as('free')
  visitors['a basic subscriber'] = await server().as('basic')
  visitors['a pro subscriber'] = await server().as('pro')
  visitors['an owner'] = await server().as('admin')
  const ended = await add('a user with an expired session')
  await server().rows`update sessions set seen_at = now() - interval '31 days' where user_id = ${ended}`
  await add('an unverified user', { verified: false })
  const admin = await add('an unverified admin', { verified: false })
  await server().rows`update users set role = 'admin' where id = ${admin}`
  for (const role of HIRED) {
    const id = await add(`staff for ${role}`)
    await server().rows`update users set role = 'admin', staff_roles = ${`{${role}}`} where id = ${id}`
  }
  await give(server(), await add('a user with expired Pro'), long)
  const both = await add('a user with expired Pro and active Basic')
  await give(server(), both, long)
  await give(server(), both, now, { plan: 'basic', length: { months: 12 } })
  const deleted = await add('a deleted user')
  await give(server(), deleted, now)
  await server().rows`update users set deleted_at = now(), role = 'admin' where id = ${deleted}`
})

/** The status of the refusal, or null if the actor is allowed. `opens` is tested in src/platform/rules/access/plans.test.ts. */
function expected(access: Access, identity: Identity): number | null {
  if (access === 'anyone') return null
  if (!identity) return 401
  if (access === 'signed-in') return null
  if (isRight(access)) return hasRight(identity, access) ? null : 403
  return opens(identity, access) ? null : 402
}

/** The right of each part of the staff area. A call with another right would open it to a wrong role. */
const RIGHT_OF_PARTS: Record<Right, string> = {
  staff: 'overview',
  'enter-results': 'draws desk gaps held-results late-draws channels channel-posts channel-preview',
  'manage-games': 'calendar games games-order number-groups',
  'publish-forecasts': 'predictions prediction-form images multipliers author forecast-record',
  'help-people': 'users',
  'grant-time': '',
  'see-payments': 'payments alarms',
  'see-money': 'money growth prices',
  'refund-payments': 'refund-limit',
  'move-money': 'vouchers compensations',
  'post-notices': 'announcements notices',
  'read-audit': 'audit',
  operate: 'status ready restore log-texts samples',
  'set-contact': 'help-contact',
  'connect-channels': '',
  'manage-staff': '',
  'talk-to-players': 'plan-mails',
}

/** The calls that need more than their part. */
const RIGHT_OF_CALLS: Record<string, Right> = {
  'GET /api/admin/alarms/count': 'staff',
  'POST /api/admin/alarms/:id/close': 'move-money',
  'POST /api/admin/announcements': 'talk-to-players',
  'POST /api/admin/channels': 'connect-channels',
  'POST /api/admin/channels/:id': 'connect-channels',
  'POST /api/admin/channels/:id/disconnect': 'connect-channels',
  'POST /api/admin/channels/:id/texts': 'connect-channels',
  'POST /api/admin/payments/:reference/refund': 'refund-payments',
  'POST /api/admin/refund-limit': 'move-money',
  'POST /api/admin/prices': 'move-money',
  'POST /api/admin/prices/:id/withdraw': 'move-money',
  'GET /api/admin/users/:id/grants/preview': 'grant-time',
  'POST /api/admin/users/:id/grants': 'grant-time',
  'POST /api/admin/users/:id/grants/:grant/revoke': 'grant-time',
  'POST /api/admin/payments/:reference/restore': 'move-money',
  'POST /api/admin/people/export': 'manage-staff',
  'POST /api/admin/users/:id/see': 'manage-staff',
  'PATCH /api/admin/users/:id': 'manage-staff',
  'DELETE /api/admin/users/:id': 'manage-staff',
}

/** All that a person of each role may do. The rest is for owners alone. */
const RIGHTS_OF_ROLES: Record<Exclude<StaffRole, 'owner'>, string> = {
  results: 'staff enter-results manage-games post-notices',
  forecasts: 'staff publish-forecasts',
  support: 'staff help-people grant-time see-payments',
  finance: 'staff see-payments see-money refund-payments',
}

test.each(HIRED)('staff for %s have the rights of their role and no other', (role) => {
  const has = (right: Right) => hasRight({ role: 'admin', staffRoles: [role] }, right)
  const rights = Object.keys(RIGHTS) as Right[]
  expect(rights.filter(has).join(' ')).toBe(RIGHTS_OF_ROLES[role])
})

test('the right of each call of the staff area is that of its part', () => {
  const partOf = (name: string) => name.split(/[ /]/)[4]!
  const rightOf = (name: string) =>
    RIGHT_OF_CALLS[name] ??
    Object.entries(RIGHT_OF_PARTS).find(([, parts]) => parts.split(' ').includes(partOf(name)))?.[0]
  const inStaffArea = Object.entries(api).filter(([name]) => name.includes('/api/admin/'))
  expect(inStaffArea.map(([name, { access }]) => [name, access])).toEqual(
    inStaffArea.map(([name]) => [name, rightOf(name)]),
  )
})

const calls = Object.entries(api)
  .map(([name, { access }]) => {
    const [method, path] = name.split(' ') as [string, string]
    return { name, method, path: path.replace(/:\w+/g, '1'), access }
  })
  // Signing out ends the session, so it is the last call.
  .sort((a, b) => Number(a.name.endsWith('sign-out')) - Number(b.name.endsWith('sign-out')))

/** One call of each access and method. */
const typical = [...Map.groupBy(calls, ({ method, access }) => `${method} ${access}`).values()].map(
  ([first]) => first!,
)
const planOf = (access: Access): Plan => (access in FEATURES ? FEATURES[access as Feature] : 'free')

/** The refusal names the plan and its price, and has no data. */
function expectLocked({ body, headers }: Answer<any>, plan: Plan): void {
  const { status, code, title, requestId, ...more } = body
  expect([status, code, more]).toEqual([402, 'plan-needed', {}])
  const price = plan === 'basic' ? 'Basic plan, ₦2,000 per year' : 'Pro plan, ₦1,500 per month'
  expect(title).toBe(`This needs the ${price}.`)
  expect(headers.get('etag')).toBeNull()
  expect(requestId).not.toBe('')
}

describe.each(Object.entries(actors))('%s', (name, identity) => {
  const tried = ['a visitor', 'a free user'].includes(name) ? calls : typical
  test.each(tried)('$name', async (call) => {
    const { method, path, access } = call
    const visitor = visitors[name]!
    const answer = await visitor.request(method, path)
    const refused = expected(access, identity)
    if (refused === null) {
      expect([401, 402, 403]).not.toContain(answer.status)
      expect(answer.status).toBeLessThan(500)
      return
    }
    expectProblem(answer)
    expect(answer.status).toBe(refused)
    if (refused === 402) expectLocked(answer, planOf(access))
    if (!typical.includes(call)) return
    // The guard comes before ETags and bodies, and applies to HEAD.
    const unchanged = await visitor.request(method, path, { headers: { 'if-none-match': '*' } })
    expect(unchanged.status).toBe(refused)
    if (method === 'GET') expect((await visitor.request('HEAD', path)).status).toBe(refused)
    else expect((await visitor.request(method, path, { body: [] })).status).toBe(refused)
  })
})
