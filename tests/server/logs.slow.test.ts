import { setTimeout as sleep } from 'node:timers/promises'
import { request as httpRequest } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { type Address, clientConfig } from '../../src/platform/server/db/connect.ts'
import { csv } from '../support/csv.ts'
import { newDatabase } from '../support/postgres.ts'
import { newFolder, type ServerProgram, startProgram } from '../support/programs.ts'
import { Visitor } from '../support/test-server.ts'
import { type Wire, wireTo } from '../support/wire.ts'

// The program's whole output at debug level, while every input carries secrets and personal data, in normal operation and
// during faults.
const SECRET = 'canary-Vb7Qm2Xz9Rk4Ws8Lp6Ty1Nf5Hd3J'
const folder = newFolder()
let program: ServerProgram
let address: Address
let wire: Wire
let drop: () => Promise<unknown>

beforeAll(async () => {
  const database = await newDatabase(inject('postgres'))
  address = database.address
  drop = database.drop
  wire = await wireTo(address)
  program = await startProgram({
    DATABASE_URL: (wire.address as { url: string }).url,
    DATA_DIR: folder.path,
    AUTH_SECRET: SECRET,
    LOG_LEVEL: 'debug',
  })
})
afterAll(async () => {
  program.child.kill('SIGKILL')
  await program.ended
  await wire.close()
  await drop()
  folder.remove()
})

const lines = () => program.output().split('\n').filter(Boolean)
interface Line {
  level?: string
  time?: string
  msg?: string
  requestId?: string
  route?: string
  status?: number
  uid?: string
  error?: { message: string }
}
/** The lines of the log, without the demo's greeting. */
const logged = () =>
  lines()
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
/** The lines of a request, after its last one was written. */
async function linesOf(requestId: string): Promise<Line[]> {
  const ofRequest = () => logged().filter((line) => line.requestId === requestId)
  await expect.poll(() => ofRequest().some(({ msg }) => msg === 'request')).toBe(true)
  return ofRequest()
}
async function runSql(statement: string): Promise<void> {
  const client = new pg.Client(clientConfig(address))
  await client.connect()
  await client.query(statement)
  await client.end()
}

const canaries = new Set<string>()
/** A unique word that can be searched for in the log. */
function canary(kind: string): string {
  const word = `canary${kind}${canaries.size}x`
  canaries.add(word)
  return word
}
/** Checks that the output contains no canary, token, secret, password or e-mail. */
function expectNoLeak(visitors: readonly Visitor[] = []): void {
  const output = program
    .output()
    .replace(/Demo accounts[\s\S]*?\n\n/, '')
    .toLowerCase()
  const tokens = visitors.flatMap((visitor) =>
    [...visitor.cookies.values()].flatMap((value) => value.split('.')),
  )
  const forbidden = [...canaries, ...tokens.filter((token) => token.length > 8), SECRET]
  for (const { email, username } of DEMO_ACCOUNTS) forbidden.push(email, username)
  forbidden.push(DEMO_PASSWORD)
  const found = forbidden.filter((word) => output.includes(word.toLowerCase()))
  expect([...found, ...(output.match(/[\w.+-]+@[\w-]+\.[a-z]{2,}/g) ?? [])]).toEqual([])
}

/** A request with headers that fetch does not send. @returns its status and id */
function raw(method: string, path: string, headers: Record<string, string>): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(program.url + path, { method, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve([response.statusCode!, String(response.headers['x-request-id'])]))
    })
    request.on('error', reject)
    request.end()
  })
}

