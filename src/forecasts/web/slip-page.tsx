import { drawOfDay, drawPath, PATHS } from '../../platform/rules/site/paths.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { useNow } from '../../platform/web/api/use-now.ts'
import { useOpens } from '../../money/web/locked.tsx'
import { Cause } from '../../platform/web/ui/cause.tsx'
import type { PageProps } from '../../platform/web/site/page.ts'
import { Failure, Loading } from '../../platform/web/ui/states.tsx'
import { LockedForecasts } from './locked-forecasts.tsx'
import { Picture } from './picture.tsx'
import { Slip } from './slip.tsx'

const addressOf = (id: string) => `/api/predictions/${id}`

export const calls = (_search: URLSearchParams, subject: string) => [addressOf(subject)]

const BACK = { to: PATHS.prediction, name: 'the forecasts' }

/** The slip of one forecast for players with the plan, also before its close. */
export default function SlipPage({ subject }: PageProps) {
  const opens = useOpens('prediction')
  const { data, error, refetch } = useCall('GET /api/predictions/:id', opens ? addressOf(subject) : undefined)
  const now = useNow(30_000)
  if (!opens) return <LockedForecasts />
  if (!data && error)
    return (
      <Failure text="The forecast could not be loaded." detail={<Cause error={error} />} onRetry={refetch} />
    )
  if (!data) return <Loading />
  const { prediction } = data
  const { game, date, closesAt, withdrawn } = prediction
  const isPublic = closesAt !== null && now >= closesAt
  return (
    <Slip
      forecast={prediction}
      isPublic={isPublic}
      back={BACK}
      draw={drawPath(drawOfDay(game, date))}
      picture={!withdrawn && <Picture of={prediction} />}
    />
  )
}
