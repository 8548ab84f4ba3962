// `kill -9` at a random moment under writes: the server, its Postgres, both, one session, or a server that starts.
//   node tests/long/kill.ts [seed]
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { clientConfig } from '../../src/platform/server/db/connect.ts'
import { findEmbedded } from '../../src/platform/server/db/embedded.ts'
import { freePort, type Launched, launchProgram, newFolder } from '../support/programs.ts'
import { type Random, random } from '../support/random.ts'
import { Visitor } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'
import { type Stored, Writer } from './writers.ts'

/** What is killed. `start`: the server, and again while it restarts. */
const VICTIMS = ['server', 'postgres', 'both', 'session', 'start'] as const
type Victim = (typeof VICTIMS)[number]

export interface Round {
  victim: Victim
  /** Milliseconds until the server was ready, from the kill or, unless only a session was killed, from its next start. */
  readyIn: number
  acknowledged: number
}

export interface Installation {
  dataDir: string
  port: string
  server: Launched
  random: Random
}

/** The longest time of writing before a kill, from the first acknowledged write. */
const MAX_WRITING_MS = 900

/**
 * Starts the built server on its own embedded database and kills a process in each round. Afterwards every acknowledged
 * write must be stored, every unacknowledged one completely or not at all, and the trails must agree.
 * @throws AssertionError naming the round and the seed
 */
export async function killRounds({ rounds, seed }: { rounds: number; seed: number }): Promise<Round[]> {
  const folder = newFolder()
  const port = String(await freePort())
  const done: Round[] = []
  const server = launchProgram({ DATA_DIR: folder.path, PORT: port })
  const installation = { dataDir: folder.path, port, server, random: random(seed) }
  try {
    await server.ready()
    const writers = await makeWriters(installation)
    const lastSeq = { value: 0 }
    for (let round = 0; round < rounds; round++) {
      const victim = VICTIMS[round % VICTIMS.length]!
      try {
        const before = acknowledgedBy(writers)
        const readyIn = await writeAndKill(installation, writers, victim)
        await compare(installation, writers, lastSeq)
        done.push({ victim, readyIn, acknowledged: acknowledgedBy(writers) - before })
      } catch (error) {
        throw new Error(`Round ${round + 1} (${victim}), seed ${seed}`, { cause: error })
      }
    }
    await stop(installation.server)
    return done
  } finally {
    installation.server.child.kill('SIGKILL')
    killIfThere(postmaster(folder.path))
    folder.remove()
  }
}

const acknowledgedBy = (writers: Writer[]) => writers.reduce((sum, writer) => sum + writer.acknowledged, 0)

/** The writers keep their sessions for the whole run: sessions must survive every kill. */
export async function makeWriters({ server, random: from }: Installation): Promise<Writer[]> {
  return Promise.all(
    Array.from({ length: Writer.most }, async (_, index) => {
      const own = random(from.below(2 ** 31))
      const admin = new Visitor(server.url)
      await admin.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
      return new Writer(admin, index, own)
    }),
  )
}

/** @returns milliseconds until the server was ready again */
async function writeAndKill(installation: Installation, writers: Writer[], victim: Victim): Promise<number> {
  let going = true
  const writing = Promise.all(writers.map((writer) => writer.write(() => going)))
  writing.catch(() => undefined)
  // A fixed time alone would be too short for a first write on a busy machine.
  const before = acknowledgedBy(writers)
  await Promise.race([writing, waitFor('a write is acknowledged', () => acknowledgedBy(writers) > before)])
  await sleep(installation.random.below(MAX_WRITING_MS))
  const killed = performance.now()
  if (victim === 'session') {
    killIfThere(await someSession(installation))
    await survives(installation.server)
  } else {
    if (victim === 'postgres' || victim === 'both') process.kill(postmaster(installation.dataDir)!, 'SIGKILL')
    if (victim === 'postgres') await endsWithItsPostgres(installation.server)
    else await kill(installation.server)
  }
  const back = performance.now() - killed
  going = false
  await writing
  if (victim === 'session') return back
  if (victim === 'start') {
    installation.server = launchProgram({ DATA_DIR: installation.dataDir, PORT: installation.port })
    await sleep(installation.random.below(MAX_WRITING_MS))
    await kill(installation.server)
  }
  installation.server = launchProgram({ DATA_DIR: installation.dataDir, PORT: installation.port })
  return installation.server.ready()
}

/** The server says that its Postgres has ended, and stops when it is asked to. */
export async function endsWithItsPostgres({ child, ended, output }: Launched): Promise<void> {
  await waitFor('the log says what to do', () => output().includes('start Lotto Forecast again'))
  child.kill('SIGTERM')
  await ended
}

/** The server process survives, and becomes ready again by itself. */
export async function survives(server: Launched): Promise<void> {
  // A readiness answer right after the kill can predate the kill and proves nothing.
  await sleep(50)
  await server.ready()
  assert.equal(server.child.exitCode, null)
}

