// Payments under load: checkouts per second with a Paystack that answers after 200 ms, webhooks per second, and whether
// every payment is settled.
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clientConfig } from '../src/platform/server/db/connect.ts'
import { findEmbedded } from '../src/platform/server/db/embedded.ts'
import { startPaystack } from '../tests/support/paystack-model.ts'
import { atLeast, atMost, type BenchServer, type Row, startShipped } from './measure.ts'

const PEOPLE = 2000
const CONNECTIONS = 64
const SECRET = 'Vb7Qm2Xz9Rk4Ws8Lp6Ty1Nf5Hd3Jc0Ge'

export async function measurePayments(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lotto-bench-payments-'))
  const paystack = await startPaystack()
  const server = await startShipped(dataDir, { ...paystack.settings, AUTH_SECRET: SECRET })
  const client = new pg.Client(clientConfig((await findEmbedded(dataDir))!))
  await client.connect()
  try {
    const cookies = await signIn(client)
    paystack.latency = 200
    const began = performance.now()
    const references = await eachOf(cookies, (cookie) => begin(server, cookie))
    const starts = PEOPLE / seconds(began)

    // This measures receiving webhooks. A slow Paystack would only delay the jobs that follow.
    paystack.latency = 0
    for (const reference of references) paystack.pay(reference)
    const bodies = references.map((reference) => paystack.eventOf('charge.success', reference))
    const rang = performance.now()
    const answers = await eachOf(bodies, (body) => paystack.deliver(server.url, body))
    const webhooks = PEOPLE / seconds(rang)
    const refused = answers.filter((status) => status !== 200).length
    const lost = await untilSettled(client)
    return [
      atLeast('Checkouts begun, Paystack answering in 200 ms', starts, 100, '/s'),
      atLeast('Webhooks taken', webhooks, 500, '/s'),
      atMost(`Of ${PEOPLE} payments refused or not settled`, refused + lost, 0, '', 0),
      atLeast('Payments settled meanwhile and after, receipts included', PEOPLE / seconds(rang), 10, '/s'),
    ]
  } finally {
    await client.end()
    await server.stop()
    await paystack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const seconds = (since: number) => (performance.now() - since) / 1000

/** Applies `work` to each item, with CONNECTIONS at a time. */
async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i]!)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return results
}

/** Inserts users with sessions directly, because sign-ins would spend their time on password hashes. */
async function signIn(client: pg.Client): Promise<string[]> {
  const cookies: string[] = []
  for (let i = 0; i < PEOPLE; i++) {
    const [id, token] = [`bench-${i}`, randomUUID()]
    await client.query(
      `insert into users (id, username, email, email_verified, age_confirmed_at)
       values ($1, 'Bench', $1 || '@example.com', true, clock_timestamp())`,
      [id],
    )
    await client.query(
      `insert into sessions (id, token, user_id, expires_at)
       values ($1, $2, $1, clock_timestamp() + interval '1 day')`,
      [id, token],
    )
    const signature = createHmac('sha256', SECRET).update(token).digest('base64')
    cookies.push(`lotto.session_token=${encodeURIComponent(`${token}.${signature}`)}`)
  }
  return cookies
}

async function begin({ url }: BenchServer, cookie: string): Promise<string> {
  const response = await fetch(`${url}/api/initializeTransaction`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: '{"plan":"pro"}',
  })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const { data } = (await response.json()) as { data: { reference: string } }
  return data.reference
}

/** @returns the number of payments that are not settled after ten minutes */
async function untilSettled(client: pg.Client): Promise<number> {
  const deadline = performance.now() + 10 * 60_000
  for (;;) {
    const { rows } = await client.query<{ open: number }>(
      `select count(*)::int as open from payments where state <> 'settled'`,
    )
    if (rows[0]!.open === 0 || performance.now() > deadline) return rows[0]!.open
    await sleep(250)
  }
}

if (import.meta.main) console.table(await measurePayments())
