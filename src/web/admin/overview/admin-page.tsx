import { MESSAGES } from '../../../domain/messages.ts'
import { STAFF_MESSAGES } from '../../../domain/staff-messages.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { PATHS } from '../../../domain/paths.ts'
import { Failure, Loading } from '../../ui/states.tsx'
import { Title } from '../../ui/title.tsx'
import { failureText, useAdminCall } from '../calls.ts'
import { RevenueChart, SignUpChart } from './charts.tsx'
import { Figures } from './figures.tsx'
import { Activity, Expiring, RecentPredictions } from './lists.tsx'

const OVERVIEW = '/api/admin/overview'
/** On a draw day the figures change every minute. */
const REFRESH_INTERVAL_MS = 60_000

export const calls = () => [OVERVIEW]

/** The staff's first page: open tasks, business figures, latest activity. */
export default function AdminPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/overview', OVERVIEW, REFRESH_INTERVAL_MS)
  return (
    <>
      <Title>{STAFF_MESSAGES.welcomeAdmin}</Title>
      {data ? (
        <div className="mt-4 space-y-4">
          <Figures of={data} />
          <p className="flex flex-wrap gap-x-6">
            <Manage to={PATHS.adminPredictions}>Manage predictions</Manage>
            <Manage to={PATHS.adminUsers}>Manage users</Manage>
          </p>
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            <SignUpChart days={data.signUps} />
            <RevenueChart months={data.revenue} />
          </div>
          <RecentPredictions predictions={data.recent} />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <Activity entries={data.activity} />
            <Expiring of={data.expiring} />
          </div>
        </div>
      ) : error ? (
        <Failure text="The figures could not be loaded." detail={failureText(error)} onRetry={refetch} />
      ) : (
        <Loading text={MESSAGES.loading} />
      )}
    </>
  )
}

function Manage({ to, children }: { to: string; children: string }) {
  return (
    <PageLink to={to} className="link inline-flex min-h-11 items-center font-bold">
      {children}
    </PageLink>
  )
}
