import type { Context } from 'hono'
import { cookieName } from '../../domain/cookies.ts'
import { readSignedCookie } from '../base/auth-secrets.ts'
import type { Env } from './env.ts'
import type { Services } from './services.ts'
import type { Visit } from './visits.ts'

/** Finds the user by the id token if the call accepts one, else by the session cookie. */
export async function findVisit(c: Context<Env>, services: Services, idToken: boolean): Promise<Visit> {
  try {
    const visit = await readVisit(c, services, idToken)
    await services.draws.settled()
    return visit
  } finally {
    services.admission.leave(c.env.incoming)
  }
}

async function readVisit(c: Context<Env>, services: Services, idToken: boolean): Promise<Visit> {
  const { visits, auth, settings } = services
  const bearer = idToken ? /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '') : null
  if (bearer) {
    const session = await auth.readIdToken(bearer[1]!)
    return session ? visits.byToken(session) : visits.anonymous()
  }
  const cookies = c.req.header('cookie')
  const token = cookies && readSignedCookie(cookies, settings, cookieName(settings.appUrl, 'session_token'))
  return token ? visits.bySession(token) : visits.anonymous()
}
