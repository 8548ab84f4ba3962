// The archive of the embedded server's log: a server that is lost, and its recovery to noted instants by the command.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/server/accounts/demo-accounts.ts'
import { isAlive } from '../../src/server/db/embedded-running.ts'
import { findEmbedded } from '../../src/server/db/embedded.ts'
import { queryAt } from '../support/database.ts'
import {
  launchProgram,
  newFolder,
  runProgram,
  type ServerProgram,
  startProgram,
} from '../support/programs.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { Visitor } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'

const folder = newFolder()
const archive = join(folder.path, 'archive')
const postgres = join(folder.path, 'data/postgres')
const TOKEN = 'scrapes-of-9Qp4Xc8Lt6'
const env = {
  DATA_DIR: join(folder.path, 'data'),
  WAL_ARCHIVE_DIR: archive,
  METRICS_TOKEN: TOKEN,
  AUTH_SECRET: TEST_SECRET,
}
let server: ServerProgram
let phone: Visitor
/** Instants on the way, as ISO texts. */
const at = { beforeBase: '', first: '', second: '' }

const query = async (text: string) => queryAt((await findEmbedded(env.DATA_DIR))!, text)
/** Adds a group, and notes an instant at which it is the newest. */
async function addGroup(name: string, numbers: string): Promise<string> {
  await query(`insert into number_groups (name, numbers, created_at) values ('${name}', '${numbers}', now())`)
  const [row] = await query('select clock_timestamp() as at')
  return row!.at.toISOString()
}
const groups = async () =>
  (await query(`select name from number_groups where name like 'group %' order by id`)).map(
    ({ name }) => name,
  )
const restore = (...args: string[]) => runProgram(['dist/server/restore.js', ...args], env)
const start = async () => (server = await startProgram(env))
async function stop(): Promise<void> {
  server.child.kill('SIGTERM')
  await server.ended
}
const archives = () => readdirSync(archive).map((id) => join(archive, id))
const bases = () =>
  archives().flatMap((path) => readdirSync(join(path, 'bases')).filter((name) => name.endsWith('.zst')))
const figure = async (name: string) => {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)![1])
}

beforeAll(async () => {
  at.beforeBase = new Date(Date.now() - 60_000).toISOString()
  await start()
  await waitFor('the base backup is made', () => bases().length === 1)
  phone = new Visitor(server.url)
  await phone.post('/api/auth/sign-in/email', { email: 'pro@lotto.test', password: DEMO_PASSWORD })
  // The name of a base backup has whole seconds.
  await waitFor('the base backup has ended', () => nameInstant(bases()[0]!) <= Date.now())
  at.first = await addGroup('group 1', '{1,2,4}')
  at.second = await addGroup('group 2', '{1,3,4}')
  await addGroup('group 3', '{1,3,5}')
})
afterAll(async () => {
  if (server.child.exitCode === null) await stop()
  folder.remove()
})

const nameInstant = (name: string) =>
  Date.parse(name.replace(/^base-(....)(..)(..)T(..)(..)(..)Z.*/, '$1-$2-$3T$4:$5:$6Z'))

test('a failing archive shows in the metrics until it works again', async () => {
  const [path] = archives()
  expect(await figure('lotto_wal_base_age_seconds')).toBeLessThan(600)
  renameSync(join(path!, 'wal'), join(path!, 'away'))
  await query('select pg_switch_wal()')
  await waitFor('the failure shows', async () => (await figure('lotto_wal_archive_failing')) === 1)
  expect(await figure('lotto_wal_waiting_seconds')).toBeGreaterThan(0)
  renameSync(join(path!, 'away'), join(path!, 'wal'))
  await addGroup('group 4', '{1,3,6}')
  await query('select pg_switch_wal()')
  await waitFor('the segment is archived', async () => (await figure('lotto_wal_waiting_seconds')) === 0)
  expect(await figure('lotto_wal_archive_failing')).toBe(0)
})