export async function kill({ child, ended }: Launched): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

export async function stop({ child, ended, output }: Launched): Promise<void> {
  child.kill('SIGTERM')
  assert.deepEqual(await ended, { code: 0, signal: null }, output())
}

export function postmaster(dataDir: string): number | null {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return null
  }
}

export function killIfThere(pid: number | null): void {
  try {
    if (pid) process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

export async function query<Row>({ dataDir }: Installation, text: string): Promise<Row[]> {
  const address = await findEmbedded(dataDir)
  const client = new pg.Client(clientConfig(address!))
  // The query rejects too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** The backend process of a session, preferably one that is writing. */
export async function someSession(installation: Installation): Promise<number> {
  const [row] = await query<{ pid: number }>(
    installation,
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
     order by state = 'idle', random() limit 1`,
  )
  return row!.pid
}

export async function compare(installation: Installation, writers: Writer[], lastSeq: { value: number }) {
  const stored = await query<Stored>(
    installation,
    `select id::int, game_key as game, date::text, version, winning from draws where deleted_at is null`,
  )
  for (const writer of writers) writer.compare(stored)
  await compareAnswers(installation, stored)
  const [{ trails } = { trails: {} }] = await query<{ trails: unknown }>(installation, TRAILS)
  assert.deepEqual(trails, { halves: 0, corrections: 0, unaudited: 0, unnoted: 0, unordered: 0 })
  const [{ seq } = { seq: 0 }] = await query<{ seq: number }>(
    installation,
    'select max(seq)::float8 as seq from changes',
  )
  assert.ok(seq >= lastSeq.value, `the newest version fell from ${lastSeq.value} to ${seq}`)
  lastSeq.value = seq
}

/** Right after the start the API returns exactly what is stored. */
async function compareAnswers({ server }: Installation, stored: readonly Stored[]): Promise<void> {
  const reader = new Visitor(server.url)
  await reader.post('/api/auth/sign-in/email', { email: 'free@lotto.test', password: DEMO_PASSWORD })
  const { body } = await reader.get('/api/getResults')
  const returned = Object.entries(body as Record<string, Record<string, any[]>>).flatMap(([game, years]) =>
    Object.values(years).flatMap((rows) =>
      rows.map(({ date, winningNumbers }) =>
        line(
          game,
          date,
          winningNumbers.map(({ number }: any) => number),
        ),
      ),
    ),
  )
  assert.deepEqual(returned.sort(), stored.map(({ game, date, winning }) => line(game, date, winning)).sort())
}
const line = (game: string, date: string, winning: readonly number[]) => `${game} ${date} ${winning.join()}`

/** Counts of inconsistencies, which must be zero: each write changes three or four tables. */
const TRAILS = `
  with deleted as (select 'draw:' || id as subject, id from draws where deleted_at is not null)
  select json_build_object(
    'halves', (select count(*) from draws where cardinality(winning) <> 5),
    'corrections', (
      select count(*) from draws d where version <> 1 + (select count(*) from draw_corrections c where c.draw_id = d.id)
        or version <> 1 + coalesce((select max(c.version) from draw_corrections c where c.draw_id = d.id), 0)),
    'unaudited', (
      select count(*) from draws d where source = 'staff'
        and not exists (select from audit a where a.subject = 'draw:' || d.id and a.action = 'draw.record'))
      + (select count(*) from deleted d where not exists (
        select from audit a where a.subject = d.subject and a.action = 'draw.delete'))
      + (select abs((select count(*) from draw_corrections)
        - (select count(*) from audit where action = 'draw.correct')))
      + (select abs((select count(*) from draws where source = 'import')
        - (select coalesce(sum((details ->> 'inserted')::int), 0) from audit where action = 'draws.import'))),
    'unnoted', (
      select count(*) from draws d where (
        select count(*) from changes c where c.kind = 'draws' and d.id::text = any(c.ids)
      ) <> d.version + (d.deleted_at is not null)::int),
    'unordered', (
      select count(*) from (select at, lag(at) over (order by seq) as earlier from changes) pairs
      where at < earlier - interval '10 seconds')
  ) as trails`

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

if (import.meta.main) {
  const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`kill -9, 30 rounds, seed ${seed}`)
  const rounds = await killRounds({ rounds: 30, seed })
  for (const victim of VICTIMS) {
    const times = rounds.filter((round) => round.victim === victim).map(({ readyIn }) => readyIn)
    const [least, middle, most] = [Math.min(...times), median(times), Math.max(...times)].map(Math.round)
    console.log(
      `${victim.padEnd(9)} ready again after ${least} / ${middle} / ${most} ms (min / median / max)`,
    )
  }
  const written = rounds.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
  console.log(`${written} acknowledged writes, all stored`)
}
