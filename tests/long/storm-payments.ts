// Webhooks that arrive several times each, in random order and over many connections, while the server is killed or the
// database is paused: every payment is settled exactly once.
//   node tests/long/storm-payments.ts [seed]
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { ledgerFaults } from '../../src/money/server/payments/check-ledger.ts'
import { clientConfig } from '../../src/platform/server/db/connect.ts'
import { findEmbedded } from '../../src/platform/server/db/embedded.ts'
import { type PaystackModel, startPaystack } from '../support/paystack-model.ts'
import { freePort, launchProgram, newFolder } from '../support/programs.ts'
import { type Random, random } from '../support/random.ts'

interface Storm {
  payments: number
  /** The deliveries of each webhook, without the repeats of those not answered with 200. */
  copies: number
  connections: number
  seed: number
  /** The fault halfway: `kill -9` of the server, or Postgres paused for five seconds. */
  fault?: 'kill' | 'pause'
}

export interface StormResult {
  /** Webhooks answered with 200, before and after the fault. */
  acknowledged: number
  /** Milliseconds from the first webhook to the last answer and to the last settled payment. */
  answeredIn: number
  settledIn: number
  /** Bytes by which the server's memory grew while the database was paused. */
  grown: number
}

const PAUSE_MS = 5000

const KOBO = { basic: 200_000, pro: 150_000 } as const
/** Several payments per player, so that some write to the same ledger at the same time. */
const PAYMENTS_PER_PLAYER = 5

/** @throws AssertionError naming the seed */
export async function stormPayments(storm: Storm): Promise<StormResult> {
  const { seed, connections, fault = 'kill' } = storm
  const from = random(seed)
  const folder = newFolder()
  const paystack = await startPaystack()
  const env = {
    DATA_DIR: folder.path,
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    ...paystack.settings,
  }
  let server = launchProgram(env)
  let client: pg.Client | null = null
  try {
    await server.ready()
    const connect = async () => {
      client = new pg.Client(clientConfig((await findEmbedded(folder.path))!))
      await client.connect()
      return client
    }
    client = await connect()
    const bodies = (await makePayments(client, paystack, storm)).map((reference) =>
      paystack.eventOf('charge.success', reference),
    )
    const waiting = shuffled(from, Array.from({ length: storm.copies }, () => bodies).flat())
    const faultAt = Math.floor(waiting.length * (0.2 + from.below(50) / 100))
    const began = performance.now()
    let acknowledged = 0
    let faultDone = Promise.resolve()
    let hasFault = false
    let grown = 0

    const pause = async () => {
      const before = bytesOf(server.child.pid!)
      await pauseDatabase(client!, folder.path)
      grown = bytesOf(server.child.pid!) - before
    }
    const restart = async () => {
      server.child.kill('SIGKILL')
      await server.ended
      // The start stops the Postgres of the killed server.
      await client!.end()
      server = launchProgram(env)
      await server.ready()
      await connect()
    }
    const worker = async () => {
      for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
        const status = await paystack.deliver(server.url, body).catch(() => 0)
        if (status === 200) acknowledged++
        else {
          waiting.unshift(body)
          await sleep(20)
        }
        if (acknowledged < faultAt || hasFault) continue
        hasFault = true
        faultDone = fault === 'kill' ? restart() : pause()
      }
    }
    await Promise.all(Array.from({ length: connections }, worker))
    await faultDone
    const answeredIn = performance.now() - began
    await untilSettled(client)
    const settledIn = performance.now() - began
    await compare(client, storm)
    return { acknowledged, answeredIn, settledIn, grown }
  } catch (error) {
    throw new Error(`Storm with seed ${seed}`, { cause: error })
  } finally {
    await client?.end()
    server.child.kill('SIGTERM')
    await server.ended
    await paystack.stop()
    folder.remove()
  }
}

/** Suspends every process of Postgres for PAUSE_MS, like a disk that hangs. */
export async function pauseDatabase(client: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  const [postmaster] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
  const all = [Number(postmaster), ...rows.map(({ pid }) => pid)]
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of all) {
      try {
        process.kill(pid, signal)
      } catch {
        // The process has already ended.
      }
    }
  }
  signalAll('SIGSTOP')
  try {
    await sleep(PAUSE_MS)
  } finally {
    signalAll('SIGCONT')
  }
}

