import { request as httpRequest, Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/server/accounts/demo-accounts.ts'
import { type Address, clientConfig } from '../../src/server/db/connect.ts'
import { newDatabase } from '../support/postgres.ts'
import { freePort, launchProgram, newFolder, type ServerProgram, startProgram } from '../support/programs.ts'
import { Visitor } from '../support/test-server.ts'

// The real program, told to stop while people use it.
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
  return { DATABASE_URL: url, DATA_DIR: folder.path, AUTH_SECRET: 'a secret of tests that is long enough' }
}
async function start(): Promise<ServerProgram> {
  const program = await startProgram(environment())
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
  test('lets the requests that run finish, and then ends with 0 in seconds', async () => {
    const program = await start()
    const visitor = await admin(program)
    await withDatabase(async (client) => {
      // Writers wait for this lock: their requests are in flight while the stop begins.
      await client.query('begin; select pg_advisory_xact_lock(749301003)')
      const writing = ['diamond', 'gold', 'king', 'metro'].map((game) =>
        visitor.post('/api/admin/draws', { game, date: '2023-10-02', winning: [1, 2, 3, 4, 5] }),
      )
      await sleep(400)
      const told = performance.now()
      program.child.kill('SIGTERM')
      await sleep(600)
      await client.query('commit')
      const answers = await Promise.all(writing)
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(await program.ended).toEqual({ code: 0, signal: null })
      expect(performance.now() - told).toBeLessThan(10_000)
      const { rows } = await client.query(`select count(*)::int as n from draws where date = '2023-10-02'`)
      expect(rows).toEqual([{ n: 4 }])
    })
    expect(program.said()).not.toMatch(/"level":"error"/)
  })

  test('under load fails nothing that was begun: every answer is whole and right, or the door was shut', async () => {
    const program = await start()
    const visitor = await admin(program)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const outcomes = { whole: 0, shut: 0, wrong: [] as string[], stopped: false }
    const users = Array.from({ length: 16 }, async (_, user) => {
      const agent = new Agent({ keepAlive: user % 2 === 0 })
      const paths = ['/api/getResults', '/api/days/today', '/dashboard', '/api/me', '/api/history']
      for (let i = user; !outcomes.stopped && outcomes.shut < 200; i++) {
        const answer = await ask(`${program.url}${paths[i % paths.length]}`, cookie, agent)
        if (answer === 'shut') {
          outcomes.shut++
          await sleep(5)
        } else if (answer === 200) outcomes.whole++
        else outcomes.wrong.push(`${paths[i % paths.length]} ${answer}`)
      }
      agent.destroy()
    })
    await sleep(700)
    const before = outcomes.whole
    program.child.kill('SIGTERM')
    expect(await program.ended).toEqual({ code: 0, signal: null })
    outcomes.stopped = true
    await Promise.all(users)
    expect(outcomes.wrong).toEqual([])
    expect(before).toBeGreaterThan(50)
    expect(program.said()).not.toMatch(/"level":"error"/)
  })

  test('reaches the server through npm, which service managers start', async () => {
    const env = { ...environment(), PORT: String(await freePort()), LOG_LEVEL: 'info' }
    const program = launchProgram(env, ['npm', 'start', '--ignore-scripts'])
    programs.push({ ...program, startedIn: await program.ready() })
    program.child.kill('SIGTERM')
    await program.ended
    expect(program.said()).toContain('"signal":"SIGTERM","msg":"stopping"')
    await expect(fetch(`${program.url}/healthz`)).rejects.toThrow()
  })

  test('a second signal changes nothing, and SIGINT is as good', async () => {
    const program = await start()
    program.child.kill('SIGINT')
    program.child.kill('SIGTERM')
    program.child.kill('SIGINT')
    expect(await program.ended).toEqual({ code: 0, signal: null })
  })
})

/**
 * The status of an answer that came whole; `shut` where nobody was there to take the request or a connection that was
 * kept had been closed before the server saw it; otherwise what went wrong.
 */
function ask(url: string, cookie: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const request = httpRequest(url, { agent, headers: { cookie } }, (response) => {
      let length = 0
      response.on('data', (data: Buffer) => (length += data.length))
      response.on('end', () => resolve(response.complete && length > 0 ? response.statusCode! : 'cut short'))
      response.on('error', () => resolve('cut short'))
    })
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve(['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? 'shut' : String(error)),
    )
    request.end()
  })
}

describe('a start', () => {
  test('answers 503 with a hint until it is ready, and is ready within seconds on a warm database', async () => {
    const port = String(await freePort())
    await withDatabase(async (client) => {
      await client.query('select pg_advisory_lock(749301002)')
      const starting = startProgram({ ...environment(), PORT: port })
      const early = await expect
        .poll(() => fetch(`http://localhost:${port}/login`).catch(() => null), { timeout: 5000 })
        .not.toBeNull()
        .then(() => fetch(`http://localhost:${port}/api/me`))
      expect([early.status, early.headers.get('retry-after'), await early.text()]).toEqual([
        503,
        '2',
        'Starting',
      ])
      const [health, readiness] = await Promise.all(
        ['healthz', 'readyz'].map((path) => fetch(`http://localhost:${port}/${path}`)),
      )
      expect([health!.status, await health!.json(), readiness!.status]).toEqual([200, { ok: true }, 503])
      await client.query('select pg_advisory_unlock(749301002)')
      programs.push(await starting)
    })
    expect((await fetch(`http://localhost:${port}/login`)).status).toBe(200)
    expect(await (await fetch(`http://localhost:${port}/readyz`)).json()).toEqual({ ready: true })
    expect((await start()).startedIn).toBeLessThan(5000)
  })

  test('on a port that is taken says so and ends with 1', async () => {
    const { url } = await start()
    const again = startProgram({ ...environment(), PORT: new URL(url).port })
    // The port answers, but it is the first server's: the second one has ended.
    const { said, ended } = await again
    expect(await ended).toEqual({ code: 1, signal: null })
    expect(said()).toMatch(
      new RegExp(`Port ${new URL(url).port} is taken\\. Stop what uses it, or set PORT\\.`),
    )
    expect(said()).not.toMatch(/\n +at /)
  })
})
