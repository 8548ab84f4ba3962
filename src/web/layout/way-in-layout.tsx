import type { ReactNode } from 'react'
import { formatDate } from '../../domain/base/calendar.ts'
import { NOTES } from '../../domain/base/messages.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { BallSet } from '../ui/ball.tsx'
import { CardFrame, NAME } from './card-layout.tsx'

type Latest = AnswerOf<'GET /api/public/latest-draw'>['latest']
const LATEST_DRAW = '/api/public/latest-draw'

export const calls = () => [LATEST_DRAW]

/** The frame of the ways in. The product's name is the page's heading, with the newest numbers beside the form. */
export default function WayInLayout({ children }: { children: ReactNode }) {
  const latest = useCall('GET /api/public/latest-draw', LATEST_DRAW).data?.latest
  return (
    <CardFrame
      name={
        <h1 tabIndex={-1} className={NAME}>
          LOTTO FORECAST
        </h1>
      }
      more={latest && <LatestDraw latest={latest} />}
    >
      {children}
    </CardFrame>
  )
}

/** The newest numbers, where the screen has room for them. */
function LatestDraw({ latest: { name, date, winning, sample } }: { latest: NonNullable<Latest> }) {
  return (
    <div className="mt-7 hidden text-sm text-on-deep-quiet md:block">
      <BallSet numbers={winning} type="winning" size={40} unlinked />
      <p className="mt-2">
        {name}, {formatDate(date)}
      </p>
      {sample && <p className="mx-auto mt-1 max-w-[20rem] text-xs">{NOTES.sample}</p>}
    </div>
  )
}
