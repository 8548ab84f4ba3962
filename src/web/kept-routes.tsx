import { useEffect, useSyncExternalStore } from 'react'
import { PATHS } from '../domain/paths.ts'
import { CallError, get } from './api/call.ts'
import type { AnswerCache } from './api/answer-cache.ts'
import { useAnswerCache } from './api/use-call.ts'
import type { AppPage, Routes } from './app-routes.ts'
import { KeptScreens, NotKept } from './offline/not-kept.tsx'
import type { LoadedPage, PageProps } from './page.ts'
import { useSearch } from './ui/location.ts'

/** Pages that show something without any answer, or whose form stays when an answer is missing. */
const COMPLETE: ReadonlySet<string> = new Set([PATHS.classification, PATHS.pastResults])

/** The routes of a document that opened without a network: a page without kept answers says that it needs one. */
export function keptRoutes(routes: Routes): Routes {
  const wrapped = new Map<string, LoadedPage>()
  const wrap = (page: AppPage, code: LoadedPage): LoadedPage => {
    const known = wrapped.get(page.path)
    if (known) return known
    const Page = (props: PageProps) => <KeptPage page={page} code={code} {...props} />
    const kept = COMPLETE.has(page.path) ? code : { ...code, Page }
    wrapped.set(page.path, kept)
    return kept
  }
  return {
    find: routes.find,
    load: async (page) => wrap(page, await routes.load(page)),
    loaded: (page) => {
      const code = routes.loaded(page)
      return code && wrap(page, code)
    },
  }
}

function KeptPage({ page, code: { Page, calls }, subject }: PageProps & { page: AppPage; code: LoadedPage }) {
  const cache = useAnswerCache()
  const addresses = calls(new URLSearchParams(useSearch()), subject).join('\n')
  const isMissing = useIsMissing(cache, addresses)
  useEffect(() => {
    // The network may only have been slow.
    if (navigator.onLine) void cache.renew(() => true)
  }, [cache])
  if (!isMissing) return <Page subject={subject} />
  return (
    <NotKept title={page.title} onRetry={() => fetchAll(cache, addresses)}>
      <KeptScreens />
    </NotKept>
  )
}

const listOf = (addresses: string) => addresses.split('\n').filter((address) => address !== '')

function fetchAll(cache: AnswerCache, addresses: string): void {
  for (const address of listOf(addresses)) cache.load(address, get).catch(() => undefined)
}

/** Whether neither the network nor the phone has an answer for any call of a page. It asks again with the network. */
function useIsMissing(cache: AnswerCache, addresses: string): boolean {
  const subscribe = (reader: () => void) => {
    const ends = listOf(addresses).map((address) => cache.subscribe(address, reader))
    return () => ends.forEach((end) => end())
  }
  const isMissing = useSyncExternalStore(subscribe, () => {
    const all = listOf(addresses).map((address) => cache.known(address))
    const isAway = ({ data, error }: (typeof all)[number]) =>
      data === undefined && error instanceof CallError && error.status === 0
    return all.length > 0 && all.every(isAway)
  })
  useEffect(() => {
    if (!isMissing) return
    const ask = () => fetchAll(cache, addresses)
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [cache, addresses, isMissing])
  return isMissing
}
