import type { Context, Hono } from 'hono'
import { destinationOf } from '../../domain/identity.ts'
import { MESSAGES } from '../../domain/messages.ts'
import type { FormAnswer } from '../../web/render.tsx'
import type { Problem } from '../../domain/errors.ts'
import type { Build } from '../http/assets.ts'
import { readForm } from '../http/body.ts'
import type { Env } from '../http/env.ts'
import { findVisit } from '../http/mount.ts'
import { destinationsOf, drawPage } from '../http/pages.ts'
import type { Services } from '../services.ts'

/**
 * Login, sign-up and logout as plain forms, for phones on which no script has run (yet). Each goes through the same
 * call as the script's JSON and comes back as a redirect, or as the page again with its messages and what was typed.
 */
export function accountForms(app: Hono<Env>, services: Services, build: Build): void {
  /** Calls the API as the visitor would, with the visitor's own request headers. */
  async function callApi(c: Context<Env>, path: string, body: unknown): Promise<Response> {
    const headers = new Headers({ 'content-type': 'application/json', origin: services.settings.appUrl })
    for (const name of ['cookie', 'user-agent'])
      if (c.req.header(name)) headers.set(name, c.req.header(name)!)
    const request = new Request(new URL(path, services.settings.appUrl), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return app.fetch(request, c.env)
  }

  async function again(c: Context<Env>, status: number, answer: FormAnswer): Promise<Response> {
    return drawPage(c, app, services, build, await findVisit(c, services, false), { answer, status })
  }

  app.post('/login', async (c) => {
    const { email = '', password = '' } = await readForm(c.req.raw)
    const response = await callApi(c, '/api/auth/sign-in/email', { email, password })
    if (!response.ok) {
      return again(c, response.status, {
        message: MESSAGES.invalidCredentials,
        fields: {},
        values: { email },
      })
    }
    const { user } = (await response.json()) as { user: { id: string } }
    const { person } = await services.visits.byUser(user.id)
    return leave(response, person ? destinationOf(person, destinationsOf(services)) : '/login')
  })

  app.post('/signup', async (c) => {
    const { username = '', email = '', password = '', ageConfirmed } = await readForm(c.req.raw)
    const body = { name: username, email, password, ageConfirmed: ageConfirmed !== undefined }
    const response = await callApi(c, '/api/auth/sign-up/email', body)
    if (response.ok) return leave(response, '/confirmation')
    const { code, fields: named = {} } = (await response.json()) as Problem
    const { name, ...others } = named
    const fields = name ? { ...others, username: name } : others
    const message =
      code === 'email-in-use'
        ? MESSAGES.emailInUse
        : Object.keys(fields).length > 0
          ? null
          : MESSAGES.signUpFailed
    return again(c, response.status, { message, fields, values: { username, email } })
  })

  app.post('/logout', async (c) => leave(await callApi(c, '/api/auth/sign-out', undefined), '/login'))
}

/** A redirect that takes along the cookies of an API answer. */
function leave(response: Response, location: string): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
