import { useCallback, useRef, useState } from 'react'
import { MESSAGES } from '../../../domain/messages.ts'
import { SampleTag } from '../sample-note.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Title } from '../../ui/title.tsx'
import { useAnswerCache } from '../../api/use-call.ts'
import { failureText, useAdminCall } from '../../admin/calls.ts'
import { DESK, GAPS, listAddress } from './addresses.ts'
import { Bulk } from './bulk.tsx'
import { DeskForm } from './desk.tsx'
import { Gaps } from './gaps.tsx'
import { DeskSettings } from './desk-settings.tsx'
import { DrawsList } from './draws-list.tsx'
import { DueList } from './due-list.tsx'
import type { DeskDay } from './entry.ts'
import { PlainForm } from './plain-form.tsx'
import { useDesk } from './use-desk.ts'

export const calls = (search: URLSearchParams) => [DESK, listAddress(search), GAPS]

/** The screen refreshes, because colleagues enter draws too. */
const REFRESH_INTERVAL_MS = 30_000

/** My Results: the desk for the next due draw, the specification's form, and the list of all draws. */
export default function ResultsPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/desk', DESK, REFRESH_INTERVAL_MS)
  return (
    <>
      <Title>My Results</Title>
      {data ? (
        <Results today={data} refetch={refetch} />
      ) : error ? (
        <Failure text={failureText(error)} onRetry={refetch} />
      ) : (
        <Loading text={MESSAGES.loading} />
      )}
    </>
  )
}

function Results({ today, refetch }: { today: DeskDay; refetch: () => void }) {
  const grid = useRef<HTMLDivElement>(null)
  const [version, setVersion] = useState(0)
  const cache = useAnswerCache()
  /** Fetches today and the gaps again, and drops the cached other days. */
  const askDays = useCallback(() => {
    refetch()
    cache.renew((address) => address.startsWith(`${DESK}?`) || address.startsWith(GAPS))
  }, [refetch, cache])
  const onSaved = useCallback(() => {
    setVersion((before) => before + 1)
    askDays()
  }, [askDays])
  const desk = useDesk(today, grid, onSaved)
  return (
    <>
      {today.samples && <SampleTag />}
      <div className="mt-3 grid grid-cols-1 items-start gap-4 *:min-w-0 lg:grid-cols-[3fr_2fr]">
        <DeskForm desk={desk} today={today} grid={grid} />
        <div className="grid grid-cols-1 gap-4 *:min-w-0 sm:grid-cols-2 lg:grid-cols-1">
          <DueList desk={desk} today={today} />
          <PlainForm desk={desk} today={today} onSaved={onSaved} />
        </div>
      </div>
      <Bulk today={today} onSaved={onSaved} />
      <Gaps desk={desk} today={today} onSaved={onSaved} />
      <DeskSettings today={today} onChanged={onSaved} />
      <DrawsList desk={desk} today={today} version={version} onChanged={askDays} />
    </>
  )
}
