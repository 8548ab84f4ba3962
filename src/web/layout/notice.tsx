import { useEffect } from 'react'
import { isNotice, NOTICES } from '../../domain/base/messages.ts'
import { FROM, wayBackOf } from '../../domain/site/destinations.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { useMe } from '../accounts/me.ts'
import { Banner } from '../ui/banner.tsx'
import { useHistoryState, useLocation, useSearch } from '../ui/location.ts'

interface KeptNotice {
  notice?: string
  paid?: string | null
  back?: string | null
  /** When the document was loaded that was given the message. */
  loadedAt?: number
}

/**
 * A message that survives a navigation. The address names it, so it works without script. With script, the name moves
 * from the address to the history entry, until the message is closed or the page is loaded again: by then it is old news.
 */
export function Notice() {
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const named = search.get('notice')
  const kept = useHistoryState<KeptNotice | null>()
  const state = kept?.loadedAt === performance.timeOrigin ? kept : null
  const paid = search.get('paid') ?? state?.paid
  // Of a payer who came from a public page.
  const back = (search.has('paid') && wayBackOf(search.toString())) || state?.back
  const name = named ?? state?.notice ?? null
  const me = useMe(name === 'paid')
  const keep = (notice: string | null) => {
    search.delete('notice')
    if (search.has('paid')) search.delete(FROM)
    search.delete('paid')
    const rest = search.toString()
    navigate(rest ? `${path}?${rest}` : path, {
      replace: true,
      state: { notice, paid, back, loadedAt: performance.timeOrigin },
    })
  }
  useEffect(() => {
    if (named !== null) keep(named)
  })
  if (name === null || !isNotice(name)) return null
  // The address may be forged, or older than the plan.
  if (name === 'paid' && me?.subscription === 'free') return null
  const { text, kind } = NOTICES[name]
  return (
    <Banner kind={kind} onClose={() => keep(null)}>
      {text}
      {name === 'paid' && paid && (
        <a href={`${PATHS.paymentChannel}?receipt=${encodeURIComponent(paid)}`} className="link ml-2">
          Receipt
        </a>
      )}
      {name === 'paid' && back && (
        <a href={back} className="link ml-2">
          Back to the page before
        </a>
      )}
    </Banner>
  )
}
