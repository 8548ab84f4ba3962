import { type FormEvent, useState } from 'react'
import { clockOf } from '../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../platform/rules/base/words.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { FEATURES, opens } from '../../platform/rules/access/plans.ts'
import { useMe } from '../../platform/web/access/me.ts'
import { get } from '../../platform/web/api/call.ts'
import { followsDraws } from '../../platform/web/api/connection.ts'
import { lastAnswerAt } from '../../platform/web/api/server-time.ts'
import { useAnswerCache } from '../../platform/web/api/use-call.ts'
import { usePlan } from '../../money/web/prices.ts'
import { Button } from '../../platform/web/ui/button.tsx'
import { useLocation, useSearch } from '../../platform/web/ui/location.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'

/**
 * For plans without live results: a button that asks for new ones, and what the higher plan adds. Without script the form
 * loads the page again.
 */
export default function CheckResults() {
  const me = useMe()
  const cache = useAnswerCache()
  const [path] = useLocation()
  const search = new URLSearchParams(useSearch())
  const [result, setResult] = useState('')
  const { name, kobo, per } = usePlan(FEATURES['live-results'])
  if (!me || opens({ plan: me.subscription, role: me.role }, 'live-results')) return null

  async function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setResult('')
    try {
      await Promise.all([get<'GET /api/history'>('/api/history'), cache.renew(followsDraws)])
      setResult(`Checked at ${clockOf(lastAnswerAt()!)}.`)
    } catch (error) {
      setResult((error as Error).message)
    }
  }
  return (
    <form action={path} onSubmit={(event) => void check(event)} className="no-print mt-4 text-sm">
      {[...search].map(([field, value], place) => (
        // oxlint-disable-next-line react/no-array-index-key -- fields of a search may repeat
        <input key={place} type="hidden" name={field} value={value} />
      ))}
      <div className="flex flex-wrap items-center gap-x-3">
        <Button type="submit" kind="plain">
          Check for new results
        </Button>
        <span role="status">{result}</span>
      </div>
      {me.breakUntil === null && (
        <p className="mt-1 text-quiet">
          {me.liveGame && `${me.liveGame} appears by itself. `}
          With {name} {me.liveGame ? 'all games' : 'they'} appear here by themselves, for{' '}
          <PageLink to={PATHS.paymentChannel} className="link">
            {formatNaira(kobo)} per {per}
          </PageLink>
          .
        </p>
      )}
    </form>
  )
}
