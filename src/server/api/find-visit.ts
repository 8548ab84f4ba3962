import type { Context } from 'hono'
import { getSignedCookie } from 'hono/cookie'
import { cookieName } from '../http/cookies.ts'
import type { Env } from './env.ts'
import type { Services } from './services.ts'
import type { Visit } from './visits.ts'

/** Finds the user by the id token if the call accepts one, else by the session cookie. */
export async function findVisit(c: Context<Env>, services: Services, idToken: boolean): Promise<Visit> {
  const { visits, auth, settings } = services
  const bearer = idToken ? /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '') : null
  if (bearer) {
    const session = await auth.readIdToken(bearer[1]!)
    return session ? visits.byToken(session) : visits.anonymous()
  }
  const name = cookieName(settings.appUrl, 'session_token')
  const token = c.req.header('cookie')?.includes(name)
    ? await getSignedCookie(c, settings.authSecret, name)
    : null
  return token ? visits.bySession(token) : visits.anonymous()
}
