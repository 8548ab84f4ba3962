import { type ReactNode, useMemo } from 'react'
import { ME } from './accounts/me.ts'
import type { Problem } from '../domain/errors.ts'
import type { Answers } from './answers.ts'
import { CallError, get } from './api/call.ts'
import { RenderedAt } from './api/use-now.ts'
import { type AnswerCache, createAnswerCache, type Seed } from './api/answer-cache.ts'
import { AnswerCacheContext, useAnswer } from './api/use-call.ts'
import { type Routes, RoutesContext } from './app-routes.ts'
import { Screen } from './screen.tsx'
import { allowsPolicy, loadDocument } from './site/documents.ts'
import { SITE, type Site, SiteContext } from './site/site.ts'
import { FormAnswerContext } from './ui/form-answer.ts'
import { addressOf, type Navigate, NavigateContext, navigateHere, RenderedAddress } from './ui/location.ts'
import { PrefetchPage } from './ui/page-link.tsx'

interface Props {
  routes: Routes
  answers: Pick<Answers, 'now' | 'form'>
  /** One visitor's answers. On the server, a request must never see another request's answers. */
  cache: AnswerCache
  /** Path and query; given on the server only. */
  url?: string
}

/** The screens for signed-in users at one address. */
export function App({ routes, answers, cache, url }: Props) {
  const { prefetchPage, navigateOrLoad } = useMemo(() => linksWithin(routes), [routes])
  return (
    <AnswerCacheContext value={cache}>
      <RenderedAt value={answers.now}>
        <FormAnswerContext value={answers.form ?? null}>
          <PrefetchPage value={prefetchPage}>
            <RenderedAddress value={addressOf(url)}>
              <NavigateContext value={navigateOrLoad}>
                <RoutesContext value={routes}>
                  <SiteLoader>
                    <Screen />
                  </SiteLoader>
                </RoutesContext>
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

/**
 * Links navigate in this document. They load a new one for an address outside the root and for a page whose policy this
 * document lacks. Without a network a new document cannot load, so it is loaded when the network returns (`startApp`).
 */
function linksWithin(routes: Routes) {
  const navigateOrLoad: Navigate = (to, options) => {
    const page = to.startsWith('/') && routes.find(to.split(/[?#]/)[0]!)
    if (page && (!navigator.onLine || allowsPolicy(page.policy))) navigateHere(to, options)
    else loadDocument(to, options?.replace)
  }
  const prefetchPage = (path: string) => {
    const page = routes.find(path)
    if (page) routes.load(page).catch(() => undefined)
  }
  return { navigateOrLoad, prefetchPage }
}

/**
 * Seeds the cache with the page's answers, so that a logout removes them too. Rendered anonymously: seeds
 * `/api/me` with null. Without any answers, the account stays unknown until `/api/me` answers. Refusals are seeded too, so
 * that a page shows them without script. After a temporary failure the browser asks again.
 */
export function seedCache({ calls }: Answers): AnswerCache {
  const seeded = new Map<string, Seed>()
  for (const [address, { status, body }] of Object.entries(calls)) {
    if (status === 200) seeded.set(address, { data: body })
    else if (status < 500) seeded.set(address, { error: new CallError(status, body as Problem) })
  }
  if (seeded.size > 0 && !(ME in calls)) seeded.set(ME, { data: null })
  return createAnswerCache(seeded)
}
