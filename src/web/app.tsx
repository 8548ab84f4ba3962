import { useState } from 'react'
import { type Cache, SWRConfig } from 'swr'
import { type AroundNavHandler, Router } from 'wouter'
import { ME } from './accounts/me.ts'
import type { Answers } from './answers.ts'
import { RenderedAt } from './api/use-now.ts'
import { SWR_OPTIONS, FetchedAt } from './api/use-call.ts'
import { findPage, loadPage } from './routes.tsx'
import { Screen } from './screen.tsx'
import { allowsPolicy, loadDocument } from './site/documents.ts'
import { FormAnswerContext } from './ui/form-answer.ts'
import { PrefetchPage } from './ui/page-link.tsx'

interface Props {
  answers: Pick<Answers, 'now' | 'form'>
  /** One visitor's answers. On the server, a request must never see another request's answers. */
  cache: Cache
  /** Path and query; given on the server only. */
  url?: string
}

/** The whole app at one address. */
export function App({ answers, cache, url }: Props) {
  const [ssrPath, ...query] = url?.split('?') ?? []
  // Only the first question mark separates the query, which may contain others.
  const ssrSearch = query.join('?')
  const [fetchedAt] = useState(() => arrivalTimes(cache))
  return (
    <SWRConfig value={{ ...SWR_OPTIONS, provider: () => cache }}>
      <RenderedAt value={answers.now}>
        <FormAnswerContext value={answers.form ?? null}>
          <FetchedAt value={fetchedAt}>
            <PrefetchPage value={prefetchPage}>
              <Router aroundNav={navigateOrLoad} {...(ssrPath && { ssrPath, ssrSearch })}>
                <Screen />
              </Router>
            </PrefetchPage>
          </FetchedAt>
        </FormAnswerContext>
      </RenderedAt>
    </SWRConfig>
  )
}

/**
 * Navigates in this document, or loads a new one for another host and for a page whose policy this document lacks.
 * Without a network a new document cannot load, so `client.tsx` loads it when the network returns.
 */
const navigateOrLoad: AroundNavHandler = (navigate, to, options) =>
  to.startsWith('/') && (!navigator.onLine || allowsPolicy(findPage(to.split(/[?#]/)[0]!).policy))
    ? navigate(to, options)
    : loadDocument(to, options?.replace)

const prefetchPage = (path: string) => void loadPage(findPage(path)).catch(() => undefined)

/** The answers of the page arrived with it, so their arrival time is now. */
const arrivalTimes = (cache: Cache) =>
  new Map(Array.from(cache.keys(), (address) => [address, performance.now()]))

/**
 * Seeds the cache with the page's answers, so that a logout removes them too. Rendered anonymously: seeds
 * `/api/me` with null. Without any answers, the account stays unknown until `/api/me` answers.
 */
export function seedCache({ calls }: Answers) {
  const seeded = Object.entries(calls)
    .filter(([, { status }]) => status === 200)
    .map(([address, { body }]): [string, unknown] => [address, body])
  if (seeded.length > 0 && !(ME in calls)) seeded.push([ME, null])
  // SWR matches entries by `_k` when a filter selects the keys to clear.
  return new Map(seeded.map(([_k, data]) => [_k, { data, _k }]))
}