test('a destroyed database is recovered to an instant, with the rules of a restore', async () => {
  expect((await phone.get('/api/me')).status).toBe(200)
  const used = await restore('--at', at.first, '--replace')
  expect([used.code, used.err]).toEqual([1, expect.stringMatching(/^A server is using /)])
  await stop()
  rmSync(postgres, { recursive: true })
  const { code, out, err } = await restore('--at', at.first)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/The last change is of 20\S+Z\.\n/)
  await start()
  expect(await groups()).toEqual(['group 1'])
  phone = Object.assign(new Visitor(server.url), { cookies: phone.cookies })
  expect((await phone.get('/api/me')).status).toBe(401)
  const [state] = await query(`select (select count(*)::int from sessions) as sessions,
    (select max(seq)::float8 from changes) as seq, (select backup_at from restores) as reached`)
  expect(state).toMatchObject({ sessions: 0 })
  expect(state!.seq).toBeGreaterThan(Date.parse(at.first))
  expect(state!.reached.getTime()).toBeLessThanOrEqual(Date.parse(at.first))
})

test('a later instant of the lost history can still be chosen; the present database is moved aside', async () => {
  await stop()
  const refused = await restore('--at', at.second)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Add --replace to move it aside.')])
  expect((await restore('--at', at.second, '--replace')).code).toBe(0)
  expect(readdirSync(postgres).filter((name) => name.startsWith('replaced-'))).toHaveLength(1)
  await start()
  expect(await groups()).toEqual(['group 1', 'group 2'])
})

const drafts = () => readdirSync(postgres).filter((name) => name.startsWith('recovering-'))
/** Starts the command, and waits until its server runs. */
async function beginRestore() {
  const program = [process.execPath, 'dist/server/restore.js', '--at', at.second, '--replace'] as const
  const launched = launchProgram({ PORT: '0', ...env }, program)
  const pidFile = () => join(postgres, drafts()[0] ?? '', 'postmaster.pid')
  await waitFor('its server runs', () => existsSync(pidFile()) && readFileSync(pidFile(), 'utf8') !== '')
  return { ...launched, pid: Number(readFileSync(pidFile(), 'utf8').split('\n')[0]) }
}

test('a server that is started during a recovery keeps its database, and the recovery is refused', async () => {
  await stop()
  const { child, ended, output } = await beginRestore()
  child.kill('SIGSTOP')
  await start()
  const before = await groups()
  child.kill('SIGCONT')
  expect(await ended).toMatchObject({ code: 1 })
  expect(output()).toMatch(/^A server is using .*$/m)
  expect([await groups(), drafts()]).toEqual([before, []])
  await stop()
})

test('the server of an interrupted recovery is stopped by the next one', async () => {
  const { child, ended, pid } = await beginRestore()
  child.kill('SIGKILL')
  await ended
  expect(isAlive({ pid, socketDir: '' })).toBe(true)
  expect((await restore('--at', at.second, '--replace')).code).toBe(0)
  expect([isAlive({ pid, socketDir: '' }), drafts()]).toEqual([false, []])
})

test('a refusal names the end of the archive beside a long log too', async () => {
  writeFileSync(join(postgres, 'server.log'), 'x'.repeat(11 * 1024 * 1024), { mode: 0o600 })
  const { code, err } = await restore('--at', new Date().toISOString(), '--replace')
  expect([code, err]).toEqual([1, expect.stringMatching(/^The archive ends before 20/)])
})

test.each([
  [
    'before the archive begins',
    () => at.beforeBase,
    /^The archive begins at 20\S+Z\. Choose a later instant/,
  ],
  ['in the future', () => '2999-01-01T00:00:00Z', /^2999-01-01T00:00:00\.000Z is in the future\.\n$/],
  [
    'without a time zone',
    () => '2026-11-22T20:11:19',
    /^2026-11-22T20:11:19 is no instant\. Write it with its/,
  ],
  [
    'after its end',
    () => new Date().toISOString(),
    /^The archive ends before 20\S+Z\. Its last change is of 20/,
  ],
])('an instant %s is refused, and the database stays', async (_, instant, message) => {
  if (server.child.exitCode === null) await stop()
  const { code, err } = await restore('--at', instant(), '--replace')
  expect([code, err]).toEqual([1, expect.stringMatching(message)])
  expect(existsSync(join(postgres, 'cluster/PG_VERSION'))).toBe(true)
  expect(readdirSync(postgres).filter((name) => name.startsWith('recovering-'))).toEqual([])
})
