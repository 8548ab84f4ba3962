import type { ReactNode } from 'react'
import { ME } from '../../platform/web/access/me.ts'
import type { Problem } from '../../platform/rules/base/messages.ts'
import { areaOf } from '../../platform/rules/access/page-access.ts'
import type { Answers } from '../../platform/web/api/answers.ts'
import { CallError, get } from '../../platform/web/api/call.ts'
import { RenderedAt } from '../../platform/web/api/use-now.ts'
import { type AnswerCache, createAnswerCache, type Seed } from '../../platform/web/api/answer-cache.ts'
import { AnswerCacheContext, useAnswer } from '../../platform/web/api/use-call.ts'
import { loadPage } from './load-page.ts'
import { findPage, type Page } from './pages.ts'
import { Screen } from './screen.tsx'
import { allowsPolicy, loadDocument } from '../../platform/web/site/documents.ts'
import { savesData } from '../../platform/web/site/saves-data.ts'
import { SITE, type Site, SiteContext } from '../../platform/web/site/site.ts'
import { FormAnswerContext } from '../../platform/web/ui/form-answer.ts'
import {
  addressOf,
  type Navigate,
  NavigateContext,
  navigateHere,
  RenderedAddress,
} from '../../platform/web/ui/location.ts'
import { PrefetchPage } from '../../platform/web/ui/page-link.tsx'
import { itemAt } from '../../platform/rules/base/lists.ts'

interface Props {
  answers: Pick<Answers, 'now' | 'form'>
  /** One visitor's answers. On the server, a request must never see another request's answers. */
  cache: AnswerCache
  /** Path and query; given on the server only. */
  url?: string
}

/** Every page of the product, at one address. */
export function App({ answers, cache, url }: Props) {
  return (
    <AnswerCacheContext value={cache}>
      <RenderedAt value={answers.now}>
        <FormAnswerContext value={answers.form ?? null}>
          <PrefetchPage value={prefetchPage}>
            <RenderedAddress value={addressOf(url)}>
              <NavigateContext value={navigateOrLoad}>
                <SiteLoader>
                  <Screen />
                </SiteLoader>
              </NavigateContext>
            </RenderedAddress>
          </PrefetchPage>
        </FormAnswerContext>
      </RenderedAt>
    </AnswerCacheContext>
  )
}

/** Provides the facts about this installation. A page without answers fetches them. */
function SiteLoader({ children }: { children: ReactNode }) {
  const data = useAnswer(SITE, get, Infinity).data as Site | undefined
  return <SiteContext value={data}>{children}</SiteContext>
}

/** A link navigates in this document if it can, and else loads a new one. */
const navigateOrLoad: Navigate = (to, options) => {
  if (to.startsWith('/') && opensHere(findPage(pathOf(to)))) navigateHere(to, options)
  else loadDocument(to, options?.replace)
}

/**
 * Whether this document may show a page: the same one, or one of its own area whose policy it has. Without a network a new
 * document cannot load, so it is loaded when the network returns (`reloadWithNetwork`).
 */
function opensHere(page: Page): boolean {
  const shown = findPage(location.pathname)
  const area = areaOf(page.access)
  if (page !== shown && (area === null || area !== areaOf(shown.access))) return false
  return !navigator.onLine || allowsPolicy(page.policy)
}

const prefetchPage = (to: string) => {
  if (savesData()) return
  const page = findPage(pathOf(to))
  if (opensHere(page)) loadPage(page).catch(() => undefined)
}

const pathOf = (address: string) => itemAt(address.split(/[?#]/), 0)

/**
 * Seeds the cache with the page's answers, so that a logout removes them too. Rendered anonymously: seeds
 * `/api/me` with null. Without any answers, the account stays unknown until `/api/me` answers. Refusals are seeded too, so
 * that a page shows them without script. After a temporary failure the browser asks again.
 */
export function seedCache({ calls }: Answers): AnswerCache {
  const seeded = new Map<string, Seed>()
  for (const [address, { status, body }] of Object.entries(calls)) {
    if (status === 200) seeded.set(address, { data: body })
    else if (address === ME && status === 401) seeded.set(ME, { data: null })
    else if (status < 500) seeded.set(address, { error: new CallError(status, body as Problem) })
  }
  if (seeded.size > 0 && !(ME in calls)) seeded.set(ME, { data: null })
  return createAnswerCache(seeded)
}
