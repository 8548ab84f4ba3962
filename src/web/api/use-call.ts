import { createContext, useContext } from 'react'
import useSWR, { type SWRConfiguration } from 'swr'
import { type AnswerOf, CallError, get, type GetRoute } from './call.ts'

/** Answers younger than this are shown again without asking, in milliseconds. */
const FRESH = 30_000
/**
 * When each answer came, by address, in milliseconds of the page's clock. One map for each app that is rendered: on the
 * server, one for all requests would grow with every address.
 */
export const FetchedAt = createContext<Map<string, number> | null>(null)

const isFresh = (fetched = -Infinity) => performance.now() - fetched < FRESH

/** Only what may pass by itself is tried again: no answer at all, or a server that is not ready. */
const mayPass = (error: Error) => error instanceof CallError && (error.status === 0 || error.status >= 502)

/** How every call behaves: what is shown stays while it is asked anew, when the phone comes back or now and then. */
export const CALLING: SWRConfiguration = {
  shouldRetryOnError: mayPass,
  errorRetryCount: 2,
  errorRetryInterval: 3000,
  focusThrottleInterval: 60_000,
}

/** Reads a call and keeps its answer: `useCall('GET /api/days/:date', '/api/days/today')`. Undefined address: not asked. */
export function useCall<Route extends GetRoute>(
  _route: Route,
  address: string | undefined,
  refreshInterval = 0,
) {
  const fetchedAt = useContext(FetchedAt)!
  const { data, error, isValidating, mutate } = useSWR<AnswerOf<Route>, CallError>(
    address ?? null,
    async (asked: string) => {
      const answer = await get<Route>(asked)
      fetchedAt.set(asked, performance.now())
      return answer
    },
    {
      refreshInterval,
      revalidateIfStale: !isFresh(fetchedAt.get(address ?? '')),
    },
  )
  return { data, error, asking: isValidating, askAgain: () => void mutate() }
}
