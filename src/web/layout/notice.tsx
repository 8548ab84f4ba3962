import { useEffect } from 'react'
import { isNotice, NOTICES } from '../../domain/base/messages.ts'
import { Banner } from '../ui/banner.tsx'
import { useHistoryState, useLocation, useSearch } from '../ui/location.ts'

/**
 * A message that survives a navigation. The address names it, so it works without script. With script, the name moves
 * from the address to the history entry, until the message is closed.
 */
export function Notice() {
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const named = search.get('notice')
  const state = useHistoryState<{ notice?: string } | null>()
  const keep = (notice: string | null) => {
    search.delete('notice')
    const rest = search.toString()
    navigate(rest ? `${path}?${rest}` : path, { replace: true, state: { notice } })
  }
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
