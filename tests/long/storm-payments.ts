// Payments whose webhooks arrive several times each, in random order, over many connections, while the server is killed or
// the database stands still in the middle: every payment is settled exactly once, none is lost.
//   node tests/long/storm-payments.ts [seed]
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { ledgerFaults } from '../../src/server/billing/alarms/check-ledger.ts'
import { clientConfig } from '../../src/server/db/connect.ts'
import { findEmbedded } from '../../src/server/db/embedded.ts'
import { type PaystackModel, startPaystack } from '../support/paystack-model.ts'
import { freePort, launchProgram, newFolder } from '../support/programs.ts'
import { type Random, random } from '../support/random.ts'

interface Storm {
  payments: number
  /** How often each webhook comes, at least: one that is not answered with 200 comes again. */
  copies: number
  connections: number
  seed: number
  /** What happens in the middle: `kill -9` of the server, or no process of Postgres moves for five seconds. */
  blow?: 'kill' | 'pause'
}

export interface Weathered {
  /** Webhooks that were answered with 200, by the server before the kill and by the one after it. */
  acknowledged: number
  /** Milliseconds from the first webhook to the last answer, and to the last settled payment. */
  answeredIn: number
  settledIn: number
  /** Bytes by which the server had grown when the database moved again. */
  grown: number
}

const PAUSE = 5000

const KOBO = { basic: 200_000, pro: 150_000 } as const
/** Several payments a person, so that some of them meet at the same ledger. */
const PAYMENTS_EACH = 5

/** @throws AssertionError naming the seed */
export async function stormPayments(storm: Storm): Promise<Weathered> {
  const { seed, connections, blow = 'kill' } = storm
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
    client = new pg.Client(clientConfig((await findEmbedded(folder.path))!))
    await client.connect()
    const bodies = (await makePayments(client, paystack, storm)).map((reference) =>
      paystack.eventOf('charge.success', reference),
    )
    const waiting = shuffled(from, Array.from({ length: storm.copies }, () => bodies).flat())
    const strikeAt = Math.floor(waiting.length * (0.2 + from.below(50) / 100))
    const began = performance.now()
    let acknowledged = 0
    let struck = Promise.resolve()
    let isStruck = false
    let grown = 0

    const pause = async () => {
      const before = bytesOf(server.child.pid!)
      await standStill(client!, folder.path)
      grown = bytesOf(server.child.pid!) - before
    }
    const restart = async () => {
      server.child.kill('SIGKILL')
      await server.ended
      server = launchProgram(env)
      await server.ready()
    }
    const worker = async () => {
      for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
        const status = await paystack.deliver(server.url, body).catch(() => 0)
        if (status === 200) acknowledged++
        else {
          waiting.unshift(body)
          await sleep(20)
        }
        if (acknowledged < strikeAt || isStruck) continue
        isStruck = true
        struck = blow === 'kill' ? restart() : pause()
      }
    }
    await Promise.all(Array.from({ length: connections }, worker))
    await struck
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

/** Stops every process of Postgres for a while, as a disk that hangs does. */
async function standStill(client: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  const [postmaster] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
  const all = [Number(postmaster), ...rows.map(({ pid }) => pid)]
  const tell = (signal: NodeJS.Signals) => {
    for (const pid of all) {
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended by itself.
      }
    }
  }
  tell('SIGSTOP')
  try {
    await sleep(PAUSE)
  } finally {
    tell('SIGCONT')
  }
}

/** What a process holds in memory. Small Linux machines have no `ps`, macOS has no `/proc`. */
function bytesOf(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return 1024 * Number(kilobytes)
}

/** People and their open payments, all of them paid at Paystack. */
async function makePayments(
  client: pg.Client,
  paystack: PaystackModel,
  { payments }: Storm,
): Promise<string[]> {
  const references: string[] = []
  for (let i = 0; i < payments; i++) {
    const uid = `storm-${Math.floor(i / PAYMENTS_EACH)}`
    const plan = i % 2 ? 'pro' : 'basic'
    const reference = `storm${String(i).padStart(22, '0')}`
    if (i % PAYMENTS_EACH === 0)
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

/** Lets a minute's sweep come early, until everything is settled: what a killed process was doing is taken up by it. */
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
  throw new Error('some payments are never settled')
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
  // Of one person and plan every period begins where another ends, but for the first.
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
  for (const blow of ['kill', 'pause'] as const) {
    const done = await stormPayments({ payments: 1500, copies: 5, connections: 64, seed, blow })
    console.log(
      `${blow}: ${done.acknowledged} webhooks answered in ${Math.round(done.answeredIn)} ms, 1500 payments settled in ${Math.round(done.settledIn)} ms`,
    )
  }
}
