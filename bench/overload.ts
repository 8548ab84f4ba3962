// Five times the load that the process can carry (LOAD-01), with the load generator on the same machine.
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { PATHS } from '../src/platform/rules/site/paths.ts'
import { atLeast, atMost, type BenchServer, cookieOf, type Row } from './measure.ts'

const TIMES = 5
const DURATION_S = 10
/** Each sends one request at a time, so that the arrivals do not wait for slow answers. */
const CONNECTIONS = 2000
/** Answers of the first seconds are not counted: all connections open at once then, which the kernel spreads over seconds. */
const RAMP_S = 8
const PROBE_MS = 50
/** Reads in a row that have to be answered fast after the overload. */
const NORMAL_READS = 20
const NORMAL_MS = 200

interface Load {
  /** Milliseconds until the answers with 200, and until the refusals, in rising order. */
  served: number[]
  refused: number[]
}

/** @returns the answers of `DURATION_S` seconds, after the ramp. @throws an error when a request is not answered or gets another status */
async function load(options: autocannon.Options): Promise<Load> {
  const times: Record<number, number[]> = { 200: [], 503: [] }
  const counted = performance.now() + RAMP_S * 1000
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon({ duration: RAMP_S + DURATION_S, timeout: 10, ...options }, (error, result) =>
      error ? reject(error as Error) : resolve(result),
    )
    instance.on('response', (_client, status, _bytes, ms) => {
      if (performance.now() >= counted) (times[status] ??= []).push(ms)
    })
  })
  const others = Object.keys(times).filter((status) => status !== '200' && status !== '503')
  if (errors > 0 || others.length > 0)
    throw new Error(`${errors} requests without an answer under overload, and the statuses ${others.join()}`)
  const sorted = (status: number) => times[status]!.toSorted((a, b) => a - b)
  return { served: sorted(200), refused: sorted(503) }
}

const p99 = (sorted: number[]) => sorted[Math.floor(sorted.length * 0.99)] ?? 0

/** Asks until the promise ends. @returns how many refusals had no Retry-After, and the slowest health check */
async function probe(url: string, cookie: string, until: Promise<unknown>) {
  const state = { isOver: false, withoutRetryAfter: 0, slowestCheck: 0 }
  void until.finally(() => (state.isOver = true)).catch(() => undefined)
  while (!state.isOver) {
    const began = performance.now()
    const check = await fetch(`${url}/readyz`)
    await check.arrayBuffer()
    if (check.status !== 200) throw new Error(`/readyz answered ${check.status} under overload`)
    state.slowestCheck = Math.max(state.slowestCheck, performance.now() - began)
    const answer = await fetch(`${url}/api/me`, { headers: { cookie } })
    await answer.arrayBuffer()
    if (answer.status === 503 && !answer.headers.get('retry-after')) state.withoutRetryAfter++
    await sleep(PROBE_MS)
  }
  return state
}

/** Milliseconds until reads are answered as usual again. */
async function recovery(url: string, cookie: string): Promise<number> {
  const began = performance.now()
  let reads = 0
  while (reads < NORMAL_READS) {
    const asked = performance.now()
    const answer = await fetch(url, { headers: { cookie } })
    await answer.arrayBuffer()
    reads = answer.status === 200 && performance.now() - asked <= NORMAL_MS ? reads + 1 : 0
    if (performance.now() - began > 60_000) throw new Error('the server did not recover within a minute')
  }
  return performance.now() - began
}

export async function measureOverload({ url }: BenchServer): Promise<Row[]> {
  const cookie = await cookieOf(url, 'free')
  const page = { url: `${url}${PATHS.pastResults}`, headers: { cookie } }
  await load({ ...page, connections: 16 })
  const peak = (await load({ ...page, connections: 16 })).served.length / DURATION_S
  const overload = load({ ...page, connections: CONNECTIONS, overallRate: Math.round(TIMES * peak) })
  const [{ served, refused }, { withoutRetryAfter, slowestCheck }] = await Promise.all([
    overload,
    probe(url, cookie, overload),
  ])
  const recovered = await recovery(page.url, cookie)
  if (withoutRetryAfter > 0) throw new Error(`${withoutRetryAfter} refusals without Retry-After`)
  if (refused.length === 0) throw new Error('nothing was refused: the load was too small')
  return [
    atLeast(
      'Served at five times the load, share of the peak',
      (100 * served.length) / DURATION_S / peak,
      80,
      '%',
    ),
    atMost('Served at five times the load, p99', p99(served), 1000, 'ms', 0),
    atMost('Refused at five times the load, p99', p99(refused), 1000, 'ms', 0),
    atMost('Slowest health check meanwhile', slowestCheck, 1000, 'ms', 0),
    atMost('Back to normal after the overload', recovered / 1000, 5, 's'),
  ]
}
