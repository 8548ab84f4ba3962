import useSWR, { type SWRConfiguration } from 'swr'
import { type AnswerOf, CallError, get, type GetRoute } from './call.ts'

/** Answers younger than this are shown again without asking, in milliseconds. */
const FRESH = 30_000
const fetchedAt = new Map<string, number>()

/** Notes that an answer came just now. */
export function noteFetched(address: string): void {
  fetchedAt.set(address, performance.now())
}

const isFresh = (address: string) => performance.now() - (fetchedAt.get(address) ?? -Infinity) < FRESH

/** Only what may pass by itself is tried again: no answer at all, or a server that is not ready. */
const mayPass = (error: Error) => error instanceof CallError && (error.status === 0 || error.status >= 502)

/** How every call behaves: what is shown stays while it is asked anew, when the phone comes back or now and then. */
export const CALLING: SWRConfiguration = {
  shouldRetryOnError: mayPass,
  errorRetryCount: 2,
  errorRetryInterval: 3000,
  focusThrottleInterval: 60_000,
}

async function fetchAnswer<Route extends GetRoute>(address: string): Promise<AnswerOf<Route>> {
  const answer = await get<Route>(address)
  noteFetched(address)
  return answer
}

/** Reads a call and keeps its answer: `useCall('GET /api/days/:date', '/api/days/today')`. Undefined address: not asked. */
export function useCall<Route extends GetRoute>(
  _route: Route,
  address: string | undefined,
  refreshInterval = 0,
) {
  const { data, error, isValidating, mutate } = useSWR<AnswerOf<Route>, CallError>(
    address ?? null,
    fetchAnswer,
    {
      refreshInterval,
      revalidateIfStale: address !== undefined && !isFresh(address),
    },
  )
  return { data, error, asking: isValidating, askAgain: () => void mutate() }
}
