// DB-08: the host of the primary database dies under load. Two processes on Patroni, etcd and HAProxy with the files of
// deploy/. Skipped without these programs (Debian: apt-get install etcd-server patroni python3-etcd haproxy postgresql-15).
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { addDays, lagosDate, parseDate } from '../../src/platform/rules/base/calendar.ts'
import { LIVE_LIMITS } from '../../src/platform/rules/base/streams.ts'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { type Cluster, missingForCluster, startCluster } from '../support/cluster.ts'
import { queryAt } from '../support/database.ts'
import { listenersFor } from '../support/many-listeners.ts'
import { startPaystack } from '../support/paystack-model.ts'
import { freePort, launchProgram, newFolder, type Launched } from '../support/programs.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { Visitor } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'

const ARRIVALS_PER_S = 10
/** Each pays once or twice. */
const PLAYERS = 200
/** A fail-over takes some 20 s, and longer on a busy machine. */
const FAIL_OVER = { timeoutMs: 120_000, intervalMs: 100 }

interface Acknowledged {
  /** A draw's date, or a payment's reference. */
  id: string
  sentAt: number
}

const missing = missingForCluster()
if (missing) console.log(`The fail-over of the database is not tested: ${missing} is not installed.`)

describe.skipIf(missing)('DB-08: two Postgres hosts with Patroni', { timeout: 900_000 }, () => {
  const closing: (() => unknown)[] = []
  let cluster: Cluster
  let paystack: Awaited<ReturnType<typeof startPaystack>>
  let servers: Launched[]
  /** One member of staff at each process. */
  let staff: Visitor[]
  let players: Visitor[]
  let turn = 0

  beforeAll(async () => {
    cluster = await startCluster()
    closing.push(() => cluster.stop())
    paystack = await startPaystack()
    closing.push(() => paystack.stop())
    servers = []
    for (let i = 0; i < 2; i++) {
      const folder = newFolder()
      closing.push(() => folder.remove())
      const server = launchProgram({
        PORT: String(await freePort()),
        DATA_DIR: folder.path,
        DATABASE_URL: cluster.url,
        AUTH_SECRET: TEST_SECRET,
        TRUSTED_PROXIES: '1',
        ...paystack.settings,
      })
      closing.push(async () => {
        server.child.kill('SIGKILL')
        await server.ended
      })
      await server.ready()
      servers.push(server)
    }
    staff = servers.map(({ url }) => new Visitor(url))
    for (const visitor of staff)
      await visitor.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
    const [streams, appUrl] = [PLAYERS * LIVE_LIMITS.streamsOfUser, servers[0]!.url]
    const cookies = new Set(await listenersFor(cluster, { streams, appUrl, secret: TEST_SECRET }))
    await ask(`update users set role = 'user' where id like 'listener%'`)
    players = [...cookies].map((cookie, i) => {
      const visitor = new Visitor(servers[i % 2]!.url)
      visitor.cookies.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1))
      return visitor
    })
  }, 600_000)
  afterAll(async () => {
    for (const close of closing.toReversed()) await close()
  }, 120_000)

  const ask = (text: string) => queryAt(cluster, text)

  /** Requests at a fixed rate on both processes, until `stop()`: one in four saves a draw, one in eight pays. */
  function startLoad() {
    const load = { draws: [] as Acknowledged[], opened: [] as Acknowledged[], settled: [] as Acknowledged[] }
    /** Answers other than success and 503. */
    const wrong: string[] = []
    /** Writes that each process acknowledged. */
    const writes = [0, 0]
    const running = new Set<Promise<unknown>>()
    const done = new AbortController()

    async function expected(status: number, asked: Promise<{ status: number; text: string; body: any }>) {
      const answer = await asked
      if (answer.status !== status && answer.status !== 503)
        wrong.push(`${answer.status} ${answer.text.slice(0, 200)}`)
      return answer.status === status ? answer.body : null
    }
    async function saveDraw(place: number, n: number): Promise<void> {
      const [id, sentAt] = [addDays(parseDate('2001-01-01')!, n), performance.now()]
      const draw = { game: 'gold', date: id, winning: [1, 2, 3, 4, 5 + (n % 80)] }
      if (!(await expected(201, staff[place]!.post('/api/admin/draws', draw)))) return
      load.draws.push({ id, sentAt })
      writes[place]!++
    }
    async function pay(n: number): Promise<void> {
      const [player, sentAt] = [players[n % players.length]!, performance.now()]
      const opened = await expected(
        200,
        player.post('/api/initializeTransaction', { plan: n % 2 ? 'basic' : 'pro' }),
      )
      const id: string = opened?.data.reference
      if (!id || paystack.transactions.get(id)?.paidAt) return
      load.opened.push({ id, sentAt })
      paystack.pay(id)
      const confirmed = await expected(200, player.post(`/api/payments/${id}/confirm`))
      if (confirmed?.outcome === 'active') load.settled.push({ id, sentAt })
    }
    async function arrive(n: number): Promise<void> {
      const place = Math.floor(n / 8) % 2
      if (n % 4 === 0) return saveDraw(place, n)
      if (n % 8 === 1) return pay(Math.floor(n / 8))
      const path = ['/api/me', '/api/days/2001-01-05', '/api/getResults'][n % 3]!
      await expected(200, staff[place]!.get(path))
    }
    const arriving = (async () => {
      while (!done.signal.aborted) {
        const one = arrive(turn++)
          .catch((error: unknown) => void wrong.push(String(error)))
          .finally(() => running.delete(one))
        running.add(one)
        await sleep(1000 / ARRIVALS_PER_S)
      }
    })()
    return {
      ...load,
      /** Waits until each process has acknowledged more writes, and some payments are settled. */
      async until(more: number): Promise<void> {
        const [draws, settled] = [[...writes], load.settled.length]
        const isReached = () =>
          writes.every((n, i) => n >= draws[i]! + more) && load.settled.length >= settled + more / 2
        await waitFor('both processes write', isReached, FAIL_OVER)
      },
      async stop(): Promise<void> {
        done.abort()
        await arriving
        await Promise.all(running)
        if (wrong.length > 0) console.log(wrong.join('\n'))
        expect(wrong).toEqual([])
      },
    }
  }

  /** The dates of the draws that a process shows. */
  async function shownBy(visitor: Visitor): Promise<string[]> {
    const { status, body } = await visitor.get('/api/getResults')
    expect(status).toBe(200)
    const years: Record<string, { date: string }[]> = body.gold ?? {}
    return Object.values(years)
      .flatMap((rows) => rows.map(({ date }) => date))
      .toSorted()
  }
  const storedDates = async () =>
    (await ask(`select date::text from draws where deleted_at is null order by 1`)).map(
      ({ date }) => date as string,
    )
  /** Payments by reference, with their grants. */
  async function payments(): Promise<Map<string, { state: string; grants: number }>> {
    const rows = await ask(`select p.reference, p.state, count(g.id)::int as grants from payments p
      left join grants g on g.payment_id = p.reference group by 1, 2`)
    return new Map(rows.map(({ reference, state, grants }) => [reference, { state, grants }]))
  }
  const idsOf = (acknowledged: Acknowledged[]) => acknowledged.map(({ id }) => id)

  test('with synchronous commit no acknowledged draw and no acknowledged payment is lost', async () => {
    onTestFailed(() => console.log(cluster.logs()))
    const load = startLoad()
    await load.until(6)
    cluster.kill(await cluster.primary())
    await load.until(6)
    await load.stop()

    const [stored, known] = [await storedDates(), await payments()]
    expect(idsOf(load.draws).filter((date) => !stored.includes(date))).toEqual([])
    for (const visitor of staff) expect(await shownBy(visitor)).toEqual(stored)
    expect(idsOf(load.opened).filter((reference) => !known.has(reference))).toEqual([])
    for (const reference of idsOf(load.settled))
      expect([reference, known.get(reference)]).toEqual([reference, { state: 'settled', grants: 1 }])
    console.log(`synchronous: ${load.draws.length} draws and ${load.settled.length} payments, none lost`)
  })

  test('without it nothing lost is shown or called current, and each lost payment has an alarm', async () => {
    onTestFailed(() => console.log(cluster.logs()))
    cluster.start()
    // The standby takes over although much is missing, so that the loss is certain.
    await cluster.configure({ synchronous_mode: false, maximum_lag_on_failover: 1_000_000_000 })
    await cluster.untilFollowed('async')
    const before = await storedDates()
    await cutReplication()

    const load = startLoad()
    await load.until(6)
    const entries = await publish()
    const held = []
    for (const visitor of staff)
      for (const path of ['/api/getResults', '/api/history']) {
        const { status, headers } = await visitor.get(path)
        expect([path, status]).toEqual([path, 200])
        held.push({ visitor, path, etag: headers.get('etag')! })
      }
    const killedAt = performance.now()
    cluster.kill(await cluster.primary())
    await load.until(6)
    await load.stop()

    const [stored, known] = [await storedDates(), await payments()]
    const after = (all: Acknowledged[]) => idsOf(all.filter(({ sentAt }) => sentAt > killedAt))
    const lost = idsOf(load.draws).filter((date) => !stored.includes(date))
    expect(lost.length).toBeGreaterThan(0)
    expect(stored).toEqual(expect.arrayContaining([...before, ...after(load.draws)]))
    for (const { visitor, path, etag } of held) {
      const { status } = await visitor.get(path, { headers: { 'if-none-match': etag } })
      expect([path, status]).toEqual([path, 200])
    }
    for (const visitor of staff) expect(await shownBy(visitor)).toEqual(stored)

    expect(after(load.opened).filter((reference) => !known.has(reference))).toEqual([])
    const unknown = idsOf(load.opened)
      .filter((reference) => !known.has(reference))
      .toSorted()
    expect(unknown.length).toBeGreaterThan(0)
    await waitFor(
      'every lost payment has an alarm',
      async () => {
        const rows = await ask(`select reference from alarms where closed_at is null`)
        return unknown.every((lostOne) => rows.some(({ reference }) => reference === lostOne))
      },
      FAIL_OVER,
    )
    await expectGone(entries)
    console.log(`asynchronous: ${lost.length} draws and ${unknown.length} payments lost`)
  })

  /** Lets nothing that is written from now on reach the standby. */
  async function cutReplication(): Promise<void> {
    const run = (text: string) => queryAt(cluster.superuser, text)
    const [now] = await run('select pg_current_wal_lsn() as lsn')
    const isCopied = async () =>
      (await run(`select from pg_stat_replication where replay_lsn >= '${now!.lsn}'`)).length > 0
    await waitFor('the standby has everything', isCopied, FAIL_OVER)
    await run('alter role replicator nologin')
    await run('select pg_terminate_backend(pid) from pg_stat_replication')
    const isCut = async () => (await run('select from pg_stat_replication')).length === 0
    await waitFor('the standby is cut off', isCut, FAIL_OVER)
  }

  /** Publishes a forecast. @returns the number of entries of the log after it */
  async function publish(): Promise<number> {
    for (let days = 1; days <= 7; days++) {
      const date = addDays(lagosDate(Date.now()), days)
      const forecast = { gameName: 'Diamond', numbers: '7, 12, 45, 60, 89', date, reasons: 'test' }
      if ((await staff[0]!.post('/api/admin/predictions', forecast)).status === 201) break
    }
    return (await staff[0]!.get('/api/public/record')).body.log.entries
  }

  /** No process shows an entry that was lost, or more than the database has. */
  async function expectGone(lost: number): Promise<void> {
    for (const visitor of staff) {
      const [{ stored }] = (await ask('select count(*)::int as stored from log_leaves')) as any
      const { entries } = (await visitor.get('/api/public/record')).body.log
      expect([entries, entries < lost]).toEqual([stored, true])
    }
  }
})
