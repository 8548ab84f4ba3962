import { renderToString } from 'react-dom/server'
import type { Answers } from './answers.ts'
import { App, seedCache } from './app.tsx'
import { Door } from './door.tsx'
import { findDoorPage, loadDoorPage } from './door-routes.ts'
import { findPage as findAppPage, loadPage } from './routes.tsx'
import type { LoadedPage, Page } from './page.ts'
import { ME } from './accounts/me.ts'
import { SITE } from './site/site.ts'

export { titleOf } from './page.ts'
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
export async function callsOf(
  page: FoundPage,
  search: URLSearchParams,
  signedIn: boolean,
): Promise<string[]> {
  const { calls } = await page.load()
  return [SITE, ...(signedIn && page.root === 'app' ? [ME] : []), ...calls(search)]
}

/** Renders a page from the answers to its calls alone. `url` is path and query. */
export async function renderPage(url: string, answers: Answers): Promise<string> {
  const page = findPage(url.split('?')[0]!)
  const code = await page.load()
  return renderToString(
    page.root === 'door' ? (
      <Door code={code} answers={answers} url={url} />
    ) : (
      <App answers={answers} cache={seedCache(answers)} url={url} />
    ),
  )
}
