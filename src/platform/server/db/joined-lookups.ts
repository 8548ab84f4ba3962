import { setImmediate as nextTurn } from 'node:timers/promises'
import { itemAt } from '../../rules/base/lists.ts'

/**
 * While a batch runs, further lookups wait for the next one, so that a busy process asks for many in one query. After this
 * time the next one does not wait: a slow connection must not hold up every lookup.
 */
const SLOW_BATCH_MS = 5
/** Batches that run at the same time. */
const BATCHES_AT_ONCE = 2
const MOST_KEYS = 500
/**
 * A page takes milliseconds, and each turn of the event loop accepts one connection: all pages of a query in one turn kept
 * new clients out for seconds (`bench/overload.ts`). Small answers share a turn, which costs as much as one of them.
 */
const SHORT_TURN_MS = 1

interface Waiting<Key, Found> {
  key: Key
  resolve: (found: Found) => void
  reject: (error: unknown) => void
}

/**
 * Joins the lookups of concurrent requests into one query. A query starts after each of its lookups was asked for, so it
 * sees everything that was committed before. If it fails, each of its lookups fails.
 *
 * @param findAll the results of several keys, in their order
 */
export function joinLookups<Key, Found>(
  findAll: (keys: readonly Key[]) => Promise<readonly Found[]>,
): (key: Key) => Promise<Found> {
  let waiting: Waiting<Key, Found>[] = []
  let running = 0
  /** The running batches that others wait for. */
  let awaited = 0
  let isPlanned = false
  /** How many requests go on in one turn. */
  let inOneTurn = 1

  /** Starts after the requests of this turn of the event loop. */
  function plan(): void {
    if (isPlanned || waiting.length === 0 || awaited > 0 || running === BATCHES_AT_ONCE) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      void runBatch()
    })
  }

  async function runBatch(): Promise<void> {
    const batch = waiting.slice(0, MOST_KEYS)
    waiting = waiting.slice(MOST_KEYS)
    running++
    awaited++
    let isAwaited = true
    const stopWaiting = () => {
      if (isAwaited) awaited--
      isAwaited = false
      plan()
    }
    const slow = setTimeout(stopWaiting, SLOW_BATCH_MS)
    try {
      const found = await findAll(batch.map(({ key }) => key))
      for (let i = 0; i < batch.length;) {
        const began = performance.now()
        for (const next of batch.slice(i, i + inOneTurn)) next.resolve(itemAt(found, i++))
        await nextTurn()
        inOneTurn = performance.now() - began < SHORT_TURN_MS ? inOneTurn * 2 : 1
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      clearTimeout(slow)
      running--
      stopWaiting()
    }
  }

  return (key) =>
    new Promise<Found>((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      plan()
    })
}
