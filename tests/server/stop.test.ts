import { once } from 'node:events'
import { request as httpRequest, Agent } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { type Address, clientConfig } from '../../src/platform/server/db/connect.ts'
import { newDatabase } from '../support/postgres.ts'
import { freePort, launchProgram, newFolder, type ServerProgram, startProgram } from '../support/programs.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { slowTest } from '../support/slow.ts'
import { Visitor } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'
import { holdWriteLock } from '../support/write-lock.ts'

// The built server, stopped by signals while it is in use.
let address: Address
let drop: () => Promise<unknown>
const folder = newFolder()
const programs: ServerProgram[] = []

beforeAll(async () => {
  const database = await newDatabase(inject('postgres'))
  address = database.address
  drop = database.drop
})
afterEach(() => {
  for (const { child } of programs.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await drop()
  folder.remove()
})

function environment(): Record<string, string> {
  const url =
    'url' in address
      ? address.url
      : `postgres://postgres@/${address.database}?host=${encodeURIComponent(address.socketDir)}`
  return { DATABASE_URL: url, DATA_DIR: folder.path, AUTH_SECRET: TEST_SECRET }
}
async function start(more: Record<string, string> = {}): Promise<ServerProgram> {
  const program = await startProgram({ ...environment(), ...more })
  programs.push(program)
  return program
}
async function admin({ url }: ServerProgram): Promise<Visitor> {
  const visitor = new Visitor(url)
  await visitor.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
  return visitor
}
async function withDatabase<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(address))
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

