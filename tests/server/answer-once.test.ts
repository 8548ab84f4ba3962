// A form that is sent again, because its answer was lost, makes nothing again. The list of calls is the server's own.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DAY, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { FORM_ID } from '../../src/platform/rules/base/limits.ts'
import { api } from '../../src/app/server/routes.ts'
import type { Endpoint } from '../../src/platform/server/api/endpoint.ts'
import { newPerson, uidOf } from '../support/people.ts'
import { statusesOf, testServer, type Visitor } from '../support/test-server.ts'

const server = testServer({ standIns: true })
const calls = Object.entries<Endpoint>(api)

/** The day that is so many days from now. */
const dayIn = async (days: number) => lagosDate((await server().now()) + days * DAY)
const REASON = 'A test of repeats'

/** What cancels one of the draws of next week. */
async function cancellation(place: number) {
  const admin = await server().as('admin')
  const { games } = (await admin.get(`/api/admin/calendar?date=${await dayIn(7)}`)).body
  type Day = { date: string; schedule: unknown; seen: number | null }
  const drawn = games.flatMap(({ key, days }: { key: string; days: Day[] }) =>
    days.flatMap(({ date, schedule, seen }) => (schedule ? { game: key, date, seen } : [])),
  )
  return { ...drawn.at(place), kind: 'cancelled', time: '', toDate: '', reason: REASON }
}

/** What each call that makes something is sent. */
const BODIES: Record<string, () => Promise<object>> = {
  'POST /api/admin/announcements': async () => ({
    text: 'Diamond is late.',
    audience: 'all',
    from: '',
    until: `${await dayIn(2)}T18:00`,
    game: 'diamond',
    reason: REASON,
  }),
  'POST /api/admin/notices': async () => {
    const draw = await cancellation(0)
    expect((await (await server().as('admin')).post('/api/admin/calendar', draw)).status).toBe(201)
    return { kind: 'cancelled', game: draw.game, date: draw.date, notify: false }
  },
  'POST /api/admin/help-contact': async () => ({
    email: 'help@lotto.example',
    whatsapp: '',
    hours: '',
    name: '',
    licence: '',
    state: '',
    reason: REASON,
    seen: 0,
  }),
  'POST /api/admin/plan-mails': async () => {
    await newPerson(server())
    return { group: 'never-paid', text: 'The record is open.' }
  },
  'POST /api/admin/prices': async () => ({
    plan: 'pro',
    kobo: 175_000,
    holdsFrom: await dayIn(60),
    reason: REASON,
  }),
  'POST /api/admin/vouchers': async () => ({ plan: 'pro', vouchers: 3, name: 'Kiosk', reason: REASON }),
  'POST /api/admin/users': async () => ({ email: 'added@lotto.example', username: 'Added', reason: REASON }),
  'POST /api/admin/users/:id/notes': async () => ({ text: 'Paid in cash.' }),
  'POST /api/admin/users/:id/grants': async () => ({ plan: 'pro', length: { days: 7 }, reason: REASON }),
  'POST /api/admin/compensations': async () => ({
    plan: 'pro',
    date: await dayIn(-1),
    days: 1,
    reason: REASON,
  }),
  'POST /api/admin/number-groups': async () => ({ numbers: '2-11-88' }),
  'POST /api/admin/games': async () => ({
    name: 'Harmattan',
    operator: 'Others',
    colour: null,
    firstSerial: null,
    validFrom: await dayIn(3),
    times: [{ weekday: 'monday', close: 600 }],
  }),
  'POST /api/admin/games/:key/slots': async () => ({
    weekday: 'sunday',
    close: 700,
    expectedMinutes: 30,
    validFrom: await dayIn(9),
  }),
  'POST /api/admin/calendar': () => cancellation(-1),
  'POST /api/admin/calendar/holidays': async () => ({ date: await dayIn(12), reason: REASON }),
  'POST /api/admin/channels/:id/texts': async () => ({
    text: 'Results are late today.',
    purpose: 'information',
    approval: '',
    reason: REASON,
  }),
  'POST /api/admin/multipliers': async () => ({
    operator: 'Premier Lotto',
    bet: 'two_sure',
    validFrom: await dayIn(20),
    times: 33,
  }),
  'POST /api/slip': async () => ({
    bet: 'two_sure',
    numbers: '41 21',
    against: '',
    lineOf: '',
    stake: '100',
    game: '',
    from: '',
    until: '',
    once: true,
    notify: true,
  }),
}

const once = calls.filter(([, { creates }]) => creates === 'once-by-form').map(([route]) => route)
const pathOf = async (route: string) =>
  route
    .split(' ')[1]!
    .replace(':key', 'diamond')
    .replace('channels/:id', 'channels/1')
    .replace(':id', await uidOf(server(), 'free'))

const send = (visitor: Visitor, path: string, body: unknown, form: string) =>
  visitor.post(path, body, { headers: { [FORM_ID.header]: form } })

