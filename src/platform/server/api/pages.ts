import type { Context, Hono } from 'hono'
import { areaOf } from '../../rules/access/page-access.ts'
import { PATHS } from '../../rules/site/paths.ts'
import type { Problem } from '../../rules/base/messages.ts'
import { opens } from '../../rules/access/plans.ts'
import type { Answers, DocumentHead, FormAnswer, Page } from '../../../app/web/render.tsx'
import type { Person, Visit } from './visits.ts'
import type { Services } from './services.ts'
import { type Build, type Sheet, sheetOf } from '../http/build.ts'
import { clientAddress } from '../http/client-address.ts'
import { renderDocument } from '../http/document.ts'
import { type Env, logOf } from './env.ts'
import { toRefusal } from '../http/problem.ts'
import { findVisit } from './find-visit.ts'
import { bytesOf, type StyledDocument } from '../http/gzip.ts'
import { etagOf, CACHE, notModified, Reply, type ReplyOptions, respond } from '../http/reply.ts'
import type { Document, KeptDocuments } from '../http/kept-documents.ts'
import { itemAt } from '../../rules/base/lists.ts'
import type { PageRequest, PageCalls } from './page-calls.ts'
import { guardPage } from './page-redirects.ts'

/** What pages are made with. */
export interface PageTools {
  services: Services
  build: Build
  /** Names the build in the validators of documents; null in development, where the pages change. */
  buildId: string | null
  calls: PageCalls
  /** What a messenger shows for a link to a page behind the login. @param query of the login's address */
  loginHead: (services: Services, query: URLSearchParams) => Promise<LoginHead>
  /** What it shows for a public page without a text or a picture of its own. */
  productHead: (services: Services) => Promise<Pick<LoginHead, 'description' | 'picture'>>
  documents: KeptDocuments
  /** Whether to ask this person about analytics. */
  isQuestionOpen: (services: Services, person: Person | null) => Promise<boolean>
}

/** The head of the login, with the path of the page that the link names. */
export type LoginHead = Pick<DocumentHead, 'title' | 'description' | 'picture'> & { path: string }

/** Serves every page, and the 404 page for every other path. */
export function addPages(app: Hono<Env>, tools: PageTools): void {
  app.get('*', async (c) => {
    const page = tools.build.render.findPage(c.req.path)
    const visit = await findVisit(c, tools.services, { isForEveryone: isPublic(page) })
    c.set('visit', visit)
    const redirect = await guardPage(c, tools, visit)
    return redirect ?? respondWithPage(c, tools, visit)
  })
}

interface SentForm {
  answer: FormAnswer
  status: number
  /** The path of the form's page, if the form was sent to another one. */
  path?: string
}

/**
 * Renders a page from the answers to the calls that its route declares. Each call passes its guard.
 * Without script the page is complete; with script the browser starts from the same answers.
 */
