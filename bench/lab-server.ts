// The statistics lab over HTTP: how long a figure takes, and how long other requests take while the worker computes.
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import {
  LAB_FIGURE_KEYS,
  labFigure,
  type LabFigureKey,
  type LabInput,
} from '../src/statistics/rules/lab/figures.ts'
import { atMost, type BenchServer, cookieOf, filledWith, median, type Row, startShipped } from './measure.ts'

const DURATION_S = 6
/** Who ask for figures at a time, two requests each. The pause keeps each below the limit of figures a minute. */
const READERS = ['pro', 'pro', 'admin', 'admin']
const PAUSE_MS = 150

async function timeOf(url: string, cookie: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(url, { headers: { cookie } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return performance.now() - began
}

export async function measureLabServer({ url }: BenchServer): Promise<Row[]> {
  const cookie = await cookieOf(url, 'pro')
  let windows = 0
  // Each window is another question, so no answer comes from the cache.
  const newFigure = () => `${url}/api/lab/chart-test?window=last+${(windows++ % 900) + 100}`
  // The first figure also starts the thread.
  await timeOf(newFigure(), cookie)
  const computed: number[] = []
  const cached: number[] = []
  for (let i = 0; i < 15; i++) {
    const figure = newFigure()
    computed.push(await timeOf(figure, cookie))
    cached.push(await timeOf(figure, cookie))
  }

  const measuring = new AbortController()
  let figures = 0
  const readers = READERS.map(async (person) => {
    const own = await cookieOf(url, person)
    while (!measuring.signal.aborted) {
      await timeOf(newFigure(), own)
      figures++
      await sleep(PAUSE_MS)
    }
  })
  const { latency, errors, non2xx } = await autocannon({
    url: `${url}/api/days/today`,
    headers: { cookie },
    connections: 2,
    duration: DURATION_S,
    workers: 1,
  })
  measuring.abort()
  await Promise.all(readers)
  if (errors + non2xx > 0) throw new Error('requests failed while the lab computed')
  return [
    atMost('Chart test over HTTP, computed', median(computed), 250, 'ms', 0),
    atMost('Chart test over HTTP, from the cache', median(cached), 20, 'ms', 0),
    atMost(`Day results while the lab computes (${figures} figures), p99`, latency.p99, 50, 'ms', 0),
  ]
}

/** What a figure with the input computes. */
const CHOICES: Partial<Record<LabInput, string>> = { number: '33', numbers: '1-10-89' }

/** The address of a figure whose draws begin on a day. */
function figurePath(figure: LabFigureKey, from: string): string {
  const inputs = labFigure(figure).inputs.flatMap((input) => {
    const choice = CHOICES[input]
    return choice ? [[input, choice]] : []
  })
  return `/api/lab/${figure}?${new URLSearchParams([...inputs, ['window', 'dates'], ['from', from], ['to', '2199-01-01']])}`
}

/** Every figure over forty years of draws, computed each time: each question begins on another day before them. */
export async function measureLabFigures(): Promise<Row[]> {
  const filled = await filledWith(40)
  const server = await startShipped(filled.dataDir)
  try {
    const cookie = await cookieOf(server.url, 'pro')
    const computed = async (figure: LabFigureKey, day: number) =>
      timeOf(server.url + figurePath(figure, `1962-01-0${day}`), cookie)
    // The first figure also starts the thread.
    await computed('gaps', 9)
    const times: [name: string, milliseconds: number][] = []
    for (const figure of LAB_FIGURE_KEYS) {
      const runs: number[] = []
      for (const day of [1, 2, 3, 4, 5]) runs.push(await computed(figure, day))
      times.push([figure, median(runs)])
    }
    const [slowest, most] = times.reduce((one, other) => (other[1] > one[1] ? other : one))
    const [, band] = times.find(([figure]) => figure === 'frequency')!
    const over = `over ${filled.draws} draws by HTTP`
    return [
      atMost(`Band of luck of the 90 numbers ${over}`, band / 1000, 0.2, 's', 3),
      atMost(`Slowest figure of the lab ${over} (${slowest})`, most, 250, 'ms', 0),
    ]
  } finally {
    await server.stop()
    filled.remove()
  }
}
