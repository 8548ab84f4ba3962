import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { Problem } from '../../rules/base/messages.ts'
import { PATHS } from '../../rules/site/paths.ts'
import { readForm } from '../http/body.ts'
import { Refusal } from '../http/refusal.ts'
import type { Routes } from './endpoint.ts'
import type { Env } from './env.ts'
import { type PageTools, respondWithPage } from './pages.ts'
import { guardPage } from './page-redirects.ts'
import type { Services } from './services.ts'
import type { FormAnswer } from '../../../app/web/render.tsx'
import type { Settings } from '../base/settings.ts'
import { findVisit } from './find-visit.ts'

/** The plain form of a call, for browsers without (or before) script. Its fields also fill the parameters of the call's path. */
export interface PlainForm {
  /** The pages that show it. The form is sent to the page's own address. */
  pages: readonly string[]
  /** Its hidden field `form`, because a page may have several. */
  name: string
  /** The call's body; none by default. */
  body?: (fields: Record<string, string>) => unknown
  /** The fields that the page shows again after a refusal, never a password. */
  keeps?: readonly string[]
  /** Where success leads: an address, or one that follows from the call's answer and the sent fields. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the call's own schema has checked its answer
  to: string | ((answer: any, services: Services, fields: Record<string, string>) => string)
}

/**
 * Serves the forms of all calls that have one. A form makes the same call as the script. The answer is a redirect, or the page
 * with its messages and the typed values.
 */
export function addPlainForms(app: Hono<Env>, tools: PageTools, routes: Routes): void {
  const { services } = tools
  const callApi = createFormCall(app, services.settings)
  const forms = Object.entries(routes).flatMap(([route, { form }]) => (form ? [{ route, form }] : []))

  async function answer(c: Context<Env>): Promise<Response> {
    const fields = await readForm(c.req.raw)
    const sent = forms.find(({ form }) => form.name === fields.form && form.pages.includes(c.req.path))
    if (!sent) throw new Refusal('bad-request')
    const [method, path] = sent.route.split(' ') as [string, string]
    const { name, body, keeps = [], to } = sent.form
    const address = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(fields[key] ?? ''))
    const response = await callApi(c, address, body?.(fields), method)
    if (response.ok)
      return redirectAfter(
        response,
        typeof to === 'string' ? to : to(await response.json(), services, fields),
      )
    const { code, title, fields: problems = {} } = await problemOf(response)
    if (code === 'not-signed-in') return redirectAfter(response, PATHS.login)
    if (code === 'age-needed') return redirectAfter(response, PATHS.confirmation)
    return renderAgain(c, tools, response, {
      form: name,
      message: Object.keys(problems).length > 0 ? null : code === 'proof-needed' ? PROOF_NEEDED : title,
      fields: problems,
      values: Object.fromEntries(keeps.map((key) => [key, fields[key] ?? ''])),
    })
  }

  for (const page of new Set(forms.flatMap(({ form }) => form.pages))) app.post(page, (c) => answer(c))
}

/** A login counts as a proof for some minutes. With script, the page asks for the password instead. */
const PROOF_NEEDED = 'Please confirm that it is you: log out, log in again, and send this once more.'

const SENDER_HIDDEN =
  'Nothing was sent, because your browser hides which page this form comes from. Allow it to send the referrer, or use another browser.'

/** The pages of the forms whose address has none. */
const PAGES_OF: Partial<Record<string, string>> = {
  [PATHS.logout]: PATHS.login,
  [PATHS.emailLink]: PATHS.login,
  [PATHS.resendVerification]: PATHS.login,
}

/**
 * Answers a form that may come from another site with its page: nothing is executed, and what was typed stays, except secrets.
 * It runs before the handlers of all forms.
 */
export function refuseHiddenSender(tools: PageTools): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!c.get('hidesSender')) return next()
    const { form, ...typed } = await readForm(c.req.raw)
    const redirect = await guardPage(c, tools, await findVisit(c, tools.services))
    if (redirect) return redirect
    const isKept = ([name]: [string, string]) => !/password/i.test(name) && c.req.path !== PATHS.loginCode
    const values = Object.fromEntries(Object.entries(typed).filter(isKept))
    const answer = { ...(form && { form }), message: SENDER_HIDDEN, fields: {}, values }
    const { status } = new Refusal('cross-site')
    return renderAgain(c, tools, new Response(null, { status }), answer, PAGES_OF[c.req.path])
  }
}

/** The problem of a refused call. Some calls refuse with a sentence alone. */
async function problemOf(response: Response): Promise<Partial<Problem> & Pick<Problem, 'title'>> {
  const isSentence = response.headers.get('content-type')?.startsWith('text/plain')
  return isSentence ? { title: await response.text() } : ((await response.json()) as Problem)
}

/** Makes the API call of a plain form. @param method POST by default */
type FormCall = (c: Context<Env>, path: string, body: unknown, method?: string) => Promise<Response>

/** Calls of the API in process, with the visitor's request headers. */
export function createFormCall(app: Hono<Env>, { appUrl }: Settings): FormCall {
  return async (c, path, body, method = 'POST') => {
    const headers = new Headers({ 'content-type': 'application/json', origin: appUrl })
    for (const name of ['cookie', 'user-agent']) {
      const value = c.req.header(name)
      if (value) headers.set(name, value)
    }
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
