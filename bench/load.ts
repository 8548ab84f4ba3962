// Requests per second of one server process, with the load generator on the same machine.
import autocannon from 'autocannon'
import { atLeast, atMost, type BenchServer, cookieOf, type Row } from './measure.ts'

const DURATION_S = 8

async function load(url: string, headers: Record<string, string>) {
  const options = { url, headers, connections: 32, duration: DURATION_S, workers: 1 }
  await autocannon({ ...options, duration: 2 })
  return autocannon(options)
}

export async function measureLoad({ url }: BenchServer): Promise<Row[]> {
  const cookie = await cookieOf(url, 'free')
  const first = await fetch(`${url}/api/getResults`, { headers: { cookie } })
  await first.arrayBuffer()
  const unchanged = await load(`${url}/api/getResults`, {
    cookie,
    'if-none-match': first.headers.get('etag')!,
  })
  const day = await load(`${url}/api/days/today`, { cookie })
  if (unchanged.errors + day.errors + unchanged['5xx'] + day['5xx'] > 0)
    throw new Error('requests failed under load')
  return [
    atLeast('getResults unchanged (304)', unchanged.requests.average, 4000, 'req/s'),
    atLeast('Day results', day.requests.average, 3000, 'req/s'),
    atMost('Day results, p99', day.latency.p99, 50, 'ms', 0),
  ]
}
