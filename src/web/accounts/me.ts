import useSWR, { useSWRConfig } from 'swr'
import { type AnswerOf, CallError, get } from '../api/call.ts'
import { SITE } from '../site/site.ts'

export type Me = AnswerOf<'GET /api/me'>
export const ME = '/api/me'

/** Who is signed in: undefined while it is not known, null for nobody. */
export function useMe(): Me | null | undefined {
  return useSWR<Me | null>(ME, fetchMe, { revalidateIfStale: false }).data
}

async function fetchMe(): Promise<Me | null> {
  try {
    return await get<'GET /api/me'>(ME)
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null
    throw error
  }
}

/** Where to go after a sign-in, if not to the destination of role and plan. */
let next: string | null = null
export const destinationAfterSignIn = (): string | null => next

/** What the browser does at a login: it forgets every answer that another person may have been given in this tab. */
export function useSignedIn() {
  const { mutate } = useSWRConfig()
  return {
    /** After a login or a sign-up: asks who it is; the screen's guard then sends the person on. */
    onSignedIn: async (to: string | null = null): Promise<Me | null> => {
      await mutate((key) => key !== ME && key !== SITE, undefined, { revalidate: false })
      next = to
      return (await mutate<Me | null>(ME, fetchMe(), { revalidate: false })) ?? null
    },
  }
}

/** Asks again who is signed in, after a change to the own account. */
export function useRefreshMe(): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  return () => mutate(ME, fetchMe(), { revalidate: false })
}
