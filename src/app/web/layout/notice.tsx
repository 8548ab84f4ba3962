import { useEffect, useState } from 'react'
import { isNotice, NOTICES } from '../../../platform/rules/base/messages.ts'
import { FROM, wayBackOf } from '../../../platform/rules/site/destinations.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { useLocation, useSearch } from '../../../platform/web/ui/location.ts'

interface KeptNotice {
  /** The page that shows it. */
  path: string
  name: string
  paid: string | null
  /** Of a payer who came from a public page. */
  back: string | null
}

/**
 * A message that survives a navigation. The address names it, so it works without script. With script, the name leaves the
 * address, and the message ends when it is closed or its page is left: by then it is old news.
 */
export function Notice() {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const named = new URLSearchParams(query).get('notice')
  const [kept, setKept] = useState<KeptNotice | null>(null)
  if (named !== null && kept?.name !== named) {
    const paid = new URLSearchParams(query).get('paid')
    setKept({ path, name: named, paid, back: paid && wayBackOf(query) })
  } else if (kept && kept.path !== path) setKept(null)
  const { name = null, paid, back } = kept ?? {}
  const me = useMe(name === 'paid')
  useEffect(() => {
    if (named === null) return
    const rest = new URLSearchParams(query)
    for (const own of rest.has('paid') ? ['notice', 'paid', FROM] : ['notice']) rest.delete(own)
    navigate(rest.size > 0 ? `${path}?${rest}` : path, { replace: true })
  })
  if (name === null || !isNotice(name)) return null
  // The address may be forged, or older than the plan.
  if (name === 'paid' && me?.subscription === 'free') return null
  const { text, kind } = NOTICES[name]
  const bought = me?.subscription === 'pro' ? PATHS.prediction : PATHS.frequentNumbers
  return (
    <Banner kind={kind} onClose={() => setKept(null)}>
      {text}
      {name === 'paid' && paid && me && bought !== path && (
        <a href={bought} className="link ml-2">
          {me.subscription === 'pro' ? 'Predictions' : 'Frequent numbers'}
        </a>
      )}
      {name === 'paid' && paid && (
        <a href={`${PATHS.paymentChannel}?receipt=${encodeURIComponent(paid)}`} className="link ml-2">
          Receipt
        </a>
      )}
      {name === 'paid' && back && (
        <a href={back} className="link ml-2">
          Back to the previous page
        </a>
      )}
    </Banner>
  )
}