/** Everything that the database holds, by table, apart from counts of tries and the last use of a session. */
async function everything(): Promise<Record<string, string>> {
  const tables = await server().rows<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = 'public' and table_name not in ('rate_limits', 'sessions')`
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await server().rows<{ sum: string }>`select
      (xpath('/row/s/text()', query_to_xml(format(
        'select md5(coalesce(string_agg(t::text, ''|'' order by t::text), '''')) as s from %I t', ${name}::text),
        false, true, '')))[1]::text as sum`
    found[name] = row!.sum
  }
  return found
}

/** Calls that change a state: sent again, they find it changed. A new call is here, or says how it `creates`. */
const CHANGES = `
  admin/alarms/:id/close admin/announcements/:id/end admin/calendar/:id/undo admin/channel-posts/:id
  admin/channels/:id admin/channels/:id/disconnect admin/draws/:id/move admin/draws/:id/restore
  admin/draws/check admin/games/:key/end admin/late-draws/:id/acknowledge admin/log-texts/erase
  admin/payments/:reference/check admin/payments/:reference/restore admin/predictions/:id/withdraw
  admin/prices/:id/withdraw admin/ready/:part admin/refund-limit admin/restore/mails
  admin/restore/open-payments admin/samples/remove admin/users/:id/email admin/users/:id/email/cancel
  admin/users/:id/end-sessions admin/users/:id/grants/:grant/revoke admin/users/:id/proof-mail
  admin/users/:id/reset-second-factor admin/users/:id/see admin/users/:id/suspension
  admin/users/:id/suspension/end admin/people/export admin/vouchers/:id/cancel admin/vouchers/:id/confirm
  admin/vouchers/:id/sold analytics/events auth/link-social payments/:reference/confirm plans/free
  profile/age profile/analytics profile/break profile/password profile/proof profile/second-factor
  profile/second-factor/confirm profile/second-factor/recovery-codes push/test seeing/stop
`
  .trim()
  .split(/\s+/)
  .map((path) => `POST /api/${path}`)

test('every call that makes something says what makes a repeat harmless', () => {
  expect(once.toSorted()).toEqual(Object.keys(BODIES).toSorted())
  const posts = calls.filter(([route, { access }]) => route.startsWith('POST') && access !== 'anyone')
  const silent = posts.filter(([, { creates }]) => creates === undefined).map(([route]) => route)
  expect(silent.toSorted()).toEqual(CHANGES.toSorted())
  // A form without script sends no id.
  expect(posts.filter(([route, { form }]) => form && once.includes(route))).toEqual([])
})

test.each(once)('%s has one effect and one answer for two sends of a form', async (route) => {
  const admin = await server().as(route === 'POST /api/slip' ? 'free' : 'admin')
  if (route.includes('channels'))
    await server()
      .rows`insert into channels (id, chat, title, bot, bot_name, token, games, schedule, day_table,
      connected_at, connected_by) overriding system value
      values (1, '-1', 'Results', '1', 'bot', 'x', '{}', false, false, now(), 'x')`
  const [path, body, form] = [await pathOf(route), await BODIES[route]!(), randomUUID()]
  const before = await everything()
  const first = await send(admin, path, body, form)
  expect([first.status, first.text]).toEqual([api[route as keyof typeof api].status ?? 200, first.text])
  const after = await everything()
  expect(after).not.toEqual(before)
  const second = await send(admin, path, body, form)
  expect([second.status, second.body]).toEqual([first.status, first.body])
  expect(await everything()).toEqual(after)
})

test('two sends at once have one effect', async () => {
  const [admin, { uid }] = [await server().as('admin'), await newPerson(server())]
  const form = randomUUID()
  const body = { plan: 'pro', length: { days: 7 }, reason: REASON }
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => send(admin, `/api/admin/users/${uid}/grants`, body, form)),
  )
  expect(statusesOf(answers)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await server().rows`select id from grants where user_id = ${uid}`).toHaveLength(1)
})

test('a form with other values is refused with a sentence, and a refused one may be corrected', async () => {
  const [admin, { uid }] = [await server().as('admin'), await newPerson(server())]
  const path = `/api/admin/users/${uid}/notes`
  const form = randomUUID()
  expect((await send(admin, path, { text: ' ' }, form)).status).toBe(400)
  expect((await send(admin, path, { text: 'First' }, form)).status).toBe(201)
  const other = await send(admin, path, { text: 'Second' }, form)
  expect([other.status, other.body.code]).toEqual([409, 'conflict'])
  expect(other.body.title).toContain('This form was sent before with other values')
  expect((await send(admin, path, { text: 'Second' }, randomUUID())).status).toBe(201)
  expect((await send(admin, path, { text: 'Third' }, 'short')).status).toBe(400)
  expect((await admin.get(`/api/admin/users/${uid}`)).body.notes).toHaveLength(2)
})

test('the stored answers name no code, and go with their account', async () => {
  const admin = await server().as('admin')
  const form = randomUUID()
  const { body } = await send(
    admin,
    '/api/admin/vouchers',
    { plan: 'pro', vouchers: 1, name: 'Kiosk', reason: REASON },
    form,
  )
  const stored = JSON.stringify(await server().rows`select * from form_answers`)
  expect(stored).not.toContain(body.codes[0].code)
  expect(stored).not.toContain(form)
  const { uid, visitor } = await newPerson(server())
  const entry = await BODIES['POST /api/slip']!()
  expect((await send(visitor, '/api/slip', entry, randomUUID())).status).toBe(201)
  const rowsOf = () => server().rows`select form from form_answers where user_id = ${uid}`
  expect(await rowsOf()).toHaveLength(1)
  expect((await visitor.request('DELETE', '/api/profile', { body: { confirm: true } })).status).toBe(200)
  expect(await rowsOf()).toEqual([])
})