describe('a stop by SIGTERM', () => {
  test('finishes running requests and exits with 0', async () => {
    const program = await start()
    const visitor = await admin(program)
    const lock = await holdWriteLock(address)
    const writing = ['diamond', 'gold', 'king', 'metro'].map((game) =>
      visitor.post('/api/admin/draws', { game, date: '2023-10-02', winning: [1, 2, 3, 4, 5] }),
    )
    await lock.untilWaiting(4)
    program.child.kill('SIGTERM')
    await untilRefused(program)
    await lock.release()
    const answers = await Promise.all(writing)
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await program.ended).toEqual({ code: 0, signal: null })
    await withDatabase(async (client) => {
      const { rows } = await client.query(`select count(*)::int as n from draws where date = '2023-10-02'`)
      expect(rows).toEqual([{ n: 4 }])
    })
    expect(program.output()).not.toMatch(/"level":"error"/)
  })

  test('under load answers every request that it accepted, with and without keep-alive', async () => {
    const program = await start({ LOG_LEVEL: 'info' })
    const cookie = cookiesOf(await admin(program))
    const outcomes = { complete: 0, refused: 0, unaccepted: 0, wrong: [] as string[] }
    const users = Array.from({ length: 20 }, async (_, user) => {
      const agent = new Agent({ keepAlive: user % 2 === 0, maxSockets: 1 })
      const paths = ['/api/getResults', '/api/days/today', '/dashboard', '/api/me', '/api/history']
      for (let i = user; ; i++) {
        const path = paths[i % paths.length]!
        const { status, refused, unaccepted } = await ask(`${program.url}${path}`, cookie, agent)
        if (refused) break
        if (status === 200) outcomes.complete++
        else if (unaccepted) outcomes.unaccepted++
        else outcomes.wrong.push(`${path} ${status}`)
        // Users pause for different times, so that some connections are idle at the signal.
        await sleep((user % 4) * 40)
      }
      outcomes.refused++
      agent.destroy()
    })
    await expect.poll(() => outcomes.complete).toBeGreaterThan(100)
    program.child.kill('SIGTERM')
    expect(await program.ended).toEqual({ code: 0, signal: null })
    await Promise.all(users)
    expect(outcomes.wrong).toEqual([])
    const handled = program.output().match(/"method":"GET".*"uid":.*"msg":"request"/g)
    expect(handled).toHaveLength(outcomes.complete)
    // The kernel accepts connections for the program. One that comes before the port closes is reset; the next is refused.
    expect(outcomes.unaccepted).toBeLessThanOrEqual(20)
    expect(outcomes.refused).toBe(20)
    expect(program.output()).not.toMatch(/"level":"error"/)
  })

  slowTest('answers running requests and those on kept connections with Connection: close', async () => {
    const program = await start()
    const visitor = await admin(program)
    const cookie = cookiesOf(visitor)
    const idle = Array.from({ length: 20 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
    const first = await Promise.all(idle.map((agent) => ask(`${program.url}/api/me`, cookie, agent)))
    expect(first.map(({ status, connection }) => [status, connection])).toEqual(
      first.map(() => [200, 'keep-alive']),
    )
    const lock = await holdWriteLock(address)
    const busy = new Agent({ keepAlive: true, maxSockets: 1 })
    const writing = ask(`${program.url}/api/admin/draws`, cookie, busy, {
      game: 'diamond',
      date: '2023-10-03',
      winning: [1, 2, 3, 4, 5],
    })
    await lock.untilWaiting(1)
    program.child.kill('SIGTERM')
    await untilRefused(program)
    const later = await Promise.all(idle.map((agent) => ask(`${program.url}/api/me`, cookie, agent)))
    expect(later.map(({ status, connection }) => [status, connection])).toEqual(
      later.map(() => [200, 'close']),
    )
    expect((await ask(`${program.url}/api/me`, cookie, idle[0]!)).refused).toBe(true)
    await lock.release()
    expect(await writing).toMatchObject({ status: 201, connection: 'close' })
    expect(await program.ended).toEqual({ code: 0, signal: null })
  })

  test('fails readiness first and serves requests for DRAIN_DELAY', async () => {
    // Longer than the requests take on a busy machine.
    const program = await start({ DRAIN_DELAY: '120' })
    const cookie = cookiesOf(await admin(program))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    program.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${program.url}/readyz`)).status).toBe(503)
    const answer = await fetch(`${program.url}/readyz`)
    expect(await answer.json()).toMatchObject({ code: 'unavailable', title: 'This server is stopping.' })
    expect((await fetch(`${program.url}/healthz`)).status).toBe(200)
    // New connections are accepted too, and kept.
    for (let i = 0; i < 3; i++)
      expect(await ask(`${program.url}/api/me`, cookie, agent)).toMatchObject({
        status: 200,
        connection: 'keep-alive',
      })
  })

  slowTest('ends after DRAIN_DELAY', async () => {
    const program = await start({ DRAIN_DELAY: '1' })
    program.child.kill('SIGTERM')
    expect(await program.ended).toEqual({ code: 0, signal: null })
    await expect(fetch(`${program.url}/healthz`)).rejects.toThrow()
  })

  slowTest('does not wait for a connected client that sends nothing', async () => {
    const program = await start()
    const visitor = await admin(program)
    const silent = connect(Number(new URL(program.url).port), '127.0.0.1').resume()
    await once(silent, 'connect')
    const lock = await holdWriteLock(address)
    const draw = { game: 'diamond', date: '2023-10-04', winning: [1, 2, 3, 4, 5] }
    const writing = visitor.post('/api/admin/draws', draw)
    await lock.untilWaiting(1)
    program.child.kill('SIGTERM')
    // It is closed while a request is still running, not at the end of the stop.
    await once(silent, 'close')
    await lock.release()
    expect((await writing).status).toBe(201)
    expect(await program.ended).toEqual({ code: 0, signal: null })
  })

  slowTest('reaches the server through npm, as service managers start it', async () => {
    const env = { ...environment(), PORT: String(await freePort()), LOG_LEVEL: 'info' }
    const program = launchProgram(env, ['npm', 'start', '--ignore-scripts'])
    programs.push({ ...program, startedIn: await program.ready() })
    program.child.kill('SIGTERM')
    await program.ended
    expect(program.output()).toContain('"signal":"SIGTERM","msg":"stopping"')
    await expect(fetch(`${program.url}/healthz`)).rejects.toThrow()
  })

  slowTest('works with SIGINT too, and a second signal changes nothing', async () => {
    const program = await start()
    program.child.kill('SIGINT')
    program.child.kill('SIGTERM')
    program.child.kill('SIGINT')
    expect(await program.ended).toEqual({ code: 0, signal: null })
  })
})

interface Outcome {
  /** The status of a complete answer, otherwise the error. */
  status: number | string
  connection?: string | undefined
  /** Nothing listened on the port, so the request was not handled and can be sent elsewhere. */
  refused: boolean
  /** A new connection was reset before its first answer. */
  unaccepted?: boolean
}

function ask(url: string, cookie: string, agent: Agent, body?: unknown): Promise<Outcome> {
  return new Promise((resolve) => {
    const headers = {
      cookie,
      ...(body !== undefined && {
        'content-type': 'application/json',
        origin: url.slice(0, url.indexOf('/', 8)),
      }),
    }
    const request = httpRequest(
      url,
      { agent, headers, method: body === undefined ? 'GET' : 'POST' },
      (response) => {
        let length = 0
        response.on('data', (data: Buffer) => (length += data.length))
        response.on('end', () =>
          resolve({
            status: response.complete && length > 0 ? response.statusCode! : 'cut short',
            connection: response.headers.connection,
            refused: false,
          }),
        )
        response.on('error', () => resolve({ status: 'cut short', refused: false }))
      },
    )
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve({
        status: String(error),
        refused: error.code === 'ECONNREFUSED',
        unaccepted: error.code === 'ECONNRESET' && !request.reusedSocket,
      }),
    )
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Waits until the program accepts no new connections: its stop has begun. */
const untilRefused = ({ url }: ServerProgram) =>
  waitFor('new connections are refused', async () => (await ask(`${url}/healthz`, '', new Agent())).refused)

const cookiesOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

slowTest('a start refuses connections until it is ready', async () => {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  await withDatabase(async (client) => {
    await client.query('select pg_advisory_lock(749301002)')
    const starting = startProgram({ ...environment(), PORT: port })
    // The start waits for this lock at the migrations.
    const waiting = `select count(*)::int as n from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`
    await expect.poll(async () => (await client.query<{ n: number }>(waiting)).rows[0]!.n).toBe(1)
    const agent = new Agent()
    for (const path of ['/login', '/api/me', '/healthz', '/readyz'])
      expect(await ask(`${url}${path}`, '', agent)).toMatchObject({ refused: true })
    await client.query('select pg_advisory_unlock(749301002)')
    programs.push(await starting)
  })
  expect((await fetch(`${url}/login`)).status).toBe(200)
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ready: true, writes: true })
})

slowTest('a start on a port in use ends with 1 and names the port', async () => {
  const { url } = await start()
  const again = startProgram({ ...environment(), PORT: new URL(url).port })
  // The first server answers on the port; the second one has ended.
  const { output, ended } = await again
  expect(await ended).toEqual({ code: 1, signal: null })
  expect(output()).toMatch(
    new RegExp(`Port ${new URL(url).port} is in use\\. Stop the other program, or set PORT\\.`),
  )
  expect(output()).not.toMatch(/\n +at /)
})
