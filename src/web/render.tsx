import { renderToString } from 'react-dom/server'
import type { Answers } from './answers.ts'
import { App, seedCache } from './app.tsx'
import { Door } from './door.tsx'
import { findDoorPage, loadDoorPage } from './door-routes.ts'
import { findPage as findAppPage, loadPage } from './routes.tsx'
import { subjectOf } from '../domain/paths.ts'
import type { Head, LoadedPage, Page } from './page.ts'
import { ME } from './accounts/me.ts'
import { SITE } from './site/site.ts'
import { documentTitle } from './ui/document-title.ts'

export type { PagePolicy } from './page.ts'
export type { Answers, FormAnswer } from './answers.ts'

export interface FoundPage extends Page {
  /** What renders the page: `door` for the ways in, `app` for signed-in users. Each has its own entry script. */
  root: 'door' | 'app'
  load: () => Promise<LoadedPage>
}

/** The page of a path; the 404 page where there is none. */
export function findPage(path: string): FoundPage {
  const appPage = findAppPage(path)
  if (appPage) return { ...appPage, root: 'app', load: () => loadPage(appPage) }
  const doorPage = findDoorPage(path)
  return { ...doorPage, root: 'door', load: () => loadDoorPage(doorPage) }
}

/** The addresses of the API calls that a page is rendered from. */
export async function callsOf(page: FoundPage, url: URL, signedIn: boolean): Promise<string[]> {
  const code = await page.load()
  const calls = code.calls(url.searchParams, subjectAt(page, url.pathname))
  return [SITE, ...(signedIn && page.root === 'app' ? [ME] : []), ...calls]
}

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
  return renderToString(
    page.root === 'door' ? (
      <Door code={code} subject={subjectAt(page, path)} answers={answers} url={url} />
    ) : (
      <App answers={answers} cache={seedCache(answers)} url={url} />
    ),
  )
}
