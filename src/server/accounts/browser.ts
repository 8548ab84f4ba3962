import type { Call } from '../api/endpoint.ts'
import type { Actor } from '../audit/context.ts'

/** The browser behind a call: the actor, and what the browser sends with each request. */
export interface Browser extends Actor {
  /** The network address. */
  address: string
  /** The Cookie header; empty without cookies. */
  cookies: string
  userAgent: string | null
  /** The session of the cookie; null for a visitor who is not signed in. */
  sessionId: string | null
}

export function browserOf({
  actor,
  address,
  request,
  person,
}: Pick<Call<'anyone'>, 'actor' | 'address' | 'request' | 'person'>): Browser {
  const { headers } = request
  return {
    ...actor,
    address,
    cookies: headers.get('cookie') ?? '',
    userAgent: headers.get('user-agent'),
    sessionId: person?.session?.id ?? null,
  }
}

/** An actor without cookies, for calls of the identity library that must not depend on the session. */
export const withoutCookies = (actor: Actor): Browser => ({
  ...actor,
  address: actor.address ?? '',
  cookies: '',
  userAgent: null,
  sessionId: null,
})