export async function respondWithPage(
  c: Context<Env>,
  tools: PageTools,
  visit: Visit,
  form?: SentForm,
): Promise<Response> {
  const { services, build, buildId, calls, documents } = tools
  const url = new URL(form?.path ?? c.req.url, services.settings.appUrl)
  const page = build.render.findPage(url.pathname)
  c.set('page', page.path)
  const sheet = sheetOf(page, visit.person !== null)
  c.set('sheet', sheet)
  const isShared = !form && isForEveryone(page, url, visit)
  const answers = isShared ? { now: 0, calls: {} } : ownAnswers(c, services, visit, form)
  const request: PageRequest = {
    visit,
    requestId: c.get('requestId'),
    address: clientAddress(c.env.incoming, services.settings.trustedProxies),
    log: logOf(c, services),
    forwardedFor: c.req.header('x-forwarded-for') ?? '',
  }
  const addresses = await build.render.callsOf(page, url, visit.person !== null)
  const load = async () => {
    const made = await Promise.all(addresses.map((address) => calls.make(address, request)))
    // In the order of the calls, because the validator is a hash of the answers.
    for (const [index, address] of addresses.entries()) answers.calls[address] = itemAt(made, index)
  }
  const isAsked = !form && asksBelow(page) && (await tools.isQuestionOpen(services, visit.person))
  const below = isAsked ? build.render.renderQuestion(url.pathname + url.search) : ''
  const draw = (own: ReplyOptions) => makeDocument(c, tools, { page, url, visit, answers, sheet, below, own })
  if (isShared && buildId !== null) {
    const make = () => load().then(() => draw(NOT_KEPT))
    const versions = await versionsOf(calls, addresses, request)
    const key = JSON.stringify([url.pathname, url.search, versions])
    return send(c, await (versions ? documents.find(key, make) : make()))
  }
  await load()
  const isKept = buildId !== null && !form && areaOf(page.access) === 'players' && isComplete(answers)
  const { seeing } = visit.person ?? {}
  const own = seeing
    ? seenOptions(seeing.until, visit.now)
    : isKept
      ? keptOptions(validatorOf([buildId, url.href, below], answers), visit.now)
      : NOT_KEPT
  return notModified(c.req.raw, own) ?? send(c, await draw(own), form)
}

const send = (c: Context<Env>, { reply, status }: Document, form?: SentForm): Promise<Response> =>
  respond(c.req.raw, reply, form?.status ?? status)

/** The versions of all answers that a page shows; null if the calls must be made. */
async function versionsOf(
  calls: PageCalls,
  addresses: readonly string[],
  { visit, log }: PageRequest,
): Promise<string[] | null> {
  try {
    const versions = await Promise.all(addresses.map((address) => calls.version(address, visit)))
    return versions.every((version) => version !== null) ? versions : null
  } catch (error) {
    // The calls meet the same error and answer with it.
    log.debug({ error }, 'the version of a page could not be read')
    return null
  }
}

/**
 * Whether a page is the same for all signed-out visitors. Its document has no time, which it does not show: equal data gives equal
 * documents. The query of a page without script is public; on the others it may be a notice or a secret.
 */
function isForEveryone(page: Page, { search }: URL, { person }: Visit): boolean {
  if (person || page.isPersonal) return false
  return page.script ? areaOf(page.access) === null && search === '' : isPublic(page)
}

/** What the document of one visitor starts from. */
function ownAnswers(c: Context<Env>, services: Services, { now, person }: Visit, form?: SentForm): Answers {
  return {
    now,
    ...(person && opens(person, 'live-results') && { seq: services.draws.current().seq }),
    calls: {},
    ...(c.req.header('save-data')?.trim().toLowerCase() === 'on' && { savesData: true }),
    ...(form && { form: form.answer }),
    ...(form?.path && form.path !== c.req.path && { address: form.path }),
  }
}

interface Drawn {
  page: Page
  url: URL
  visit: Visit
  answers: Answers
  sheet: Sheet
  /** The HTML below the page. */
  below: string
  /** The options of a document that is not for everyone. */
  own: ReplyOptions
}

/** Renders a document from the answers to its calls. */
async function makeDocument(
  c: Context<Env>,
  { services, build, loginHead, productHead }: PageTools,
  { page, url, visit, answers, sheet, below, own }: Drawn,
): Promise<Document> {
  const html = await renderOrEmpty(c, { services, build }, url, answers)
  const head = await build.render.headOf(page, url, answers)
  const about = page.path === PATHS.login ? await loginHead(services, url.searchParams) : null
  const isForAll = !visit.person && isPublic(page)
  const around = renderDocument({
    head: {
      ...(isShared(page, head) && { ...(await productHead(services)), canonical: url.pathname }),
      ...head,
      ...about,
    },
    appUrl: services.settings.appUrl,
    path: about?.path ?? url.pathname,
    html,
    scripts: build.scriptsOf(page),
    sheets: sheet === 'screens' ? build.sheets : null,
    icons: build.icons,
    answers,
    above: seenBanner(build, visit.person),
    below,
  })
  const text = { ...around, sheet: build.styles[sheet] }
  const reply =
    isForAll && isComplete(answers)
      ? publicReply(text, page.isKeptByProxies && !head.missing)
      : new Reply(text, html === '' ? NOT_KEPT : own)
  const isWhole = html !== '' && isComplete(answers)
  return { reply, status: head.missing ? 404 : page.status, isWhole }
}

