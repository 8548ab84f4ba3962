import { useState } from 'react'
import { type Cache, SWRConfig } from 'swr'
import { type AroundNavHandler, Router } from 'wouter'
import { ME } from './accounts/me.ts'
import type { Answers } from './answers.ts'
import { DrawnAt } from './api/use-now.ts'
import { CALLING, FetchedAt } from './api/use-call.ts'
import { findPage, loadPage } from './routes.tsx'
import { Screen } from './screen.tsx'
import { allowsPolicy, loadDocument } from './site/documents.ts'
import { FormAnswerContext } from './ui/form-answer.ts'
import { PrefetchPage } from './ui/page-link.tsx'

interface Props {
  answers: Pick<Answers, 'now' | 'form'>
  /** One visitor's answers: on the server, requests must never see each other's. */
  cache: Cache
  /** Path and query; given on the server only. */
  url?: string
}

/** The whole app around one address. */
export function App({ answers, cache, url }: Props) {
  const [ssrPath, ...query] = url?.split('?') ?? []
  // Only the first question mark divides: a question may hold more of them.
  const ssrSearch = query.join('?')
  const [fetchedAt] = useState(() => arrivalsOf(cache))
  return (
    <SWRConfig value={{ ...CALLING, provider: () => cache }}>
      <DrawnAt value={answers.now}>
        <FormAnswerContext value={answers.form ?? null}>
          <FetchedAt value={fetchedAt}>
            <PrefetchPage value={prefetchPage}>
              <Router aroundNav={navigateOrLoad} {...(ssrPath && { ssrPath, ssrSearch })}>
                <Screen />
              </Router>
            </PrefetchPage>
          </FetchedAt>
        </FormAnswerContext>
      </DrawnAt>
    </SWRConfig>
  )
}

/** Another host, and a page whose policy this document lacks, need a new document. */
const navigateOrLoad: AroundNavHandler = (navigate, to, options) =>
  to.startsWith('/') && allowsPolicy(findPage(to.split(/[?#]/)[0]!).policy)
    ? navigate(to, options)
    : loadDocument(to, options?.replace)

const prefetchPage = (path: string) => void loadPage(findPage(path)).catch(() => undefined)

/** All of them came just now. */
const arrivalsOf = (cache: Cache) =>
  new Map(Array.from(cache.keys(), (address) => [address, performance.now()]))

/**
 * The answers that a page came with, in the one place where answers are kept, so that a logout removes them too. A page
 * that was drawn without a person was drawn for a visitor who is not signed in; one that came without any answers leaves
 * open who is here until that has been asked.
 */
export function cacheOf({ calls }: Answers) {
  const kept = Object.entries(calls)
    .filter(([, { status }]) => status === 200)
    .map(([address, { body }]): [string, unknown] => [address, body])
  if (kept.length > 0 && !(ME in calls)) kept.push([ME, null])
  // `_k` is how the library names an entry when a condition on keys selects what to forget.
  return new Map(kept.map(([_k, data]) => [_k, { data, _k }]))
}
