import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../../tests/support/database.ts'
import { beginGoogleSignIn, signInByGoogle, LINK } from '../../../tests/support/google.ts'
import { mailsTo } from '../../../tests/support/mails.ts'
import { give, newPerson, newStaff, PASSWORD, uidOf } from '../../../tests/support/people.ts'
import { statusesOf, testServer, type Visitor } from '../../../tests/support/test-server.ts'

const server = testServer({ standIns: true, settings: { LOG_LEVEL: 'debug' } })

const DAY = 86_400_000
const erase = (visitor: Visitor, body: unknown = { confirm: true }) =>
  visitor.request('DELETE', '/api/profile', { body })

/** The columns that contain a text, as `schema.table.column`. */
async function placesOf(text: string): Promise<string[]> {
  const columns = await server()
    .rows`select table_schema as schema, table_name as "table", column_name as "column"
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where t.table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
          and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'citext')`
  const questions = columns.map(
    ({ schema, table, column }) =>
      sql`select ${`${schema}.${table}.${column}`} as place from ${sql.identifier(schema)}.${sql.identifier(table)}
          where position(lower(${text}) in lower(${sql.identifier(column)}::text)) > 0`,
  )
  const found = await rowsOf(server(), sql.join(questions, sql` union `))
  return found.map(({ place }) => place as string).sort()
}

describe('deleting an account', () => {
  test('DATA-05: leaves only the ledger, the last mail for seven days, and nothing in the log', async () => {
    const { visitor, email, uid } = await newPerson(server())
    const username = 'Adaobi Nwachukwu-Quist'
    const google = { email: 'adaobi-at-google@example.com', sub: 'sub-of-adaobi', name: 'Adaobi at Google' }
    await visitor.request('PATCH', '/api/profile', { body: { username } })
    expect(await signInByGoogle(visitor, google, LINK)).toBe('linked')
    await visitor.post('/api/auth/request-password-reset', { email })
    await visitor.post('/api/auth/sign-in/email', { email, password: 'wrong' })
    await mailsTo(server(), email)
    await give(server(), uid, await server().now())
    await visitor.post('/api/auth/request-password-reset', { email })
    await beginGoogleSignIn(visitor, LINK)
    for (const text of [email, username, google.sub]) expect(await placesOf(text)).not.toEqual([])
    const [before] = await server().rows`select count(*)::int as grants from grants where user_id = ${uid}`

    expect((await erase(visitor)).status).toBe(200)
    expect(await placesOf(email)).toEqual(['public.mails.to'])
    const [mail] = await mailsTo(server(), email)
    expect(mail!.subject).toMatch(/^Your account was deleted/)
    for (const text of [username, google.email, google.sub, google.name, visitor.address])
      expect(
        (await placesOf(text)).filter((place) => place !== 'public.audit.address'),
        text,
      ).toEqual([])
    expect(await server().rows`select count(*)::int as grants from grants where user_id = ${uid}`).toEqual([
      before,
    ])

    server().services.clock.setOffset(8 * DAY)
    await server().rows`select graphile_worker.add_job('sweep')`
    await server().runJobs()
    server().services.clock.setOffset(0)
    expect(await placesOf(email)).toEqual([])

    const log = JSON.stringify(server().logs).toLowerCase()
    expect(log).toContain(uid.toLowerCase())
    for (const text of [email, username, google.email, google.sub, google.name, visitor.address])
      expect([text, log.includes(text.toLowerCase())]).toEqual([text, false])
  })

  test('ends every session at once, and no login works', async () => {
    const { visitor, email } = await newPerson(server())
    await signInByGoogle(visitor, { email }, LINK)
    const elsewhere = server().anonymous()
    await elsewhere.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    const { body } = await elsewhere.get('/api/auth/token')
    expect((await erase(visitor)).status).toBe(200)
    for (const other of [visitor, elsewhere]) expect((await other.get('/api/me')).status).toBe(401)
    const headers = { authorization: `Bearer ${body.token}` }
    expect((await server().anonymous().get('/api/getResults', { headers })).status).toBe(401)
    const again = await server().anonymous().post('/api/auth/sign-in/email', { email, password: PASSWORD })
    expect(again.status).toBe(401)
    const reset = await server().anonymous().post('/api/auth/request-password-reset', { email })
    expect(reset.status).toBe(404)
    const back = server().anonymous()
    expect(await signInByGoogle(back, { email })).toBe('new')
    expect((await back.get('/api/me')).body.subscription).toBe('free')
  })

  test('needs a confirmation and a proof of identity', async () => {
    const { visitor } = await newPerson(server())
    for (const body of [{}, { confirm: false }, { confirm: 'true' }, [], null])
      expect((await erase(visitor, body)).status).toBe(400)
    server().services.clock.setOffset(11 * 60_000)
    expect((await erase(visitor)).body.code).toBe('proof-needed')
    await visitor.post('/api/profile/proof', { password: PASSWORD })
    expect((await erase(visitor)).status).toBe(200)
    server().services.clock.setOffset(0)
  })

  test('takes effect once under concurrency, and concurrent writes do not restore the name', async () => {
    const { visitor, uid, email } = await newPerson(server())
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => erase(visitor)),
      ...Array.from({ length: 6 }, () =>
        visitor.request('PATCH', '/api/profile', { body: { username: 'Back Again' } }),
      ),
    ])
    expect(statusesOf(answers.slice(0, 6)).filter((status) => status === 200)).toHaveLength(1)
    const [row] = await server().rows`select username, email, role from users where id = ${uid}`
    expect(row).toEqual({ username: '', email: `${uid.toLowerCase()}@deleted.invalid`, role: 'user' })
    const trail = await server().trail(`user:${uid}`)
    expect(trail.filter(([action]) => action === 'account.delete')).toEqual([['account.delete', {}]])
    const sent = (await mailsTo(server(), email)).filter(({ subject }) => /deleted/.test(subject))
    expect(sent).toHaveLength(1)
  })
})

describe('there is always an admin (AUTHZ-04)', () => {
  const adminsLeft = async () =>
    (
      await server().rows`select id from users where role = 'admin' and email_verified and deleted_at is null`
    ).map(({ id }) => id as string)
  const newAdmin = () => newStaff(server())

  test('refuses to delete the last verified admin, even when an unverified admin exists', async () => {
    const admin = await server().as('admin')
    const unproven = await newPerson(server(), { verified: false })
    await server().rows`update users set role = 'admin' where id = ${unproven.uid}`
    const answer = await erase(admin)
    expect([answer.status, answer.body.code]).toEqual([409, 'last-admin'])
    expect((await admin.get('/api/admin/overview')).status).toBe(200)
    expect((await erase(unproven.visitor)).status).toBe(200)
  })

  test('keeps one admin when two delete their accounts at the same time, in 64 rounds', async () => {
    const first = await server().as('admin')
    const second = await newAdmin()
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) => erase(i % 2 ? first : second.visitor)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 401, 409]).toContain(status)
    const left = await adminsLeft()
    expect(left).toHaveLength(1)
    expect([second.uid, await uidOf(server(), 'admin').catch(() => '')]).toContain(left[0])
  })

  test('keeps one admin when many delete their accounts at the same time', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, newAdmin))
    // The remaining admin takes no part, so exactly these eight compete.
    await server().rows`update users set role = 'user' where role = 'admin' and id not in
          (${sql.join(
            many.map(({ uid }) => sql`${uid}`),
            sql`, `,
          )})`
    const answers = await Promise.all(many.map(({ visitor }) => erase(visitor)))
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 200, 200, 409])
    expect(await adminsLeft()).toHaveLength(1)
  })
})
