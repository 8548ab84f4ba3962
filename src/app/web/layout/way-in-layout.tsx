import type { ReactNode } from 'react'
import { clockOf, formatDate } from '../../../platform/rules/base/calendar.ts'
import { PATHS, publicResultsPath } from '../../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { BallSet } from '../../../platform/web/ui/ball.tsx'
import { useLocation } from '../../../platform/web/ui/location.ts'
import { Mark } from '../../../platform/web/ui/mark.tsx'
import { LegalLinks } from '../../../platform/web/ui/legal-links.tsx'
import { Notice } from './notice.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'

type Latest = AnswerOf<'GET /api/public/latest-draw'>['latest']
const LATEST_DRAW = '/api/public/latest-draw'

export const calls = () => [LATEST_DRAW]

/** The login's own call. */
const PLANS = '/api/public/plans'

/** The frame of the ways in. The product's name is the page's heading, with the newest numbers, and the login has the plans. */
export default function WayInLayout({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const plans = useCall('GET /api/public/plans', path === PATHS.login ? PLANS : undefined).data?.plans
  const latest = useCall('GET /api/public/latest-draw', LATEST_DRAW).data?.latest
  return (
    <CardFrame
      name={
        <h1 tabIndex={-1} className={NAME}>
          LOTTO FORECAST
        </h1>
      }
      more={latest && <LatestDraw latest={latest} />}
      below={plans && <PlanLines plans={plans} />}
    >
      {children}
    </CardFrame>
  )
}

function LatestDraw({ latest: { name, date, closesAt, winning, sample } }: { latest: NonNullable<Latest> }) {
  return (
    <>
      <p className="mt-2.5 text-sm text-on-deep-quiet">
        {name}, {formatDate(date)}
        {closesAt !== null && `, ${clockOf(closesAt)}`}
        {sample && '. Sample data'}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 [--b:min(2.5rem,(100vw-88px)/5)] [--bf:calc(var(--b)*0.5)] md:[--b:min(4rem,(41vw-64px)/5)]">
        <BallSet numbers={winning} type="winning" unlinked />
        <a
          href={publicResultsPath(date)}
          className="-my-0.5 inline-flex min-h-11 items-center text-sm underline"
        >
          All results
        </a>
      </div>
    </>
  )
}

/** Each plan in one line. */
function PlanLines({ plans }: { plans: AnswerOf<'GET /api/public/plans'>['plans'] }) {
  return (
    <section aria-label="Plans" className="mx-auto mt-2 w-[min(25rem,100%-1.5rem)] text-sm">
      <ul>
        {plans.map(({ name, line, price, per, next }) => (
          <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-2 border-b border-line">
            <b className="w-16">{name}</b>
            <span className="flex-1">{line}</span>
            <span>
              <b>{price}</b> {per && <span className="text-xs text-quiet">{per}</span>}
            </span>
            {next && <span className="-mt-1 w-full pb-1.5 text-right text-xs">{next}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The classes of the product's name. */
const NAME = 'text-lg leading-tight font-extrabold md:text-2xl'

/** A deep head with mark and name, and a card, which may have more below it. On a desktop, two halves. */
function CardFrame({
  name,
  more,
  below,
  children,
}: {
  name: ReactNode
  more?: ReactNode
  below?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid min-h-screen grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] md:grid-cols-2 md:grid-rows-[1fr_auto]">
      <header className="on-deep flex flex-col bg-deep px-4 pt-3 pb-11 text-on-deep md:justify-center md:pl-[18%]">
        <div className="flex items-center gap-2">
          <Mark size={32} />
          {name}
        </div>
        {more || <p className="mt-2 text-sm text-on-deep-quiet">Every draw. Every number. Checked.</p>}
      </header>
      <div className="-mt-7 md:my-6 md:self-center">
        <main
          id="content"
          className="mx-auto w-[min(25rem,100%-1.5rem)] rounded-2xl border border-line bg-sheet p-4"
        >
          <Notice />
          {children}
        </main>
        {below}
      </div>
      <div className="md:col-span-2">
        <ResponsibleNote>
          <a className="link tap" href={PATHS.record}>
            Our forecasts, checked in public
          </a>
          <LegalLinks />
        </ResponsibleNote>
      </div>
    </div>
  )
}
