import type { ComponentProps } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { areaOf } from '../../platform/rules/access/page-access.ts'
import { ME } from '../../platform/web/access/me.ts'
import type { Answers } from '../../platform/web/api/answers.ts'
import { App, seedCache } from './app.tsx'
import { AnalyticsQuestion } from './legal/text.tsx'
import { SeenBanner } from '../../people/web/seen-banner.tsx'
import { loadPage } from './load-page.ts'
import type { Head } from '../../platform/web/site/page.ts'
import { findPage, type Page, subjectAt } from './pages.ts'
import { SITE } from '../../platform/web/site/site.ts'
import { documentTitle } from '../../platform/web/ui/title.tsx'
import { itemAt } from '../../platform/rules/base/lists.ts'

export { findPage, PAGE_PATHS as pagePaths, type Page, type PagePolicy } from './pages.ts'
export type { Answers, FormAnswer } from '../../platform/web/api/answers.ts'

/** The addresses of the API calls that a page is rendered from. */
export async function callsOf(page: Page, url: URL, signedIn: boolean): Promise<string[]> {
  const { calls } = await loadPage(page)
  const own = calls(url.searchParams, subjectAt(page, url.pathname))
  // A public page has the frame of its visitor.
  return [SITE, ...(signedIn && (areaOf(page.access) || page.layout === 'public') ? [ME] : []), ...own]
}

/** The parameters of the address that a page reads. */
export const parametersOf = async (page: Page): Promise<readonly string[]> =>
  (await loadPage(page)).parameters

export interface DocumentHead extends Head {
  /** The browser's title. */
  documentTitle: string
}

/** The head of a page's document. */
export async function headOf(page: Page, url: URL, answers: Answers): Promise<DocumentHead> {
  const { head } = await loadPage(page)
  const own = head?.(subjectAt(page, url.pathname), answers.calls) ?? { title: page.title }
  return { ...own, documentTitle: documentTitle(own.title) }
}

/** Renders a page from the answers to its calls alone. `url` is path and query. */
export async function renderPage(url: string, answers: Answers): Promise<string> {
  await loadPage(findPage(itemAt(url.split('?'), 0)))
  return renderToString(<App answers={answers} cache={seedCache(answers)} url={url} />)
}

/** The question about analytics. @param back path and query of the page, to which the answer returns */
export const renderQuestion = (back: string): string =>
  renderToStaticMarkup(<AnalyticsQuestion back={back} />)

/** What an owner reads above each page while seeing the screens of a player. */
export const renderSeenBanner = (seen: ComponentProps<typeof SeenBanner>): string =>
  renderToStaticMarkup(<SeenBanner {...seen} />)
