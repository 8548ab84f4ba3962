import type { Context, Hono } from 'hono'
import type { FormAnswer } from '../../web/render.tsx'
import type { Settings } from '../base/settings.ts'
import type { Env } from './env.ts'
import { findVisit } from './find-visit.ts'
import { type PageTools, respondWithPage } from './pages.ts'

/** Makes the API call of a plain form. @param method POST by default */
type FormCall = (c: Context<Env>, path: string, body: unknown, method?: string) => Promise<Response>

/** Calls of the API in process, with the visitor's request headers. */
export function createFormCall(app: Hono<Env>, { appUrl }: Settings): FormCall {
  return async (c, path, body, method = 'POST') => {
    const headers = new Headers({ 'content-type': 'application/json', origin: appUrl })
    for (const name of ['cookie', 'user-agent'])
      if (c.req.header(name)) headers.set(name, c.req.header(name)!)
    const request = new Request(new URL(path, appUrl), {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return app.fetch(request, c.env)
  }
}

/** Redirects after a form, with the cookies of the API's answer. */
export function redirectAfter(response: Response, location: string): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}

/** Renders the form's page again at its address, or at another path, with the status and the Retry-After of the API's answer. */
export async function renderAgain(
  c: Context<Env>,
  tools: PageTools,
  { status, headers }: Response,
  answer: FormAnswer,
  path?: string,
): Promise<Response> {
  const visit = await findVisit(c, tools.services)
  const page = await respondWithPage(c, tools, visit, { answer, status, ...(path && { path }) })
  const retryAfter = headers.get('retry-after')
  if (retryAfter) page.headers.set('retry-after', retryAfter)
  return page
}
