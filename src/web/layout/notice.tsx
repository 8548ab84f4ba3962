import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { isNotice, NOTICES } from '../../domain/messages.ts'
import { Banner } from '../ui/banner.tsx'

/**
 * A sentence that survived a navigation: the address names it, so that it works without script too. With script the
 * address is put right at once, and the sentence stays with this step of the history until it is closed.
 */
export function Notice() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('notice')
  const state = useHistoryState<{ notice?: string } | null>()
  const keep = (notice: string | null) =>
    setSearch(
      (present) => {
        present.delete('notice')
        return present
      },
      { replace: true, state: { notice } },
    )
  useEffect(() => {
    if (asked !== null) keep(asked)
  })
  const name = asked ?? state?.notice ?? null
  if (name === null || !isNotice(name)) return null
  const { text, kind } = NOTICES[name]
  return (
    <Banner kind={kind} onClose={() => keep(null)}>
      {text}
    </Banner>
  )
}