describe('a line of the log', () => {
  test('is JSON with level, time and message; each request has one with id, route, status and user id', async () => {
    const admin = new Visitor(program.url)
    await admin.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
    const { uid } = (await admin.get('/api/me')).body
    const { headers } = await admin.get('/api/days/2024-02-29')
    const [line, ...more] = await linesOf(headers.get('x-request-id')!)
    expect(more).toEqual([])
    expect(line).toMatchObject({
      level: 'info',
      msg: 'request',
      method: 'GET',
      route: '/api/days/:date',
      status: 200,
      uid,
      ms: expect.any(Number),
    })
    expect(line!.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const greeting = lines().filter((text) => !text.startsWith('{'))
    expect(greeting.join('\n')).toMatch(/^Lotto Forecast {2}http/)
    expectNoLeak([admin])
  })

  test('has the request id of the answer, and never one that the client sends', async () => {
    const given = canary('id')
    const visitor = new Visitor(program.url)
    const seen = new Set<string>()
    for (const path of ['/api/me', '/api/nothing', '/nothing', '/login', '/healthz']) {
      const { headers, body } = await visitor.get(path, { headers: { 'x-request-id': given } })
      const id = headers.get('x-request-id')!
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
      if (body.requestId) expect(body.requestId).toBe(id)
      expect(await linesOf(id)).toHaveLength(1)
      seen.add(id)
    }
    expect(seen.size).toBe(5)
    const file = await visitor.get('/favicon.ico')
    expect([file.status, file.headers.get('x-request-id')]).toEqual([200, null])
    expectNoLeak()
  })
})

describe('the log contains no secrets and no personal data', () => {
  test('of addresses and headers', async () => {
    const visitor = new Visitor(program.url)
    for (const base of [
      '',
      '/api',
      '/dashboard',
      '/admin',
      '/assets',
      '/api/days',
      '/api/lottoDailyResults',
    ]) {
      const word = canary('path')
      await visitor.get(`${base}/${word}?${canary('key')}=${canary('value')}`)
    }
    for (const query of [
      '/api/search?number',
      '/login?next',
      '/dashboard/ai?question',
      '/api/assistant?question',
    ])
      await visitor.get(`${query}=${canary('query')}@example.com`)
    for (const name of 'user-agent referer x-forwarded-for x-real-ip cookie from accept-language'.split(' '))
      await raw('GET', '/api/me', { [name]: `${canary('header')}=${canary('header')}@example.com` })
    for (const token of [
      `Bearer ${canary('bearer')}`,
      `Bearer ${canary('a')}.${canary('b')}.${canary('c')}`,
      canary('x'),
    ])
      await raw('GET', '/api/getResults', { authorization: token })
    await raw('POST', '/api/auth/sign-out', { origin: `https://${canary('origin')}.example` })
    await raw('GET', '/login', { host: `${canary('host')}.example` })
    await raw('GET', '/api/getResults', {
      'if-none-match': `"${canary('etag')}"`,
      [canary('name')]: canary('value'),
    })
    await raw('POST', '/api/me', { 'content-type': `text/${canary('type')}`, origin: program.url })
    expectNoLeak()
  })

  test('of sign-ups and logins, valid and invalid, by script and by form', async () => {
    const visitors = Array.from({ length: 3 }, () => new Visitor(program.url))
    const [one, two, three] = visitors as [Visitor, Visitor, Visitor]
    const person = {
      name: canary('name'),
      email: `${canary('mail')}@example.com`,
      password: canary('password'),
    }
    const signUp = { ...person, ageConfirmed: true }
    expect((await one.post('/api/auth/sign-up/email', signUp)).status).toBe(200)
    expect((await two.post('/api/auth/sign-up/email', signUp)).status).toBeGreaterThanOrEqual(400)
    await two.post('/api/auth/sign-up/email', { ...signUp, email: canary('bad'), password: 'c' })
    await two.post('/api/auth/sign-in/email', { email: person.email, password: canary('wrong') })
    await two.post('/api/auth/sign-in/email', {
      email: `${canary('nobody')}@example.com`,
      password: canary('wrong'),
    })
    await two.post('/api/auth/sign-in/email', {
      email: person.email,
      password: person.password,
      [canary('key')]: 1,
    })
    expect((await two.post('/api/auth/sign-in/email', person)).status).toBe(400)
    const { email, password } = person
    await runSql('update users set email_verified = true')
    expect((await two.post('/api/auth/sign-in/email', { email, password })).status).toBe(200)
    canaries.add((await two.get('/api/auth/token')).body.token)
    expect(
      (await raw('GET', '/api/getResults', { authorization: `Bearer ${[...canaries].at(-1)}` }))[0],
    ).toBe(200)
    const type = 'application/x-www-form-urlencoded'
    for (const [path, fields] of [
      ['/login', { email, password }],
      ['/login', { email, password: canary('form') }],
      ['/signup', { username: canary('form'), email, password }],
      [
        '/signup',
        { username: canary('form'), email: `${canary('form')}@example.com`, password: canary('form') },
      ],
      ['/logout', {}],
    ] as const)
      await three.request('POST', path, { raw: { type, content: new URLSearchParams(fields).toString() } })
    const cut = [`{"email": "${canary('cut')}@example.com", `, `{"${canary('cut')}`, `${canary('cut')}\0`]
    for (const content of cut)
      await three.request('POST', '/api/auth/sign-in/email', { raw: { type: 'application/json', content } })
    expectNoLeak(visitors)
  })

  test('of draws and files that staff send', async () => {
    const admin = new Visitor(program.url)
    await admin.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
    const draw = { game: 'gold', date: '2020-01-01', winning: [1, 2, 3, 4, 5] }
    const { id } = (await admin.post('/api/admin/draws', draw)).body
    await admin.post('/api/admin/draws', { ...draw, game: canary('game') })
    const body = { version: 1, date: draw.date, winning: [1, 2, 3, 4, 6], reason: canary('reason') }
    expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
    const content = csv(`${canary('row')},2020-01-01,${canary('serial')},,ok,1,2,3,4,5`)
    const file = { raw: { type: 'text/csv', content } }
    expect((await admin.request('POST', `/api/admin/draws/import?name=${canary('file')}`, file)).status).toBe(
      200,
    )
    await admin.request('POST', '/api/admin/draws/import', {
      raw: { type: 'text/csv', content: canary('csv') },
    })
    expectNoLeak([admin])
  })

  test('while tables are missing: the error is logged with the request but without its data', async () => {
    const visitor = new Visitor(program.url)
    await visitor.post('/api/auth/sign-in/email', { email: 'free@lotto.test', password: DEMO_PASSWORD })
    const credentials = { email: `${canary('broken')}@example.com`, password: canary('broken') }
    const signUp = { ...credentials, name: canary('broken'), ageConfirmed: true }
    const statuses: number[] = []
    const ids: string[] = []
    const note = ({ status, headers }: { status: number; headers: Headers }) => {
      statuses.push(status)
      ids.push(headers.get('x-request-id')!)
    }
    for (const table of ['accounts', 'users', 'sessions']) {
      await runSql(`alter table ${table} rename to ${table}_away`)
      const other = new Visitor(program.url)
      note(await other.post('/api/auth/sign-in/email', credentials))
      note(await other.post('/api/auth/sign-up/email', signUp))
      await visitor.get('/api/me')
      await visitor.get('/api/auth/token')
      await visitor.get('/dashboard')
      await runSql(`alter table ${table}_away rename to ${table}`)
    }
    await runSql(`alter table users add constraint odd check (username !~ 'canary') not valid`)
    note(await new Visitor(program.url).post('/api/auth/sign-up/email', signUp))
    await runSql('alter table users drop constraint odd')
    expect(statuses.slice(0, -1)).toEqual([401, 500, 500, 500, 500, 500])
    for (const [i, id] of ids.entries())
      if (statuses[i] === 500) expect((await linesOf(id)).map(({ level }) => level)).toContain('error')
    expectNoLeak([visitor])
  })

  test('while the database is down and after it is back', async () => {
    const visitor = new Visitor(program.url)
    await visitor.post('/api/auth/sign-in/email', { email: 'free@lotto.test', password: DEMO_PASSWORD })
    const going = Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        // Spread over the moment of the cut.
        await sleep(i * 5)
        const other = new Visitor(program.url)
        const credentials = { email: `${canary('away')}@example.com`, password: canary('away') }
        await other.post('/api/auth/sign-up/email', {
          ...credentials,
          name: canary('away'),
          ageConfirmed: true,
        })
        await visitor.get(`/api/search?number=${canary('away')}`)
      }),
    )
    await sleep(20)
    const before = logged().length
    await wire.cut()
    await going
    // Two attempts a second to listen for changes, a request each, and the poll.
    for (let i = 0; i < 6; i++) {
      await visitor.get('/api/me')
      await sleep(500)
    }
    expect((await visitor.get('/readyz')).status).toBe(503)
    const warnings = logged()
      .slice(before)
      .filter(({ level }) => level === 'warn' || level === 'error')
    await wire.mend()
    await expect.poll(async () => (await visitor.get('/readyz')).status).toBe(200)
    expect(
      warnings
        .map(({ msg }) => msg)
        .filter((msg) => /database|changes|figures|streams|listen/i.test(msg ?? '')),
    ).toEqual(['the database is unavailable; this is said once a minute'])
    expectNoLeak([visitor])
  })

  test('of a failed job', async () => {
    const words = [canary('job'), canary('job')]
    await runSql(`alter table mails rename to mails_away`)
    await runSql(
      `select graphile_worker.add_job('send-mail', '{"id": "${words[0]}"}', job_key := '${words[1]}')`,
    )
    await expect
      .poll(() => logged().filter(({ level, msg }) => level === 'error' && /job/.test(msg ?? '')).length)
      .toBeGreaterThan(0)
    await runSql(`alter table mails_away rename to mails`)
    expectNoLeak()
  })

  test('of a stop', async () => {
    program.child.kill('SIGTERM')
    expect(await program.ended).toEqual({ code: 0, signal: null })
    const line = logged().find(({ msg }) => msg === 'stopping')
    expect(line).toMatchObject({ level: 'info', signal: 'SIGTERM' })
    expectNoLeak()
  })
})
