// Everything at once (CHAOS): staff who write draws, players who pay, admins who demote each other, and one fault after the other.
// After each fault the installation must be consistent. At the end every paid payment is settled exactly once.
//   node tests/long/chaos.ts [seed] [minutes]
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { cookieName } from '../../src/platform/rules/base/cookies.ts'
import { LIVE_LIMITS } from '../../src/platform/rules/base/streams.ts'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { ledgerFaults } from '../../src/money/server/payments/check-ledger.ts'
import { findEmbedded } from '../../src/platform/server/db/embedded.ts'
import { withClient } from '../../src/platform/server/db/connect.ts'
import { listenersFor } from '../support/many-listeners.ts'
import { FAULTS, PaystackModel } from '../support/paystack-model.ts'
import { freePort, launchProgram, newFolder } from '../support/programs.ts'
import { type Random, random } from '../support/random.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { waitFor } from '../support/wait.ts'
import { Visitor } from '../support/test-server.ts'
import {
  compare,
  type Installation,
  endsWithItsPostgres,
  kill,
  killIfThere,
  makeWriters,
  postmaster,
  query,
  someSession,
  stop,
  survives,
} from './kill.ts'
import { pauseDatabase } from './storm-payments.ts'
import type { Stored, Writer } from './writers.ts'

const SHOCKS = ['none', 'server', 'postgres', 'both', 'session', 'restart', 'pause', 'paystack'] as const
type Shock = (typeof SHOCKS)[number]

/** The longest time of work before a shock. */
const MAX_WORK_MS = 2500
const BUYERS = ['free', 'basic', 'pro'] as const
/** Faults with an answer. The silent ones would outlast the run. */
const PAYSTACK_FAULTS = FAULTS.filter((fault) => !['silent', 'drip', 'huge'].includes(fault))
const SEARCHES = 8

class Chaos {
  readonly shocks: Record<string, number> = {}
  demotions = 0
  private readonly random: Random
  private readonly paystack: PaystackModel
  private readonly installation: Installation
  private readonly env: Record<string, string> & { PORT: string }
  private readonly lastSeq = { value: 0 }
  private writers: Writer[] = []
  private buyers: Visitor[] = []
  /** Two admins, by their user ids. */
  private readonly rivals = new Map<string, Visitor>()

  constructor(seed: number, paystack: PaystackModel, dataDir: string, port: string) {
    this.random = random(seed)
    this.paystack = paystack
    this.env = { DATA_DIR: dataDir, PORT: port, AUTH_SECRET: TEST_SECRET, ...paystack.settings }
    this.installation = { dataDir, port, server: launchProgram(this.env), random: this.random }
  }

  async prepare(): Promise<void> {
    const { server, dataDir } = this.installation
    await server.ready()
    this.writers = await makeWriters(this.installation)
    for (const person of BUYERS) {
      const visitor = new Visitor(server.url)
      await visitor.post('/api/auth/sign-in/email', {
        email: `${person}@lotto.test`,
        password: DEMO_PASSWORD,
      })
      this.buyers.push(visitor)
    }
    const address = (await findEmbedded(dataDir))!
    const streams = 2 * LIVE_LIMITS.streamsOfUser
    const cookies = await listenersFor(address, { streams, appUrl: server.url, secret: TEST_SECRET })
    for (const [i, uid] of ['listener1', 'listener2'].entries()) {
      const visitor = new Visitor(server.url)
      visitor.cookies.set(cookieName(server.url, 'session_token'), cookies[i]!.split('=').slice(1).join('='))
      this.rivals.set(uid, visitor)
    }
  }

