import { formatDuration } from '../../../domain/base/calendar.ts'
import { formatCount } from '../../../domain/base/words.ts'
import { STAFF_PATHS } from '../../../domain/admin/staff.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { IconPath } from '../../ui/icon-path.tsx'
import { CHECK } from '../../ui/more-icons.ts'
import { CLOCK } from '../staff-icons.ts'
import { OnlyWith } from '../only-with.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import type { Overview } from './figures.tsx'

type Draws = Overview['draws']

/** Games that are named one by one when they are late. */
const NAMED = 2

/** What is late and a button for it, then the draws of today in one sentence. */
export function DrawsToday({ draws, now }: { draws: Draws; now: number }) {
  const { late, missing, counts } = draws
  const isWaiting = late.length > 0 || missing > 0 || counts.due > 0
  return (
    <section
      aria-label="Draws today"
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 md:items-center rounded-lg p-3 text-sm ${isWaiting ? 'bg-warn-soft text-warn' : 'bg-soft text-ink'}`}
    >
      <IconPath path={isWaiting ? CLOCK : CHECK} />
      <div className="min-w-0 flex-1 basis-60">
        <p>
          <strong>{lateText(late, now)}</strong> {missing > 0 && missingText(missing)}
        </p>
        <p>{todayText(draws, now)}</p>
      </div>
      <OnlyWith right="enter-results">
        <PageLink to={STAFF_PATHS.results} className={buttonClasses(isWaiting ? 'main' : 'plain')}>
          Enter results
        </PageLink>
      </OnlyWith>
    </section>
  )
}

function lateText(late: Draws['late'], now: number): string {
  if (late.length === 0) return 'Nothing is late today.'
  const named = late
    .slice(0, NAMED)
    .map(({ gameName, expectedAt }) => `${gameName} is late by ${formatDuration(now - expectedAt)}.`)
  const more = late.length - named.length
  if (more > 0) named.push(more === 1 ? '1 more draw is late.' : `${more} more draws are late.`)
  return named.join(' ')
}

const missingText = (missing: number) =>
  missing === 1
    ? '1 draw of the days before is not entered.'
    : `${formatCount(missing)} draws of the days before are not entered.`

function todayText({ counts, next }: Draws, now: number): string {
  const { entered, due, late, sample, coming } = counts
  const total = entered + due + late + sample + coming
  if (total === 0) return 'No game draws today.'
  const parts = [
    `${entered} of ${total} entered`,
    due > 0 && `${due} due`,
    sample > 0 && `${sample} with a sample result`,
    coming > 0 && `${coming} to come`,
  ].filter(Boolean)
  const follows = next ? ` ${next.gameName} closes in ${formatDuration(next.closesAt - now)}.` : ''
  return `Today: ${parts.join(', ')}.${follows}`
}
