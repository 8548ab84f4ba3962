import type { Log } from '../base/log.ts'
import type { Metrics } from './metrics.ts'

const LOG_INTERVAL_MS = 1000

/** Counts refused requests, and logs their number at most once a second: a line for each would add to the load. */
export function reportRefusals(log: Log, metrics: Metrics | null): () => void {
  let count = 0
  const report = () => {
    log.warn({ count }, 'requests were refused because the server is overloaded')
    count = 0
  }
  return () => {
    metrics?.refused(1)
    if (count === 0) setTimeout(report, LOG_INTERVAL_MS).unref()
    count++
  }
}
