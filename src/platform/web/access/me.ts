import { type AnswerOf, CallError, get, ME } from '../api/call.ts'
import { useAnswer, useAnswerCache } from '../api/use-call.ts'

export type Me = AnswerOf<'GET /api/me'>
export { ME }

/**
 * The signed-in user: undefined while loading, null when nobody is signed in.
 * @param isNeeded whether to ask the server who it is
 */
export const useMe = (isNeeded = true): Me | null | undefined =>
  useAnswer(isNeeded ? ME : undefined, fetchMe, Infinity).data as Me | null | undefined

async function fetchMe(): Promise<Me | null> {
  try {
    return await get<'GET /api/me'>(ME)
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null
    throw error
  }
}

/** Reloads the signed-in user after a change to the account. */
export function useRefreshMe(): () => Promise<unknown> {
  const cache = useAnswerCache()
  return () => cache.load(ME, fetchMe)
}
