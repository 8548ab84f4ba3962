import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { newPerson, PASSWORD, uidOf } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer({ settings: { TRUSTED_PROXIES: '0' } })
let admin: Visitor
let uid: string

const record = (date: string, headers: Record<string, string> = {}, by = admin) =>
  by.post('/api/admin/draws', { game: 'diamond', date, winning: [7, 12, 45, 60, 89] }, { headers })
const trail = async (query = '') => (await admin.get(`/api/admin/audit${query}`)).body
const addressOf = async (subject: string) => {
  const [row] = await server().rows`select address from audit where subject = ${subject}`
  return row!.address
}

beforeAll(async () => {
  admin = await server().as('admin')
  uid = await uidOf(server(), 'admin')
})

describe('the address of an entry', () => {
  test('is the connection’s; without a trusted proxy a header is ignored', async () => {
    const { body } = await record('2023-10-02', { 'x-forwarded-for': '203.0.113.9' })
    expect(await addressOf(`draw:${body.id}`)).toBe('127.0.0.1')
  })

  test.each([
    [
      '1',
      [
        ['6.6.6.6, 203.0.113.9', '203.0.113.9', '2023-10-09'],
        ['::ffff:203.0.113.9', '203.0.113.9', '2023-10-23'],
      ],
    ],
    ['2', [['203.0.113.9', '127.0.0.1', '2023-10-16']]],
  ] as const)('behind %s proxies is the last one that they name', async (proxies, headers) => {
    const proxied = await server().another({ TRUSTED_PROXIES: proxies })
    const staff = await proxied.as('admin')
    for (const [header, address, date] of headers) {
      const { body } = await record(date, { 'x-forwarded-for': header }, staff)
      expect([header, await addressOf(`draw:${body.id}`)]).toEqual([header, address])
    }
  })
})

