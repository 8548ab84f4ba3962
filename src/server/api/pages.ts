import type { Context, Hono } from 'hono'
import { destinationOf } from '../../domain/destinations.ts'
import { adminArea } from '../../domain/second-factor.ts'
import type { Answers, FormAnswer } from '../../web/render.tsx'
import { siblingCookie } from './sibling-cookie.ts'
import type { Person, Visit } from './visits.ts'
import type { Services } from './services.ts'
import type { Build } from '../http/build.ts'
import { renderDocument } from '../http/document.ts'
import type { Env } from './env.ts'
import { toRefusal } from '../http/problem.ts'
import { findVisit } from './mount.ts'
import { CACHE, Reply, respond } from '../http/reply.ts'

/** Every page that there is, and the 404 page for every path that is none. */
export function addPages(app: Hono<Env>, services: Services, build: Build): void {
  app.get('*', async (c) => {
    const visit = await findVisit(c, services, false)
    return (await guardPage(c, services, build, visit)) ?? respondWithPage(c, app, services, build, visit)
  })
}

/** Sends away who does not belong on a page: to the login, to the dashboard, or past a login that is done. */
async function guardPage(
  c: Context<Env>,
  services: Services,
  build: Build,
  { person }: Visit,
): Promise<Response | null> {
  const { access } = build.render.findPage(c.req.path)
  if (person) c.set('uid', person.uid)
  if ((access === 'start' || access === 'signed-out') && person) return sendOn(c, services, person)
  if (access === 'start') return c.redirect(withNotice(c, '/login'))
  if (access !== 'signed-in' && access !== 'own' && access !== 'admin') return null
  if (!person) return c.redirect('/login')
  if (!person.ageConfirmed && access !== 'own') return c.redirect('/confirmation')
  if (access !== 'admin') return null
  const area = adminArea(person, services.settings.adminFactor)
  if (area === 'open') return null
  return c.redirect(area === 'closed' ? '/dashboard' : '/dashboard/second-factor')
}

/** Sends somebody on as after a login. A host beside ours learns anew who it is: what it learned then holds for an hour. */
async function sendOn(c: Context<Env>, services: Services, person: Person): Promise<Response> {
  const to = destinationOf(person, destinationsOf(services))
  if (!to.startsWith('/')) c.header('set-cookie', await siblingCookie({ services }, person), { append: true })
  return c.redirect(withNotice(c, to))
}

/** What is to be told survives being sent on, within our own pages. */
function withNotice(c: Context<Env>, to: string): string {
  const notice = c.req.query('notice')
  return notice && to.startsWith('/') ? `${to}?${new URLSearchParams({ notice }).toString()}` : to
}

export function destinationsOf({ settings }: Services) {
  const { resultsAppUrl: results, basicAppUrl: basic, classificationUrl: classification } = settings
  return { results, basic, classification }
}

/**
 * Draws a page: makes the calls that its route declares, through the app's own routes and guards, and renders from
 * their answers. Without script the page is complete; with script the browser starts from the same answers.
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
    /** The form's page, if not where it was sent to. */ path?: string
  },
): Promise<Response> {
  const url = new URL(form?.path ?? c.req.url, services.settings.appUrl)
  const page = build.render.findPage(url.pathname)
  c.set('page', page.path)
  const answers: Answers = { now: visit.now, calls: {}, ...(form && { form: form.answer }) }
  const inner = { inner: { visit, requestId: c.var.requestId } }
  const addresses = await build.render.callsOf(page, url.searchParams, visit.person !== null)
  await Promise.all(
    addresses.map(async (address) => {
      const response = await app.fetch(new Request(new URL(address, services.settings.appUrl)), inner)
      answers.calls[address] = { status: response.status, body: await response.json() }
    }),
  )
  const preloads = build.preloads[page.module] ?? []
  const html = await renderOrNothing(c, services, build, url, answers)
  const text = renderDocument(build, { title: `${page.title} | Lotto Forecast`, html, preloads, answers })
  const reply = new Reply(text, { type: 'text/html; charset=utf-8', cache: CACHE.none })
  return respond(c.req.raw, reply, form?.status ?? page.status)
}

/** A page that cannot be drawn here is left to the browser, which starts from the same answers. */
async function renderOrNothing(
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
