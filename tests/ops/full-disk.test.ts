// The embedded server on a small full disk (DB-03). Needs Linux and root, because it mounts the disk.
import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/server/accounts/demo-accounts.ts'
import { clientConfig } from '../../src/server/db/connect.ts'
import { newFolder, type ServerProgram, startProgram } from '../support/programs.ts'
import { Visitor } from '../support/test-server.ts'

const disk = newFolder()
const isMounted =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk.path]).status === 0

afterAll(() => {
  if (isMounted) spawnSync('umount', [disk.path])
  disk.remove()
})

describe.skipIf(!isMounted)('the embedded server on a full disk, as root on Linux', () => {
  const filler = join(disk.path, 'filler')
  let program: ServerProgram
  let admin: Visitor
  let days = 0

  beforeAll(async () => {
    chmodSync(disk.path, 0o755)
    program = await startProgram({ DATA_DIR: join(disk.path, 'data') })
    admin = new Visitor(program.url)
    await admin.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
  })
  afterAll(async () => {
    program.child.kill('SIGTERM')
    await program.ended
  })

  /** Fills the disk completely. */
  function fill(): void {
    const file = openSync(filler, 'w')
    try {
      for (;;) writeSync(file, Buffer.alloc(4096))
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
    } finally {
      closeSync(file)
    }
  }
  const record = () => {
    const date = new Date(Date.UTC(2001, 0, ++days)).toISOString().slice(0, 10)
    return admin.post('/api/admin/draws', { game: 'diamond', date, winning: [1, 2, 3, 4, 5] })
  }
  const writes = async () => (await admin.get('/readyz')).body.writes as boolean

  test('refuses writes, serves reads through a checkpoint, and recovers', { timeout: 120_000 }, async () => {
    expect([(await record()).status, await writes()]).toEqual([201, true])
    fill()
    await expect.poll(writes, { timeout: 10_000 }).toBe(false)
    const refused = await record()
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'disk-full',
      '30',
    ])

    const pid = readFileSync(join(disk.path, 'data/postgres/cluster/postmaster.pid'), 'utf8')
    const socketDir = pid.split('\n')[4]!
    const client = new pg.Client(clientConfig({ socketDir, database: 'lotto' }))
    await client.connect()
    for (let i = 0; i < 3; i++) await client.query('checkpoint')
    await client.end()
    for (const path of ['/readyz', '/api/me', '/api/getResults', '/dashboard'])
      expect([path, (await admin.get(path)).status]).toEqual([path, 200])

    rmSync(filler)
    await expect.poll(writes, { timeout: 10_000 }).toBe(true)
    expect((await record()).status).toBe(201)
    const overview = async () =>
      (await admin.get('/api/admin/overview')).body.alarms.first as { meaning: string }[]
    await expect.poll(overview, { timeout: 5000 }).toHaveLength(1)
    expect((await overview())[0]!.meaning).toMatch(/^The disk of the database was full/)
  })
  test('starts on it, and reads go on', { timeout: 60_000 }, async () => {
    program.child.kill('SIGTERM')
    await program.ended
    fill()
    program = await startProgram({ DATA_DIR: join(disk.path, 'data') })
    admin = new Visitor(program.url)
    await expect.poll(writes, { timeout: 10_000 }).toBe(false)
    expect((await admin.get('/record')).status).toBe(200)
    rmSync(filler)
    await expect.poll(writes, { timeout: 10_000 }).toBe(true)
  })
})
