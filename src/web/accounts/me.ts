import useSWR, { useSWRConfig } from 'swr'
import { type AnswerOf, CallError, get } from '../api/call.ts'
import { SITE } from '../site/site.ts'

export type Me = AnswerOf<'GET /api/me'>
export const ME = '/api/me'

/** The signed-in user: undefined while loading, null when nobody is signed in. */
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

/** The path to open after a sign-in; null for the destination of role and plan. */
let next: string | null = null
export const destinationAfterSignIn = (): string | null => next

/** The steps of a login in the browser. They clear every cached answer, which may belong to another user. */
export function useSignedIn() {
  const { mutate } = useSWRConfig()
  return {
    /** Call it after a login or sign-up. It loads the user; the screen's guard then navigates. */
    onSignedIn: async (to: string | null = null): Promise<Me | null> => {
      await mutate((key) => key !== ME && key !== SITE, undefined, { revalidate: false })
      next = to
      return (await mutate<Me | null>(ME, fetchMe(), { revalidate: false })) ?? null
    },
  }
}

/** Reloads the signed-in user after a change to the account. */
export function useRefreshMe(): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  return () => mutate(ME, fetchMe(), { revalidate: false })
}