/** A process's resident memory in bytes. Small Linux machines have no `ps`, and macOS has no `/proc`. */
function bytesOf(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return 1024 * Number(kilobytes)
}

/** Players and their open payments, all paid at Paystack. */
async function makePayments(
  client: pg.Client,
  paystack: PaystackModel,
  { payments }: Storm,
): Promise<string[]> {
  const references: string[] = []
  for (let i = 0; i < payments; i++) {
    const uid = `storm-${Math.floor(i / PAYMENTS_PER_PLAYER)}`
    const plan = i % 2 ? 'pro' : 'basic'
    const reference = `storm${String(i).padStart(22, '0')}`
    if (i % PAYMENTS_PER_PLAYER === 0)
      await client.query(
        `insert into users (id, username, email) values ($1, 'Storm', $1 || '@example.com')`,
        [uid],
      )
    await client.query(
      `insert into payments (reference, user_id, plan, kobo, mode, current, access_code, authorization_url, created_at, next_check_at)
       values ($1, $2, $3, $4, 'test', false, 'code', 'https://example.com', clock_timestamp(), clock_timestamp())`,
      [reference, uid, plan, KOBO[plan]],
    )
    paystack.add(reference, { status: 'success', amount: KOBO[plan], paidAt: Date.now() })
    references.push(reference)
  }
  return references
}

/** Runs sweeps early until every payment is settled. The sweep resumes what a killed process left. */
async function untilSettled(client: pg.Client): Promise<void> {
  const deadline = performance.now() + 20 * 60_000
  while (performance.now() < deadline) {
    const open = await count(client, `select count(*)::int as n from payments where state <> 'settled'`)
    if (open === 0) return
    const due = await count(
      client,
      `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'follow-payment' and locked_at is null`,
    )
    if (due === 0) {
      await client.query(`update payments set next_check_at = clock_timestamp() where state = 'open'`)
      await client.query(`select graphile_worker.add_job('sweep', job_key := 'storm')`)
    }
    await sleep(200)
  }
  throw new Error('some payments are not settled')
}

async function compare(client: pg.Client, { payments }: Storm): Promise<void> {
  const one = (query: string) => count(client, query)
  assert.equal(await one(`select count(*)::int as n from payments where state = 'settled'`), payments)
  assert.equal(await one(`select count(*)::int as n from grants where kind = 'payment'`), payments)
  assert.equal(await one(`select count(distinct payment_id)::int as n from grants`), payments)
  assert.equal(await one(`select count(*)::int as n from audit where action = 'payment.settle'`), payments)
  assert.equal(await one(`select count(*)::int as n from mails where template = 'receipt'`), payments)
  assert.equal(await one(`select count(*)::int as n from webhook_deliveries`), payments)
  const bought = `select sum(case plan when 'basic' then ${KOBO.basic} else ${KOBO.pro} end)::int as n from grants where kind = 'payment'`
  assert.equal(
    await one(`select sum(kobo)::int as n from payments where state = 'settled'`),
    await one(bought),
  )
  // Each period of a player and plan begins where another ends, except the first.
  const gaps = `select count(*)::int as n from periods p where exists (select from periods o where o.user_id = p.user_id
    and o.plan = p.plan and o.starts_at < p.starts_at) and not exists (select from periods o where o.user_id = p.user_id
    and o.plan = p.plan and o.ends_at = p.starts_at)`
  assert.equal(await one(gaps), 0)
  assert.deepEqual(await ledgerFaults(drizzle({ client })), [])
}

async function count(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(query)
  return rows[0]!.n
}

function shuffled<T>(from: Random, items: readonly T[]): T[] {
  const all = [...items]
  for (let i = all.length - 1; i > 0; i--) {
    const j = from.below(i + 1)
    ;[all[i], all[j]] = [all[j]!, all[i]!]
  }
  return all
}

if (import.meta.main) {
  const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}`)
  for (const fault of ['kill', 'pause'] as const) {
    const done = await stormPayments({ payments: 1500, copies: 5, connections: 64, seed, fault })
    assert.ok(done.grown < 64 * 1024 * 1024, `memory grew by ${done.grown} bytes`)
    console.log(
      `${fault}: ${done.acknowledged} webhooks answered in ${Math.round(done.answeredIn)} ms, 1500 payments settled in ${Math.round(done.settledIn)} ms`,
    )
  }
}
