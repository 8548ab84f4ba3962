// DATA-04 with the tools of production: pg_dump, pg_restore and pgBackRest with deploy/pgbackrest.conf (Debian:
// apt-get install postgresql-15 pgbackrest).
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { queryAt } from '../support/database.ts'
import { finishRestoreOf, freePort, launchProgram, newFolder, startProgram } from '../support/programs.ts'
import { isInstalled, shipped } from '../support/proxies.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { Visitor } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const isComplete = existsSync(BIN) && isInstalled({ program: 'pgbackrest' })

describe.skipIf(!isComplete)('DATA-04: a dump and a return to an instant', { timeout: 300_000 }, () => {
  const folder = newFolder()
  const at = (name: string) => join(folder.path, name)
  const isRoot = process.getuid?.() === 0
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  let port: number
  const url = (database: string) => ({ url: `postgres://lotto:secret@127.0.0.1:${port}/${database}` })
  let env: Record<string, string>
  /** A session from before the loss. */
  let visitor: Visitor

  /** Runs a program as the user of Postgres, who is never root. */
  function run(program: string, ...args: string[]): string {
    const all = {
      ...process.env,
      LC_ALL: 'C.UTF-8',
      HOME: folder.path,
      PGBACKREST_REPO1_CIPHER_PASS: 'secret',
    }
    const { status, stdout, stderr } = spawnSync(program, args, {
      ...owner,
      env: all,
      cwd: folder.path,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`)
    return stdout
  }
  const backrest = (...args: string[]) =>
    run('pgbackrest', `--config=${at('pgbackrest.conf')}`, '--stanza=lotto', ...args)
  const start = () => run(`${BIN}/pg_ctl`, '-D', at('data'), '-l', at('log'), '-w', 'start')
  const stop = () => run(`${BIN}/pg_ctl`, '-D', at('data'), '-m', 'fast', '-w', 'stop')

  /** Runs work on a server of the app, with a session of the admin. */
  async function withServer(work: (admin: Visitor, url: string) => Promise<unknown>): Promise<void> {
    const server = await startProgram(env)
    try {
      const admin = new Visitor(server.url)
      const credentials = { email: 'admin@lotto.test', password: DEMO_PASSWORD }
      expect((await admin.post('/api/auth/sign-in/email', credentials)).status).toBe(200)
      await work(admin, server.url)
    } finally {
      server.child.kill('SIGTERM')
      await server.ended
    }
  }
  async function record(admin: Visitor, date: string): Promise<void> {
    const draw = { game: 'diamond', date, winning: [1, 2, 3, 4, 5] }
    expect((await admin.post('/api/admin/draws', draw)).status).toBe(201)
  }
  const dates = async () =>
    (await queryAt(url('lotto'), 'select date::text from draws order by date')).map(({ date }) => date)

  /** Starts a server after the command, and expects that no session survived. */
  async function expectRestored(restored: string[]): Promise<void> {
    expect(await dates()).toEqual(restored)
    await withServer(async (_, base) => {
      const back = visitor.copy(base)
      expect((await back.get('/api/me')).status).toBe(401)
      const [found] = await queryAt(url('lotto'), 'select count(*)::int as n from restores')
      expect(found!.n).toBeGreaterThan(0)
    })
  }

  beforeAll(async () => {
    port = await freePort()
    if (isRoot) chownSync(folder.path, owner.uid!, owner.gid!)
    env = { DATA_DIR: at('app'), AUTH_SECRET: TEST_SECRET, DATABASE_URL: url('lotto').url }
    const config = shipped('pgbackrest.conf', [
      ['repo1-path=/var/lib/pgbackrest', `repo1-path=${at('repo')}\nlock-path=${at('lock')}`],
      ['pg1-path=/var/lib/postgresql/18/docker', `pg1-path=${at('data')}\npg1-port=${port}`],
      ['pg1-socket-path=/var/run/postgresql', `pg1-socket-path=${folder.path}`],
    ])
    writeFileSync(at('pgbackrest.conf'), config)
    for (const name of ['repo', 'lock', 'app']) {
      mkdirSync(at(name))
      if (isRoot && name !== 'app') chownSync(at(name), owner.uid!, owner.gid!)
    }
    run(
      `${BIN}/initdb`,
      '-D',
      at('data'),
      '-U',
      'lotto',
      '--auth=trust',
      '--data-checksums',
      '--locale=C.UTF-8',
    )
    const archive = `pgbackrest --config=${at('pgbackrest.conf')} --stanza=lotto archive-push %p`
    const settings = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder.path,
      archive_mode: 'on',
      archive_command: archive,
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    writeFileSync(at('data/postgresql.conf'), lines.join(''))
    start()
    await queryAt(url('postgres'), 'create database lotto')
    backrest('stanza-create')
    backrest('check')
  }, 120_000)
  afterAll(() => {
    if (existsSync(at('data/postmaster.pid'))) stop()
    folder.remove()
  })

  test('pgBackRest returns to an instant, and after-restore ends the restore', async () => {
    let instant = ''
    await withServer(async (admin) => {
      visitor = admin
      await record(admin, '2001-01-01')
      backrest('--type=full', 'backup')
      // pgBackRest notes whole seconds, and takes no backup that ended in the second of the instant.
      await queryAt(url('lotto'), 'select pg_sleep(2)')
      await record(admin, '2001-01-02')
      const [now] = await queryAt(url('lotto'), 'select clock_timestamp()::text as at')
      instant = now!.at
      await record(admin, '2001-01-03')
      await queryAt(url('lotto'), 'select pg_switch_wal()')
    })
    expect(backrest('verify')).not.toMatch(/status: error|No usable/)
    stop()
    backrest('--delta', '--type=time', `--target=${instant}`, '--target-action=promote', 'restore')
    start()
    await waitFor('the recovery ends', async () => {
      const [now] = await queryAt(url('lotto'), 'select pg_is_in_recovery() as recovers')
      return !now!.recovers
    })
    await finishRestoreOf(url('lotto'), new Date(instant).toISOString())
    await expectRestored(['2001-01-01', '2001-01-02'])
  })

  test('a restored dump starts no server before after-restore', async () => {
    await withServer(async (admin) => {
      visitor = admin
      run(`${BIN}/pg_dump`, '-Fc', '-f', at('lotto.dump'), url('lotto').url)
      await record(admin, '2001-01-04')
    })
    const backupAt = new Date().toISOString()
    await queryAt(url('postgres'), 'drop database lotto')
    await queryAt(url('postgres'), 'create database lotto')
    const options = ['--exit-on-error', '--single-transaction', '--no-owner', '-d', url('lotto').url]
    run(`${BIN}/pg_restore`, ...options, at('lotto.dump'))
    const refused = launchProgram({ ...env, PORT: String(await freePort()) })
    expect((await refused.ended).code).toBe(1)
    expect(refused.output()).toContain('npm run after-restore -- --backup-at INSTANT')
    await finishRestoreOf(url('lotto'), backupAt)
    await expectRestored(['2001-01-01', '2001-01-02'])
  })
})
