// Two processes behind PgBouncer in session mode, with the settings of docs/scaling.md. Skipped without PgBouncer (Debian:
// apt-get install pgbouncer).
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { clientConfig } from '../../src/platform/server/db/connect.ts'
import { openPort } from '../support/database-port.ts'
import { newDatabase } from '../support/postgres.ts'
import { freePort, launchProgram, newFolder, type Launched } from '../support/programs.ts'
import { isInstalled } from '../support/proxies.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { Visitor } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'

describe.skipIf(!isInstalled({ program: 'pgbouncer' }))('PgBouncer in session mode, installed', () => {
  const closing: (() => unknown)[] = []
  let servers: Launched[]

  beforeAll(async () => {
    const database = await newDatabase(inject('postgres'))
    closing.push(database.drop)
    const behind = await openPort(database.address)
    closing.push(behind.close)
    const port = await freePort()
    const folder = newFolder()
    closing.push(() => folder.remove())
    const name = new URL(behind.url).pathname.slice(1)
    const owner = new pg.Client(clientConfig(database.address))
    await owner.connect()
    // PgBouncer drops the start-up parameters that set these.
    await owner.query(`alter database ${name} set timezone = 'UTC'`)
    await owner.query(`alter database ${name} set statement_timeout = '5s'`)
    await owner.query(`alter role postgres in database ${name} set statement_timeout = 0`)
    await owner.end()
    const file = join(folder.path, 'pgbouncer.ini')
    const users = join(folder.path, 'users.txt')
    writeFileSync(
      file,
      `[databases]
* = host=${behind.host} port=${behind.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = session
default_pool_size = 50
ignore_startup_parameters = options,statement_timeout
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
    )
    writeFileSync(users, `"postgres" ""\n"${name}_app" ""\n`)
    const child: ChildProcess = spawn('pgbouncer', ['-q', file], {
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.on('close', resolve))
    closing.push(async () => {
      child.kill('SIGTERM')
      await ended
    })
    const url = `postgres://postgres@127.0.0.1:${port}/${name}`
    await waitFor('PgBouncer answers', async () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
      const client = new pg.Client({ connectionString: url })
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      )
    })
    servers = []
    for (let i = 0; i < 2; i++) {
      const own = newFolder()
      const appPort = String(await freePort())
      const env = { PORT: appPort, DATA_DIR: own.path, AUTH_SECRET: TEST_SECRET, DATABASE_URL: url }
      const server = launchProgram(env)
      closing.push(async () => {
        server.child.kill('SIGTERM')
        await server.ended
        own.remove()
      })
      await server.ready()
      servers.push(server)
    }
  })
  afterAll(async () => {
    for (const close of closing.toReversed()) await close()
  })

  test('a draw saved on one process is on the other at once', async () => {
    const [writer, reader] = servers.map(({ url }) => new Visitor(url))
    for (const visitor of [writer!, reader!]) {
      const credentials = { email: 'admin@lotto.test', password: DEMO_PASSWORD }
      expect((await visitor.post('/api/auth/sign-in/email', credentials)).status).toBe(200)
    }
    const draw = { game: 'gold', date: '2023-10-03', winning: [1, 2, 3, 4, 5] }
    expect((await writer!.post('/api/admin/draws', draw)).status).toBe(201)
    await waitFor('the other process has the draw', async () => {
      const { games } = (await reader!.get('/api/days/2023-10-03')).body
      return games.some(({ draw }: { draw: unknown }) => draw)
    })
    for (const { output } of servers) expect(output()).not.toMatch(/"level":"error"/)
  })

  test('many requests at once on both fail nowhere', async () => {
    const visitors = servers.map(({ url }) => new Visitor(url))
    for (const visitor of visitors)
      await visitor.post('/api/auth/sign-in/email', { email: 'free@lotto.test', password: DEMO_PASSWORD })
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => visitors[i % 2]!.get('/api/me')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
