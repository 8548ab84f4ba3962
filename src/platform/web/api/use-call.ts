import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react'
import { CALL_LIMITS } from '../../rules/offline/offline.ts'
import type { AnswerCache, Fetcher, Known } from './answer-cache.ts'
import { type AnswerOf, type CallError, get, type GetRoute } from './call.ts'

export const AnswerCacheContext = createContext<AnswerCache | null>(null)

/** The answers of this visitor. */
export const useAnswerCache = (): AnswerCache => useContext(AnswerCacheContext)!

const UNKNOWN: Known = { isFetching: false }

/**
 * Reads an address through the cache. The fetcher must be the same in each render.
 * @param address undefined makes no request
 * @param freshMs an answer younger than this is shown again without a request
 */
export function useAnswer(address: string | undefined, fetcher: Fetcher, freshMs: number): Known {
  const cache = useAnswerCache()
  const subscribe = useCallback(
    (reader: () => void) => (address === undefined ? () => undefined : cache.subscribe(address, reader)),
    [cache, address],
  )
  const read = () => (address === undefined ? UNKNOWN : cache.known(address))
  useEffect(
    () => (address === undefined ? undefined : cache.follow(address, fetcher, freshMs)),
    [cache, address, fetcher, freshMs],
  )
  return useSyncExternalStore(subscribe, read, read)
}

/**
 * Reads a call and caches its answer: `useCall('GET /api/days/:date', '/api/days/today')`.
 * @param address undefined makes no request
 */
export function useCall<Route extends GetRoute>(_route: Route, address: string | undefined) {
  const cache = useAnswerCache()
  const { data, error, isFetching } = useAnswer(address, get, CALL_LIMITS.freshMs)
  const refetch = useCallback(() => {
    if (address !== undefined) cache.load(address, get).catch(() => undefined)
  }, [cache, address])
  return {
    data: data as AnswerOf<Route> | undefined,
    error: error as CallError | undefined,
    isFetching,
    refetch,
  }
}
