import type { Context, Hono } from 'hono'
import type { Settings } from '../base/settings.ts'
import type { Env } from './env.ts'

/** Makes the API call of a plain form. @param path of a POST call */
type FormCall = (c: Context<Env>, path: string, body: unknown) => Promise<Response>

/** Calls of the API in process, with the visitor's request headers. */
export function createFormCall(app: Hono<Env>, { appUrl }: Settings): FormCall {
  return async (c, path, body) => {
    const headers = new Headers({ 'content-type': 'application/json', origin: appUrl })
    for (const name of ['cookie', 'user-agent'])
      if (c.req.header(name)) headers.set(name, c.req.header(name)!)
    const request = new Request(new URL(path, appUrl), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
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
