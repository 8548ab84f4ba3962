import { lagosDate } from '../../rules/base/calendar.ts'

/** The bytes that this phone received for the app in a Lagos month, `2026-11`. */
interface DataUse {
  month: string
  bytes: number
}

const STORE = 'lotto-meter-1'
/** Pages and the service worker count what they fetch themselves, each in a place of its own. */
const PLACES = { page: '/meter/page', worker: '/meter/worker' }
type Place = keyof typeof PLACES

// oxlint-disable-next-line project/clock -- a service worker does not know the server's time, and only this phone reads it
const thisMonth = () => lagosDate(Date.now()).slice(0, 7)

async function read(place: Place): Promise<number> {
  const kept = (await (await caches.match(PLACES[place]))?.json()) as DataUse | undefined
  return kept?.month === thisMonth() ? kept.bytes : 0
}

/** The bytes of this month. */
export const usedThisMonth = async (): Promise<number> => (await read('page')) + (await read('worker'))

/** Adds up what the browser reports of each answer. What the service worker answered is in its own count. */
export function meterData(place: Place): void {
  let noting = Promise.resolve()
  const add = async (bytes: number) => {
    const use: DataUse = { month: thisMonth(), bytes: (await read(place)) + bytes }
    await (await caches.open(STORE)).put(PLACES[place], new Response(JSON.stringify(use)))
  }
  const observer = new PerformanceObserver((list) => {
    const answers = list.getEntries() as PerformanceResourceTiming[]
    const bytes = answers.reduce((sum, one) => sum + (one.workerStart > 0 ? 0 : one.transferSize || 0), 0)
    // A full or forbidden storage counts nothing.
    if (bytes > 0) noting = noting.then(() => add(bytes)).catch(() => undefined)
  })
  observer.observe({ type: 'resource', buffered: true })
  if (place === 'page') observer.observe({ type: 'navigation', buffered: true })
}
