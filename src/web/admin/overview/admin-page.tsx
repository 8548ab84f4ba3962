import { formatInstant } from '../../../domain/base/calendar.ts'
import { useNow } from '../../api/use-now.ts'
import { Failure, Loading } from '../../ui/states.tsx'
import { Head } from '../../ui/title.tsx'
import { failureText, useAdminCall } from '../calls.ts'
import { RevenueChart, SignUpChart, AlarmList, Figures } from './figures.tsx'
import { DrawsToday } from './draws-today.tsx'
import { LateDraws } from './late-draws.tsx'
import { AfterRestore } from './after-restore.tsx'
import { Activity, Expiring, RecentPredictions } from './lists.tsx'

const OVERVIEW = '/api/admin/overview'
/** On a draw day the figures change every minute. */
const REFRESH_INTERVAL_MS = 60_000

export const calls = () => [OVERVIEW]

/** The staff's first page: what is late, the figures, recent predictions and activity. */
export default function AdminPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/overview', OVERVIEW, REFRESH_INTERVAL_MS)
  const now = useNow(30_000)
  return (
    <>
      <Head title="My Dashboard">
        <span className="text-sm text-quiet">{formatInstant(now)}</span>
      </Head>
      {data ? (
        <div className="space-y-3">
          {!data.writes && (
            <p role="alert" className="rounded-lg bg-error-soft p-3 font-bold text-error">
              Nothing can be saved: the disk of the database is full. People can still read.
            </p>
          )}
          {data.restore && <AfterRestore of={data.restore} onChange={refetch} />}
          <DrawsToday draws={data.draws} now={now} />
          {data.lateDraws && <LateDraws of={data.lateDraws} now={now} onChange={refetch} />}
          {data.alarms && <AlarmList of={data.alarms} />}
          <Figures of={data} />
          <div className="grid grid-cols-1 items-start gap-x-4 gap-y-3 lg:grid-cols-2">
            {data.recent && <RecentPredictions predictions={data.recent} now={now} />}
            {data.activity && <Activity entries={data.activity} now={now} />}
            {data.signUps && <SignUpChart days={data.signUps} />}
            {data.revenue && <RevenueChart months={data.revenue} />}
            {data.expiring && <Expiring of={data.expiring} />}
          </div>
        </div>
      ) : error ? (
        <Failure text="The figures could not be loaded." detail={failureText(error)} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  )
}
