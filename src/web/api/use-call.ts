import { createContext, useContext } from 'react'
import useSWR, { type SWRConfiguration } from 'swr'
import { type AnswerOf, CallError, get, type GetRoute } from './call.ts'

/** Answers younger than this are shown again without a request. */
const FRESH_MS = 30_000
/**
 * When each answer arrived, by address, in milliseconds of the page's clock. Each rendered app has its own map: on the
 * server, a shared map would grow with every address.
 */
export const FetchedAt = createContext<Map<string, number> | null>(null)

const isFresh = (fetched = -Infinity) => performance.now() - fetched < FRESH_MS

/** Only temporary failures are retried: no answer, or a server that is not ready. */
const isTemporary = (error: Error) =>
  error instanceof CallError && (error.status === 0 || error.status >= 502)

/** The behaviour of every call. The shown answer stays while a new one is fetched. */
export const SWR_OPTIONS: SWRConfiguration = {
  shouldRetryOnError: isTemporary,
  errorRetryCount: 2,
  errorRetryInterval: 3000,
  focusThrottleInterval: 60_000,
}

/**
 * Reads a call and caches its answer: `useCall('GET /api/days/:date', '/api/days/today')`.
 * @param address undefined makes no request
 * @param refreshInterval milliseconds between refreshes; 0 for none
 */
export function useCall<Route extends GetRoute>(
  _route: Route,
  address: string | undefined,
  refreshInterval = 0,
) {
  const fetchedAt = useContext(FetchedAt)!
  const { data, error, isValidating, mutate } = useSWR<AnswerOf<Route>, CallError>(
    address ?? null,
    async (requested: string) => {
      const answer = await get<Route>(requested)
      fetchedAt.set(requested, performance.now())
      return answer
    },
    {
      refreshInterval,
      revalidateIfStale: !isFresh(fetchedAt.get(address ?? '')),
    },
  )
  return { data, error, isFetching: isValidating, refetch: () => void mutate() }
}
