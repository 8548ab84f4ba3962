import { CALL_LIMITS } from '../../rules/offline/offline.ts'
import { CallError } from './call.ts'

/** What is known of one address. A change replaces the object. */
export interface Known {
  data?: unknown
  error?: Error | undefined
  isFetching: boolean
}

/** What arrived with the page: an answer, or the refusal of a call. */
export type Seed = { data: unknown; error?: undefined } | { data?: undefined; error: CallError }

export type Fetcher = (address: string) => Promise<unknown>

interface Entry {
  known: Known
  /** Fetches it again; known while it is shown. */
  fetcher?: Fetcher
  /** When the newest answer arrived, in milliseconds of the page's clock. */
  arrived: number
  /** The newest request, while it runs. The answers of older requests are ignored. */
  request: Promise<unknown> | null
  retry: ReturnType<typeof setTimeout> | undefined
  readers: Set<() => void>
}

/** Only temporary failures are retried: no answer, or a server that is not ready. */
const isTemporary = (error: Error) =>
  error instanceof CallError && (error.status === 0 || error.status >= 502)

/** Later after each failure, and at random, so that the phones of a restarted server do not return all at once. */
const retryDelay = (failures: number) => CALL_LIMITS.retryMs * 2 ** failures * (Math.random() + 0.5)

export type AnswerCache = ReturnType<typeof createAnswerCache>

/**
 * One visitor's answers, by address. An answer stays while a newer one is fetched.
 * @param seeds what arrived with the page. A refusal is shown until the first request has an answer.
 */
export function createAnswerCache(seeds: Iterable<readonly [address: string, seed: Seed]>) {
  const entries = new Map<string, Entry>()
  for (const [address, seed] of seeds) {
    const arrived = seed.error ? -Infinity : performance.now()
    Object.assign(entryOf(address), { known: { ...seed, isFetching: false }, arrived })
  }

  function entryOf(address: string): Entry {
    let entry = entries.get(address)
    if (!entry) {
      entry = {
        known: { isFetching: false },
        arrived: -Infinity,
        request: null,
        retry: undefined,
        readers: new Set(),
      }
      entries.set(address, entry)
    }
    return entry
  }

  function show(entry: Entry, known: Known): void {
    entry.known = known
    entry.readers.forEach((reader) => reader())
  }

  /** Fetches an address. Rejects with the fetcher's error. */
  async function load(address: string, fetcher: Fetcher, failures = 0): Promise<unknown> {
    const entry = entryOf(address)
    clearTimeout(entry.retry)
    const request = fetcher(address)
    entry.request = request
    show(entry, { ...entry.known, isFetching: true })
    try {
      const data = await request
      if (entry.request === request) {
        entry.arrived = performance.now()
        entry.request = null
        show(entry, { data: sameOr(entry.known.data, data), isFetching: false })
      }
      return data
    } catch (thrown) {
      const error = thrown as Error
      if (entry.request === request) {
        entry.request = null
        show(entry, { ...entry.known, error, isFetching: false })
        if (failures < CALL_LIMITS.retries && isTemporary(error))
          entry.retry = setTimeout(
            () => isWatched(entry) && void attempt(address, fetcher, failures + 1),
            retryDelay(failures),
          )
      }
      throw error
    }
  }

  /** Fetches an address. The entry shows a failure. */
  const attempt = (address: string, fetcher: Fetcher, failures?: number) =>
    load(address, fetcher, failures).catch(() => undefined)

  const isWatched = ({ readers }: Entry) => readers.size > 0 && isActive()

  return {
    known: (address: string): Known => entryOf(address).known,

    /** Calls the reader after each change of an address, until the returned function is called. */
    subscribe(address: string, reader: () => void): () => void {
      const { readers } = entryOf(address)
      readers.add(reader)
      return () => readers.delete(reader)
    },

    /**
     * Fetches an address when needed, until the returned function is called.
     * @param freshMs an answer younger than this many milliseconds is shown again without a request
     */
    follow(address: string, fetcher: Fetcher, freshMs: number): () => void {
      const entry = entryOf(address)
      entry.fetcher = fetcher
      const loadIfOlder = (ageMs: number) => {
        if (!entry.request && performance.now() - entry.arrived >= ageMs) void attempt(address, fetcher)
      }
      const onOnline = () => loadIfOlder(0)
      const onReturn = () => isActive() && loadIfOlder(CALL_LIMITS.returnMs)
      addEventListener('focus', onReturn)
      document.addEventListener('visibilitychange', onReturn)
      addEventListener('online', onOnline)
      loadIfOlder(freshMs)
      return () => {
        removeEventListener('focus', onReturn)
        document.removeEventListener('visibilitychange', onReturn)
        removeEventListener('online', onOnline)
      }
    },

    load,

    /** Fetches an address again. A request on its way goes on: on a slow network each poll would discard its answer. */
    poll(address: string): void {
      const { fetcher, request } = entryOf(address)
      if (fetcher && !request && isActive()) void attempt(address, fetcher)
    },

    /**
     * Fetches the shown ones of some addresses again, and forgets the others. Also fetches again whose first answer is on its
     * way: it may be older, and nothing is known of it. Resolves when the screen shows them.
     */
    renew: (isMeant: (address: string) => boolean): Promise<unknown> =>
      Promise.all(
        [...entries].flatMap(([address, { fetcher, known, readers, request }]) => {
          const isFirst = request !== null && known.data === undefined
          if (!isMeant(address) && !isFirst) return []
          if (readers.size === 0) entries.delete(address)
          return readers.size > 0 && fetcher ? attempt(address, fetcher) : []
        }),
      ),
  }
}

const isActive = () => document.visibilityState === 'visible' && navigator.onLine

/** The known data when the new data is equal, so that nothing is rendered again. */
const sameOr = (known: unknown, data: unknown) =>
  JSON.stringify(known) === JSON.stringify(data) ? known : data