  /** Work, one shock, the end of the work, and the comparison. */
  async round(): Promise<void> {
    const shock = this.random.pick(SHOCKS)
    this.shocks[shock] = (this.shocks[shock] ?? 0) + 1
    let going = true
    const isGoing = () => going
    const work = Promise.all([
      ...this.writers.map((writer) => writer.write(isGoing)),
      ...this.buyers.map((buyer) => this.buy(buyer, random(this.random.below(2 ** 31)), isGoing)),
      this.demoteEachOther(isGoing),
    ])
    work.catch(() => undefined)
    try {
      await sleep(this.random.below(MAX_WORK_MS))
      await this.cause(shock)
    } finally {
      going = false
    }
    await work
    if (this.installation.server.child.exitCode !== null || this.installation.server.child.killed)
      await this.restart()
    this.paystack.faults.length = 0
    await compare(this.installation, this.writers, this.lastSeq)
    await this.compareSearches()
  }

  private async restart(): Promise<void> {
    this.installation.server = launchProgram(this.env)
    await this.installation.server.ready()
  }

  private async cause(shock: Shock): Promise<void> {
    const { server, dataDir } = this.installation
    switch (shock) {
      case 'none':
        return
      case 'server':
        return kill(server)
      case 'both':
        killIfThere(postmaster(dataDir))
        return kill(server)
      case 'restart':
        return stop(server)
      case 'postgres':
        killIfThere(postmaster(dataDir))
        return endsWithItsPostgres(server)
      case 'session':
        killIfThere(await someSession(this.installation))
        return survives(server)
      case 'pause':
        await this.inDatabase((client) => pauseDatabase(client, dataDir))
        return survives(server)
      case 'paystack':
        for (let i = 0; i < 20; i++) this.paystack.faults.push(this.random.pick(PAYSTACK_FAULTS))
        return void (await sleep(MAX_WORK_MS))
    }
  }

  /** A player opens a payment, pays it at Paystack, and the answers come in some order, several times, or not at all. */
  private async buy(buyer: Visitor, from: Random, going: () => boolean): Promise<void> {
    while (going()) {
      const plan = from.pick(['basic', 'pro'])
      const opened = await buyer.post('/api/initializeTransaction', { plan }).catch(() => null)
      if (opened?.status !== 200) {
        await sleep(50)
        continue
      }
      const { reference } = opened.body.data
      this.paystack.pay(reference)
      const { url } = this.installation.server
      for (let i = from.below(3); i > 0; i--) await this.paystack.sendWebhook(url, reference).catch(() => 0)
      if (from.below(2) > 0) await buyer.post(`/api/payments/${reference}/confirm`).catch(() => null)
    }
  }

  /** At least one of two admins who demote each other at the same moment stays an admin. */
  private async demoteEachOther(going: () => boolean): Promise<void> {
    const [one, two] = [...this.rivals]
    while (going()) {
      const demote = (by: Visitor, uid: string) =>
        by.request('PATCH', `/api/admin/users/${uid}`, { body: { admin: false } }).catch(() => null)
      const answers = await Promise.all([demote(one![1], two![0]), demote(two![1], one![0])])
      this.demotions += answers.filter((answer) => answer?.status === 200).length
      const left = await this.adminsAmongRivals()
      if (left !== null) assert.ok(left >= 1, 'both admins were demoted')
      await this.promoteRivals()
      await sleep(100)
    }
  }

  /** Null while the database is away. */
  private async adminsAmongRivals(): Promise<number | null> {
    const text = `select count(*)::int as n from users where id like 'listener_' and role = 'admin'`
    const rows = await query<{ n: number }>(this.installation, text).catch(() => null)
    return rows?.[0]?.n ?? null
  }

  /** A demotion ends the sessions, so they are made again. */
  private async promoteRivals(): Promise<void> {
    const text = `update users set role = 'admin' where id like 'listener_';
      insert into sessions (id, token, user_id, expires_at)
      select id, 'listener-token-' || right(id, 1), id, now() + interval '1 day' from users where id like 'listener_'
      on conflict do nothing`
    await query(this.installation, text).catch(() => null)
  }

