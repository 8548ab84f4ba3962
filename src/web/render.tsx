import { renderToString } from 'react-dom/server'
import type { Answers } from './answers.ts'
import { App, seedCache } from './app.tsx'
import { findPage, loadPage, loadedPage, type Page } from './routes.tsx'
import { ME } from './accounts/me.ts'
import { SITE } from './site/site.ts'

export { findPage } from './routes.tsx'
export type { PagePolicy } from './routes.tsx'
export type { Answers, FormAnswer } from './answers.ts'

/** The addresses of the API calls that a page is rendered from. */
export async function callsOf(page: Page, search: URLSearchParams, signedIn: boolean): Promise<string[]> {
  await loadPage(page)
  return [SITE, ...(signedIn ? [ME] : []), ...loadedPage(page)!.calls(search)]
}

/** Renders a page from the answers to its calls alone. `url` is path and query. */
export async function renderPage(url: string, answers: Answers): Promise<string> {
  await loadPage(findPage(url.split('?')[0]!))
  return renderToString(<App answers={answers} cache={seedCache(answers)} url={url} />)
}
