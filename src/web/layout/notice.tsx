import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { isNotice, NOTICES } from '../../domain/messages.ts'
import { Banner } from '../ui/banner.tsx'

/**
 * A message that survives a navigation. The address names it, so it works without script. With script, the name moves
 * from the address to the history entry, until the message is closed.
 */
export function Notice() {
  const [search, setSearch] = useSearchParams()
  const named = search.get('notice')
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
    if (named !== null) keep(named)
  })
  const name = named ?? state?.notice ?? null
  if (name === null || !isNotice(name)) return null
  const { text, kind } = NOTICES[name]
  return (
    <Banner kind={kind} onClose={() => keep(null)}>
      {text}
    </Banner>
  )
}