  /** The number search finds what a loop over all stored draws finds. */
  private async compareSearches(): Promise<void> {
    const stored = await query<Pick<Stored, 'game' | 'winning'>>(
      this.installation,
      `select game_key as game, winning from draws where deleted_at is null and winning is not null`,
    )
    await query(this.installation, 'delete from rate_limits')
    const reader = this.buyers[2]!
    for (let i = 0; i < SEARCHES; i++) {
      const ball = 1 + this.random.below(90)
      const place = this.random.below(2) === 0
      const position = place ? 'first_box_winning' : 'any_box'
      const answer = await reader.get(`/api/results?number=${ball}&type=winning&position=${position}`)
      const expected = stored.filter(({ winning }) =>
        place ? winning[0] === ball : winning.includes(ball),
      ).length
      assert.equal(
        answer.body.found?.findings[0].count,
        expected,
        `${ball} ${position}: ${answer.text.slice(0, 300)}`,
      )
    }
  }

  private async inDatabase<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
    return withClient((await findEmbedded(this.installation.dataDir))!, run)
  }

  /** Every payment that Paystack has as paid gave exactly one grant, and the ledger agrees with itself. */
  async settle(): Promise<number> {
    return this.inDatabase(async (client) => {
      await untilPaidAreSettled(client, this.paystack)
      const { rows } = await client.query<{ reference: string; grants: number }>(
        `select p.reference, count(g.id)::int as grants from payments p left join grants g on g.payment_id = p.reference
         where p.state = 'settled' group by 1`,
      )
      const paid = [...this.paystack.transactions.values()].filter(({ status }) => status === 'success')
      assert.deepEqual(
        rows.filter(({ grants }) => grants !== 1),
        [],
      )
      assert.deepEqual(
        rows.map(({ reference }) => reference).sort(),
        paid.map(({ reference }) => reference).sort(),
      )
      assert.deepEqual(await ledgerFaults(drizzle({ client })), [])
      return paid.length
    })
  }

  async stop(): Promise<void> {
    await stop(this.installation.server)
  }

  destroy(): void {
    this.installation.server.child.kill('SIGKILL')
    killIfThere(postmaster(this.installation.dataDir))
  }
}

const SETTLE_TIMEOUT_MS = 5 * 60_000

/** Runs sweeps early until every payment that Paystack has as paid is settled. */
async function untilPaidAreSettled(client: pg.Client, { transactions }: PaystackModel): Promise<void> {
  const paid = [...transactions.values()]
    .filter(({ status }) => status === 'success')
    .map((one) => one.reference)
  const isSettled = async () => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from payments where state = 'settled' and reference = any($1)`,
      [paid],
    )
    if (rows[0]!.n === paid.length) return true
    await client.query(`update payments set next_check_at = clock_timestamp() where state = 'open'`)
    await client.query(`select graphile_worker.add_job('sweep', job_key := 'chaos')`)
    return false
  }
  const [timeoutMs, intervalMs] = [SETTLE_TIMEOUT_MS, 500]
  await waitFor('all paid payments are settled', isSettled, { timeoutMs, intervalMs })
}

const MINUTE_MS = 60_000

const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31))
const minutes = Number(process.argv[3] ?? 10)
console.log(`chaos for ${minutes} minutes, seed ${seed}`)
const folder = newFolder()
const paystack = await new PaystackModel().start()
const chaos = new Chaos(seed, paystack, folder.path, String(await freePort()))
try {
  await chaos.prepare()
  const ends = performance.now() + minutes * MINUTE_MS
  while (performance.now() < ends) await chaos.round()
  const settled = await chaos.settle()
  await chaos.stop()
  assert.ok(chaos.demotions > 0, 'no admin was demoted')
  console.log(
    `${settled} payments settled once; ${chaos.demotions} demotions; shocks: ${JSON.stringify(chaos.shocks)}`,
  )
} finally {
  chaos.destroy()
  await paystack.stop()
  folder.remove()
}
