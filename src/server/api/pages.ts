import type { Context, Hono } from 'hono'
import { destinationOf } from '../../domain/destinations.ts'
import { AFTER_LOGIN, redirectFrom } from '../../domain/page-access.ts'
import { adminArea } from '../../domain/second-factor.ts'
import type { Answers, FormAnswer } from '../../web/render.tsx'
import { siblingCookie } from './sibling-cookie.ts'
import type { Person, Visit } from './visits.ts'
import type { Services } from './services.ts'
import type { Build } from '../http/build.ts'
import { renderDocument } from '../http/document.ts'
import type { Env } from './env.ts'
import { toRefusal } from '../http/problem.ts'
import { findVisit } from './find-visit.ts'
import { CACHE, Reply, respond } from '../http/reply.ts'

/** Serves every page, and the 404 page for every other path. */
export function addPages(app: Hono<Env>, services: Services, build: Build): void {
  app.get('*', async (c) => {
    const visit = await findVisit(c, services, false)
    const redirect = await guardPage(c, services, build, visit)
    return redirect ?? respondWithPage(c, app, services, build, visit)
  })
}

/** The redirect for a visitor who may not see the page; null for one who may. */
async function guardPage(
  c: Context<Env>,
  services: Services,
  build: Build,
  { person }: Visit,
): Promise<Response | null> {
  if (person) c.set('uid', person.uid)
  const { access } = build.render.findPage(c.req.path)
  const visitor = person && { ...person, adminArea: adminArea(person, services.settings.adminFactor) }
  const to = redirectFrom(access, visitor)
  if (to === null) return null
  if (to === AFTER_LOGIN) return redirectAfterLogin(c, services, person!)
  return c.redirect(access === 'start' ? withNotice(c, to) : to)
}

/** Redirects as after a login. A sibling host gets a new cookie, which it accepts for an hour. */
async function redirectAfterLogin(c: Context<Env>, services: Services, person: Person): Promise<Response> {
  const to = destinationOf(person, destinationsOf(services))
  if (!to.startsWith('/')) c.header('set-cookie', await siblingCookie({ services }, person), { append: true })
  return c.redirect(withNotice(c, to))
}

/** Keeps the notice of the address across a redirect within our own pages. */
function withNotice(c: Context<Env>, to: string): string {
  const notice = c.req.query('notice')
  return notice && to.startsWith('/') ? `${to}?${new URLSearchParams({ notice }).toString()}` : to
}

export function destinationsOf({ settings }: Services) {
  const { resultsAppUrl: results, basicAppUrl: basic, classificationUrl: classification } = settings
  return { results, basic, classification }
}

/**
 * Renders a page from the answers to the calls that its route declares. The calls pass the app's own routes and guards.
 * Without script the page is complete; with script the browser starts from the same answers.
 */
export async function respondWithPage(
  c: Context<Env>,
  app: Hono<Env>,
  services: Services,
  build: Build,
  visit: Visit,
  form?: {
    answer: FormAnswer
    status: number
    /** The path of the form's page, if the form was sent to another one. */
    path?: string
  },
): Promise<Response> {
  const url = new URL(form?.path ?? c.req.url, services.settings.appUrl)
  const page = build.render.findPage(url.pathname)
  c.set('page', page.path)
  const answers: Answers = {
    now: visit.now,
    calls: {},
    ...(form && { form: form.answer }),
    ...(form?.path && form.path !== c.req.path && { address: form.path }),
  }
  const inner = { inner: { visit, requestId: c.var.requestId } }
  const addresses = await build.render.callsOf(page, url, visit.person !== null)
  await Promise.all(
    addresses.map(async (address) => {
      const response = await app.fetch(new Request(new URL(address, services.settings.appUrl)), inner)
      answers.calls[address] = { status: response.status, body: await response.json() }
    }),
  )
  const html = await renderOrEmpty(c, services, build, url, answers)
  const head = await build.render.headOf(page, url, answers)
  const text = renderDocument(build, { head, html, scripts: build.scriptsOf(page), answers })
  const reply = new Reply(text, { type: 'text/html; charset=utf-8', cache: CACHE.none })
  return respond(c.req.raw, reply, form?.status ?? (head.missing ? 404 : page.status))
}

/** The page's HTML. An error is logged and leaves it empty; the browser then renders from the same answers. */
async function renderOrEmpty(
  c: Context<Env>,
  services: Services,
  build: Build,
  url: URL,
  answers: Answers,
): Promise<string> {
  try {
    return await build.render.renderPage(url.pathname + url.search, answers)
  } catch (error) {
    toRefusal(error, c.var.log, services.space)
    return ''
  }
}