const seenBanner = ({ render }: Build, person: Person | null): string =>
  person?.seeing ? render.renderSeenBanner({ ...person, until: person.seeing.until }) : ''

/** The options of a player's screen that an owner sees: the browser loads the owner's own when that ends. */
const seenOptions = (until: number, now: number): ReplyOptions => ({
  ...NOT_KEPT,
  headers: { ...NOT_KEPT.headers, refresh: String(Math.ceil((until - now) / 1000)) },
})

const NOT_KEPT: ReplyOptions = {
  type: 'text/html; charset=utf-8',
  cache: CACHE.none,
  headers: { vary: 'accept-encoding, save-data' },
}

/**
 * The options of a document that the service worker keeps; the browser's own cache would show it after a logout. Its time is not
 * in the validator: a page that was kept reads the time from the header.
 */
const keptOptions = (etag: string, now: number): ReplyOptions => ({
  ...NOT_KEPT,
  etag,
  // The page reads both: its document is kept also after a first visit, which no worker saw.
  headers: { ...NOT_KEPT.headers, 'server-timing': `now;dur=${now}, etag;desc=${etag}` },
})

/**
 * The validator of a document for one signed-in user: a hash of all that it is rendered from, so that an unchanged one is not
 * rendered. The time alone does not count, nor the number of the request in a refusal.
 */
function validatorOf(frame: readonly unknown[], { calls, now: _now, ...rest }: Answers): string {
  const said = Object.entries(calls).map(([address, { status, body }]) =>
    status < 400 ? [address, body] : [address, { ...(body as Problem), requestId: '' }],
  )
  return etagOf(JSON.stringify([...frame, rest, said]))
}

/** The reply of a page without script to a signed-out visitor, which shared caches may store for others. */
function publicReply(text: StyledDocument, isKept: boolean): Reply {
  return new Reply(text, {
    type: 'text/html; charset=utf-8',
    cache: isKept ? CACHE.publicMinute : CACHE.publicRevalidate,
    etag: etagOf(bytesOf(text)),
    headers: { vary: 'accept-encoding, cookie' },
  })
}

/** A page without script is the same for all signed-out visitors, unless it is personal. Nothing is kept for a wrong address. */
const isPublic = ({ script, isPersonal, status }: Page) => !script && !isPersonal && status === 200

/** Whether strangers share a link to the page. */
const isShared = ({ access, status, isPersonal, layout }: Page, { missing }: DocumentHead) =>
  layout === 'public' && access === 'anyone' && status === 200 && !isPersonal && !missing

/** Whether a page has room for the question about analytics: the screens of players, but not those that sell. */
const asksBelow = ({ access, policy }: Page) => access === 'signed-in' && policy !== 'payments'

/** Whether no call failed for a moment. */
const isComplete = ({ calls }: Answers) => Object.values(calls).every(({ status }) => status < 500)

/** The page's HTML. An error is logged and leaves it empty; the browser then renders from the same answers. */
async function renderOrEmpty(
  c: Context<Env>,
  { services, build }: Pick<PageTools, 'services' | 'build'>,
  url: URL,
  answers: Answers,
): Promise<string> {
  try {
    return await build.render.renderPage(url.pathname + url.search, answers)
  } catch (error) {
    // Without script nothing would fill the page.
    if (!build.render.findPage(url.pathname).script) throw error
    toRefusal(error, logOf(c, services), services.space)
    return ''
  }
}