describe('the trail', () => {
  test('shows actor, action, time, old and new values, reason and address', async () => {
    const { clock, db } = server().services
    const before = await clock.now(db)
    const { body } = await record('2023-11-02')
    const values = { date: '2023-11-02', winning: [7, 12, 45, 60, 88] }
    const corrected = await admin.request('PUT', `/api/admin/draws/${body.id}`, {
      body: { ...values, version: 1, reason: 'misread' },
    })
    const { entries, next } = await trail(`?subject=draw:${body.id}`)
    expect(next).toBeNull()
    expect(entries).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(Number),
        who: { uid, username: expect.any(String), email: 'admin@lotto.test' },
        action: 'draw.correct',
        subject: `draw:${body.id}`,
        did: 'corrected Diamond of Thu 2 Nov 2023: winning 7 - 12 - 45 - 60 - 88 (was 7 - 12 - 45 - 60 - 89)',
        old: expect.objectContaining({ winning: [7, 12, 45, 60, 89] }),
        new: expect.objectContaining({ winning: [7, 12, 45, 60, 88] }),
        reason: 'misread',
        more: null,
        address: '127.0.0.1',
        requestId: corrected.headers.get('x-request-id'),
      },
      expect.objectContaining({ action: 'draw.record', old: null, reason: null }),
    ])
    expect(entries[0].at).toBeGreaterThanOrEqual(before)
  })

  test('names games and users, also erased accounts', async () => {
    const { uid: person, email, visitor } = await newPerson(server())
    await admin.post(`/api/admin/users/${person}/end-sessions`, { confirm: true })
    const page = await trail(`?subject=user:${person}`)
    const { username } = (await admin.get(`/api/admin/users/${person}`)).body.user
    expect(page.entries.map((entry: any) => entry.did)).toEqual([
      `ended the sessions of ${username} (${email}): 1 session`,
    ])
    expect(page.names).toMatchObject({
      'game:diamond': 'Diamond',
      [`user:${person}`]: `${username} (${email})`,
    })

    await visitor.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    expect((await visitor.request('DELETE', '/api/profile', { body: { confirm: true } })).status).toBe(200)
    const after = await trail(`?subject=user:${person}`)
    expect(after.entries.map((entry: any) => entry.did)).toEqual([
      'deleted their account',
      'ended the sessions of a user (now deleted): 1 session',
    ])
    expect(JSON.stringify(after)).not.toContain(email)
  })

  test('filters by user, action, address and day', async () => {
    const { visitor, uid: person } = await newPerson(server())
    await visitor.post('/api/plans/free')
    const today = lagosDate(await server().now())
    const { username, email } = (await visitor.get('/api/me')).body
    for (const who of [person, username.toUpperCase(), email.toUpperCase()]) {
      const { entries } = await trail(`?${new URLSearchParams({ who })}`)
      expect(entries.map((entry: any) => [entry.action, entry.who.uid])).toEqual([['plan.choose', person]])
    }
    expect((await trail('?action=plan')).entries).toHaveLength(1)
    expect((await trail('?action=draw.c')).entries).toHaveLength(1)
    expect((await trail('?address=203.0.113.9')).entries.length).toBeGreaterThan(1)
    expect((await trail(`?from=${today}&to=${today}`)).entries.length).toBeGreaterThan(5)
    expect((await trail('?to=2023-01-01')).entries).toEqual([])
    expect((await trail('?who=program')).entries).toEqual([])
    expect((await trail('?who=&action=&subject=&address=&from=&to=')).entries.length).toBeGreaterThan(5)
  })

  test('a percent sign or an underscore in a filter is literal', async () => {
    for (const odd of ['%', '_', 'draw_record', '\\', "' or 1=1 --"]) {
      expect((await trail(`?${new URLSearchParams({ who: odd })}`)).entries).toEqual([])
      expect((await trail(`?${new URLSearchParams({ action: odd })}`)).entries).toEqual([])
    }
  })

  test('lists every entry once over its pages', async () => {
    await server().rows`insert into audit (at, action, subject, details)
          select now(), 'test.page', 'test:' || n, '{}' from generate_series(1, ${STAFF_LIMITS.auditPage * 2 + 5}) as n`
    const seen: string[] = []
    let after = ''
    for (let pages = 0; pages < 3; pages++) {
      const { entries, next } = await trail(`?action=test.page${after}`)
      seen.push(...entries.map((entry: any) => entry.subject))
      expect(next === null).toBe(pages === 2)
      after = `&after=${next}`
    }
    const all = Array.from({ length: STAFF_LIMITS.auditPage * 2 + 5 }, (_, i) => `test:${i + 1}`)
    expect(seen).toEqual(all.toReversed())
  })
})

describe('the file', () => {
  test('contains all matching entries over all pages, in named columns', async () => {
    const answer = await admin.get('/api/admin/audit/export?action=test.page')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-[\d-]{10}\.csv"$/)
    const rows = parse(answer.text, { bom: true, columns: true })
    expect(rows.map((row: any) => row.subject)).toEqual(
      Array.from({ length: STAFF_LIMITS.auditPage * 2 + 5 }, (_, i) => `test:${i + 1}`).toReversed(),
    )
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(rows[0]).toMatchObject({ 'time in Lagos': time, who: '', address: '' })
  })

  test('contains no formula of a spreadsheet (INJ-04)', async () => {
    for (const [i, reason] of ['=1+1', '+1', '-1', '@sum(a1)', '\t=1', '"=1"', 'a,b\r\nc'].entries()) {
      const details = JSON.stringify({ reason })
      await server().rows`insert into audit (at, action, subject, details)
            values (now(), 'test.formula', ${`=cmd${i}`}, ${details}::jsonb)`
    }
    const { text } = await admin.get('/api/admin/audit/export?action=test.formula')
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]
    expect(rows.map((row) => row.reason).toReversed()).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@sum(a1)",
      "'\t=1",
      '"=1"',
      'a,b\r\nc',
    ])
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
  })

  test('is only a header without entries', async () => {
    const { text } = await admin.get('/api/admin/audit/export?action=nothing')
    expect(text).toBe(
      '\uFEFFentry,time in Lagos,who,email,what,action,subject,before,after,reason,details,address,request\r\n',
    )
  })
})
