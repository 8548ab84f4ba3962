import { useCallback, useRef, useState } from 'react'
import { formatDate, lagosDate } from '../../../domain/base/calendar.ts'
import { Ruled } from '../../admin/ruled.tsx'
import { useAnswerCache } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { SampleTag } from '../sample-note.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Head } from '../../ui/title.tsx'
import { failureText, useAdminCall } from '../../admin/calls.ts'
import { DESK, FILTERS, GAPS, listAddress } from './addresses.ts'
import { DeskForm } from './desk.tsx'
import { Gaps } from './gaps.tsx'
import { DeskSettings } from './desk-settings.tsx'
import { DrawsList } from './draws-list.tsx'
import { DueList } from './due-list.tsx'
import { HeldList } from './held-list.tsx'
import type { DeskDay } from './entry.ts'
import { useArrived } from './use-arrived.ts'
import { useDesk } from './use-desk.ts'

export const parameters = FILTERS

export const calls = (search: URLSearchParams) => [DESK, listAddress(search), GAPS]

/** The screen refreshes, because colleagues enter draws too. */
const REFRESH_INTERVAL_MS = 30_000

/** My Results: the form for the next due draw, what is due, and the list of all draws. */
export default function ResultsPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/desk', DESK, REFRESH_INTERVAL_MS)
  const now = useNow(30_000)
  return (
    <>
      <Head title="My Results">
        <span className="text-sm text-quiet">{formatDate(lagosDate(now))}</span>
        {data?.samples && <SampleTag />}
      </Head>
      {data ? (
        <Results today={data} refetch={refetch} />
      ) : error ? (
        <Failure text={failureText(error)} onRetry={refetch} />
      ) : (
        <Loading />
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
    void cache.renew((address) => address.startsWith(`${DESK}?`) || address.startsWith(GAPS))
  }, [refetch, cache])
  const onSaved = useCallback(() => {
    setVersion((before) => before + 1)
    askDays()
  }, [askDays])
  const desk = useDesk(today, grid, onSaved)
  const arrived = useArrived(desk, today, onSaved)
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-3 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
        <div className="space-y-3">
          <DeskForm desk={desk} arrived={arrived} today={today} grid={grid} />
          <HeldList desk={desk} held={today.held} onChanged={askDays} />
        </div>
        <div className="space-y-3">
          <DueList desk={desk} today={today} />
          <Ruled>
            <li>
              <Gaps desk={desk} today={today} onSaved={onSaved} />
            </li>
            <li>
              <DeskSettings today={today} onChanged={onSaved} />
            </li>
          </Ruled>
        </div>
      </div>
      <DrawsList desk={desk} today={today} version={version} onChanged={askDays} />
    </>
  )
}
