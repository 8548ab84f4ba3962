import { useState } from 'react'
import { get, type GetRoute, type AnswerOf } from '../../../platform/web/api/call.ts'
import { failureText, useAdminCall } from './calls.ts'

/**
 * A list in pages. The first page is refreshed; further pages are added below it on demand.
 * @param nextOf the address of the page after an answer; undefined after the last page
 */
export function usePages<Route extends GetRoute>(
  route: Route,
  address: string,
  nextOf: (answer: AnswerOf<Route>) => string | undefined,
) {
  const first = useAdminCall(route, address)
  const [more, setMore] = useState<{ of: string; pages: AnswerOf<Route>[] }>({ of: address, pages: [] })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const further = more.of === address ? more.pages : []
  const pages = first.data ? [first.data, ...further] : []
  const last = pages[pages.length - 1]
  const next = last && nextOf(last)

  async function load(): Promise<void> {
    if (!next) return
    setBusy(true)
    setFailure(null)
    try {
      const page = await get<Route>(next)
      setMore({ of: address, pages: [...further, page] })
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  function refetch() {
    setMore({ of: address, pages: [] })
    first.refetch()
  }
  return { pages, error: first.error, hasMore: next !== undefined, load, busy, failure, refetch }
}
