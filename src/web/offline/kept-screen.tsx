import { useEffect, useSyncExternalStore } from 'react'
import { areaOf } from '../../domain/site/page-access.ts'
import { PATHS } from '../../domain/site/paths.ts'
import type { AnswerCache } from '../api/answer-cache.ts'
import { CallError, get } from '../api/call.ts'
import { useAnswerCache } from '../api/use-call.ts'
import type { LoadedPage } from '../load-page.ts'
import type { Page } from '../pages.ts'
import { useSearch } from '../ui/location.ts'
import { NotKept } from './not-kept.tsx'

/** Pages that show something without any answer, or whose form stays when an answer is missing. */
const COMPLETE: ReadonlySet<string> = new Set([PATHS.classification, PATHS.pastResults])

/** A page, or in its place that it needs a network: when neither the network nor the phone has an answer for any of its calls. */
export function KeptScreen({
  page,
  code: { Page, calls },
  subject,
}: {
  page: Page
  code: LoadedPage
  subject: string
}) {
  const cache = useAnswerCache()
  const isKeepable = areaOf(page.access) === 'players' && !COMPLETE.has(page.path)
  const addresses = calls(new URLSearchParams(useSearch()), subject)
  const isMissing = useIsMissing(cache, isKeepable ? addresses.join('\n') : '')
  if (!isMissing) return <Page subject={subject} />
  return <NotKept title={page.title} onRetry={() => fetchAll(cache, addresses)} />
}

function fetchAll(cache: AnswerCache, addresses: readonly string[]): void {
  for (const address of addresses) cache.load(address, get).catch(() => undefined)
}

/** Whether all of some calls, one a line, failed without a network. It asks again with the network. */
function useIsMissing(cache: AnswerCache, lines: string): boolean {
  const addresses = lines === '' ? [] : lines.split('\n')
  const subscribe = (reader: () => void) => {
    const ends = addresses.map((address) => cache.subscribe(address, reader))
    return () => ends.forEach((end) => end())
  }
  const read = () =>
    addresses.length > 0 &&
    addresses.every((address) => {
      const { data, error } = cache.known(address)
      return data === undefined && error instanceof CallError && error.status === 0
    })
  const isMissing = useSyncExternalStore(subscribe, read, read)
  useEffect(() => {
    if (!isMissing) return
    const ask = () => fetchAll(cache, lines.split('\n'))
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [cache, lines, isMissing])
  return isMissing
}
