import type { Context } from 'hono'
import { isDatabaseUnavailable } from '../db/outage.ts'
import { cookieName } from '../../rules/base/cookies.ts'
import { readSignedCookie } from '../base/auth-secrets.ts'
import type { Env } from './env.ts'
import type { Services } from './services.ts'
import type { Visit } from './visits.ts'

interface Options {
  /** Whether the call accepts an id token. */
  idToken?: boolean
  /** Whether the answer is the same for every visitor. */
  isForEveryone?: boolean
  /** Whether other sites show the answer: the session is not read. */
  forOtherSites?: boolean
}

/**
 * Finds the user by the id token if the call accepts one, else by the session cookie. While the database is away, a request
 * without a session, and one whose answer is the same for everyone, is served from memory.
 */
export async function findVisit(
  c: Context<Env>,
  services: Services,
  { idToken = false, isForEveryone = false, forOtherSites = false }: Options = {},
): Promise<Visit> {
  try {
    const { draws, clock } = services
    const visitor = forOtherSites ? { bearer: undefined, token: null } : visitorOf(c, services, idToken)
    const isAnonymous = isForEveryone || (!visitor.bearer && !visitor.token)
    const visit = await readVisit(services, visitor).catch((error: unknown) => {
      if (!isAnonymous || !isDatabaseUnavailable(error)) throw error
      return null
    })
    if (!visit) return { now: clock.estimate(), seq: draws.current().seq, person: null }
    await draws.settled()
    return visit
  } finally {
    services.admission.leave(c.env.incoming)
  }
}

interface Visitor {
  /** The id token of the request. */
  bearer: string | undefined
  /** The token of its session cookie. */
  token: string | null
}

function visitorOf(c: Context<Env>, { settings }: Services, idToken: boolean): Visitor {
  const bearer = idToken ? /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] : undefined
  const cookies = c.req.header('cookie')
  const name = cookieName(settings.appUrl, 'session_token')
  return { bearer, token: cookies ? readSignedCookie(cookies, settings, name) : null }
}

async function readVisit({ visits, auth }: Services, { bearer, token }: Visitor): Promise<Visit> {
  if (bearer) {
    const session = await auth.readIdToken(bearer)
    return session ? visits.byToken(session) : visits.anonymous()
  }
  return token ? visits.bySession(token) : visits.anonymous()
}
