import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Answers } from './answers.ts'
import { App, seedCache } from './app.tsx'
import { Door } from './door.tsx'
import { findDoorPage, loadDoorPage } from './door-routes.ts'
import { findStillPage, loadStillPage, Still } from './still.tsx'
import { PLAYER_ROUTES } from './routes.tsx'
import { STAFF_ROUTES } from './staff-routes.ts'
import { subjectOf } from '../domain/paths.ts'
import type { Head, LoadedPage, Page } from './page.ts'
import { AnalyticsQuestion } from './legal/analytics-question.tsx'
import { ME } from './accounts/me.ts'
import { SITE } from './site/site.ts'
import { documentTitle } from './ui/document-title.ts'

export type { PagePolicy } from './page.ts'
export type { Answers, FormAnswer } from './answers.ts'

/** The roots for signed-in users. */
const APP_ROUTES = { app: PLAYER_ROUTES, staff: STAFF_ROUTES }

export interface FoundPage extends Page {
  /**
   * What renders the page: `door` for the ways in, `app` for players, `staff` for staff. Each has its own entry script. The
   * pages of `still` have no script.
   */
  root: keyof typeof APP_ROUTES | 'door' | 'still'
  load: () => Promise<LoadedPage>
}

/** The page of a path; the 404 page where there is none. */
export function findPage(path: string): FoundPage {
  for (const root of ['app', 'staff'] as const) {
    const page = APP_ROUTES[root].find(path)
    if (page) return { ...page, root, load: () => APP_ROUTES[root].load(page) }
  }
  const stillPage = findStillPage(path)
  if (stillPage) return { ...stillPage, root: 'still', load: () => loadStillPage(stillPage) }
  const doorPage = findDoorPage(path)
  return { ...doorPage, root: 'door', load: () => loadDoorPage(doorPage) }
}

/** The addresses of the API calls that a page is rendered from. */
export async function callsOf(page: FoundPage, url: URL, signedIn: boolean): Promise<string[]> {
  const code = await page.load()
  const calls = code.calls(url.searchParams, subjectAt(page, url.pathname))
  return [SITE, ...(signedIn && page.root in APP_ROUTES ? [ME] : []), ...calls]
}

/** The parameters of the address that a page reads. */
export const parametersOf = async (page: FoundPage): Promise<readonly string[]> =>
  (await page.load()).parameters

const subjectAt = (page: FoundPage, path: string) => subjectOf(page.path, path) ?? ''

export interface DocumentHead extends Head {
  /** The browser's title. */
  documentTitle: string
}

/** The head of a page's document. */
export async function headOf(page: FoundPage, url: URL, answers: Answers): Promise<DocumentHead> {
  const { head } = await page.load()
  const own = head?.(subjectAt(page, url.pathname), answers.calls) ?? { title: page.title }
  return { ...own, documentTitle: documentTitle(own.title) }
}

/** Renders a page from the answers to its calls alone. `url` is path and query. */
export async function renderPage(url: string, answers: Answers): Promise<string> {
  const path = url.split('?')[0]!
  const page = findPage(path)
  const code = await page.load()
  const subject = subjectAt(page, path)
  return renderToString(
    page.root === 'door' ? (
      <Door code={code} subject={subject} answers={answers} url={url} />
    ) : page.root === 'still' ? (
      <Still code={code} subject={subject} answers={answers} url={url} />
    ) : (
      <App routes={APP_ROUTES[page.root]} answers={answers} cache={seedCache(answers)} url={url} />
    ),
  )
}

/** Whether a page has room for the question about analytics: the screens of players, but not those that sell. */
export const asksBelow = ({ root, access, policy }: FoundPage): boolean =>
  root === 'app' && access === 'signed-in' && policy !== 'payments'

/** The question about analytics. @param back path and query of the page, to which the answer returns */
export const renderQuestion = (back: string): string =>
  renderToStaticMarkup(<AnalyticsQuestion back={back} />)
