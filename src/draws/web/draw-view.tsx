import type { ReactNode } from 'react'
import {
  capitalised,
  formatDayMonth,
  formatInstant,
  formatClock,
  formatCountdown,
  formatDate,
  HOUR,
  type LagosDate,
  lagosMinutes,
} from '../../platform/rules/base/calendar.ts'
import { decimal } from '../../platform/rules/base/words.ts'
import { WAIT_BY_LUCK } from '../rules/luck/waits.ts'
import { luckScale } from '../rules/luck/luck-bar.ts'
import {
  drawOfDay,
  drawPath,
  PATHS,
  publicDrawPath,
  publicResultsPath,
} from '../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { ShareButton } from '../../platform/web/ui/share-button.tsx'
import { Ball, BallSet, BallsToCome } from '../../platform/web/ui/ball.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { LuckBar, LuckKey } from './luck-bar.tsx'
import { LEFT, RIGHT, SHARE } from '../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { MESSAGES } from '../../platform/rules/base/messages.ts'
import { type DayState, dayState } from '../rules/day-result.ts'
import { useNow } from '../../platform/web/api/use-now.ts'
import { stateText, type Arrival } from './state-word.tsx'

/** Players see the reason too. */
type Correction = AnswerOf<'GET /api/public/draws/:draw'>['corrections'][number] & { reason?: string }

interface ShareProps {
  page: Pick<DrawPage, 'date'> & {
    game: { key: string; name: string }
    draw: Omit<NonNullable<DrawPage['draw']>, 'publicId'> | null
  }
  /** In a row: an icon alone. */
  isIcon?: boolean
}

/** Shares a draw with its picture and the address of its public page. */
export function ShareDraw({ page: { game, date, draw }, isIcon = false }: ShareProps) {
  if (!draw) return null
  const name = drawOfDay(game.key, date)
  const text = async () => {
    const { drawShareText } = await import('../rules/draw-text.ts')
    return drawShareText({ ...draw, date, game: game.name }, location.origin + publicDrawPath(name))
  }
  return (
    <ShareButton
      label={
        <>
          <IconPath path={SHARE} />
          {isIcon ? (
            <span className="visually-hidden">Share {game.name}</span>
          ) : (
            <>
              Share<span className="visually-hidden"> this draw</span>
            </>
          )}
        </>
      }
      quiet
      className={isIcon ? 'px-3 text-quiet!' : 'share-draw'}
      text={text}
      picture={`/api/public/draws/${name}`}
    />
  )
}

/** The draws around one with a result, and between them Share. */
export function AroundDraw({
  page,
  today,
  children,
}: {
  page: DrawPage
  /** On the public page, where a draw to come is no link: search engines list draws with a result. */
  today?: LagosDate
  children?: ReactNode
}) {
  const { game, last, next } = page
  const pathOf = (date: string) => (today ? publicDrawPath : drawPath)(drawOfDay(game.key, date))
  return (
    <nav aria-label={`Draws of ${game.name}`} className="around no-print">
      {last[0] ? (
        <PageLink to={pathOf(last[0].date)} className="around-part">
          <IconPath path={LEFT} />
          {formatDayMonth(last[0].date)}
        </PageLink>
      ) : (
        <span />
      )}
      {children || <span />}
      {next && today && next >= today ? (
        <span className="around-part text-quiet!">Next: {formatDayMonth(next)}</span>
      ) : next ? (
        <PageLink to={pathOf(next)} className="around-part">
          {formatDayMonth(next)}
          <IconPath path={RIGHT} />
        </PageLink>
      ) : (
        <span />
      )}
    </nav>
  )
}

/** The last draws of the game before this one. */
export function LastDraws({
  page: { game, last },
  isPublic = false,
}: {
  page: DrawPage
  isPublic?: boolean
}) {
  const pathOf = isPublic ? publicDrawPath : drawPath
  if (last.length === 0) return null
  return (
    <section aria-labelledby="last-draws">
      <div className="mt-1 flex min-h-11 items-center justify-between">
        <h2 id="last-draws" className="font-bold">
          Last {last.length === 5 ? 'five ' : ''}of {game.name}
        </h2>
        <PageLink
          to={isPublic ? publicResultsPath(game.key) : `${PATHS.pastResults}?game=${game.key}`}
          className="link tap text-sm"
        >
          All draws
        </PageLink>
      </div>
      <ol className="draw-rows last-draws">
        {last.map(({ date, winning }) => (
          <li key={date} className="draw-row">
            <PageLink to={pathOf(drawOfDay(game.key, date))} className="draw-link flex-1">
              {formatDayMonth(date)}
            </PageLink>
            <BallSet type="winning" numbers={winning} unlinked={isPublic || 'rest'} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** How long each number had waited, and what the chart said, beside what luck gives. */
export function DrawLuck({ page: { draw, luck }, unlinked = false }: { page: DrawPage; unlinked?: boolean }) {
  if (!draw || !luck) return null
  const waits = luck.waits.map((value) => (value === null ? null : { value, ...WAIT_BY_LUCK }))
  const scale = luckScale(waits.filter((wait) => wait !== null))
  const { chart } = luck
  return (
    <section aria-labelledby="waited">
      <div className="mt-1 flex min-h-11 items-center justify-between">
        <h2 id="waited" className="font-bold">
          How long each number had been away
        </h2>
      </div>
      <ul className="draw-rows waits">
        {waits.map((wait, place) => {
          const number = draw.winning[place]!
          return (
            <li key={number}>
              <Ball number={number} unlinked={unlinked} />
              {wait ? (
                <>
                  <b>{wait.value}</b>
                  <LuckBar {...wait} scale={scale} />
                </>
              ) : (
                <span>first time on record</span>
              )}
            </li>
          )
        })}
      </ul>
      <LuckKey value="draws away" />
      {chart && (
        <p className="line">
          <span className="line-words">
            On the chart, <b>{chart.came} of these 5</b> are linked to the numbers of{' '}
            {formatDayMonth(chart.after)}. Luck gives about {decimal(chart.byLuck)}.
          </span>
        </p>
      )}
    </section>
  )
}

/** The corrections of a draw, each with the earlier values. */
export function Corrections({ corrections }: { corrections: readonly Correction[] }) {
  if (corrections.length === 0) return null
  return (
    <section className="mt-4">
      <h2 className="mb-2 font-bold">Corrections</h2>
      <ul className="space-y-3">
        {corrections.map(({ at, reason, changes }) => (
          <li key={at} className="rounded-lg border border-line bg-sheet p-3 text-sm">
            <p>
              <time dateTime={new Date(at).toISOString()}>{formatInstant(at)}</time>
              {reason && `: ${reason}`}
            </p>
            <dl className="mt-1">
              {changes.map(({ what, old, new: now }) => (
                <div key={what}>
                  <dt className="inline text-quiet">{`${capitalised(what)}:`}</dt>{' '}
                  <dd className="inline">
                    <del>{old}</del> became <ins className="no-underline">{now}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A draw as its two pages have it. */
type DrawPage = Omit<
  AnswerOf<'GET /api/public/draws/:draw'>,
  'picture' | 'whatsApp' | 'corrections' | 'readAt'
>

/** `Diamond, Mon 23 Jun 2025`: the title of a draw's pages. */
export const drawTitle = ({ game, date }: Pick<DrawPage, 'game' | 'date'>) =>
  `${game.name}, ${formatDate(date)}`

/** After this time a result is read, and its page shows what is around it. */
const LATER_MS = 2 * HOUR

/** Whether the result is in for so long that the page shows the draws around it. */
export const isLater = ({ draw, resultAt }: DrawPage, now: number): boolean =>
  draw !== null && (resultAt === null || now >= resultAt + LATER_MS)

interface Props {
  page: DrawPage
  now: number
  arrival: Arrival
  /** Rings the winning ball in a place. */
  isHit?: (place: number) => boolean
  /** For the public page: balls without links, and no seconds that nothing counts down. */
  unlinked?: boolean
  /** Beside the name, such as the tag of sample data. */
  children?: ReactNode
}

/** The head of a draw. It has the same height before, at and after the result, and a ball replaces its own circle. */
export function DrawHead({ page, now, arrival, isHit, unlinked = false, children }: Props) {
  const { game, date, schedule, draw } = page
  const state = dayState(schedule, draw, now)
  const later = state === 'result-in' && isLater(page, now)
  const serial = draw?.serial ? `draw ${draw.serial}` : ''
  const source = later ? serial : formatDayMonth(date)
  const hasNumbers = draw !== null && draw.winning.length > 0
  return (
    <section aria-label={drawTitle(page)} className="draw on-deep">
      <div className="draw-top">
        <div>
          <p>{[game.operator, source].filter(Boolean).join(', ')}</p>
          <h1 tabIndex={-1}>{game.name}</h1>
          {children}
        </div>
        <HeadState page={page} state={state} later={later} now={now} isStill={unlinked} />
      </div>
      <div className={arrival === 'settling' ? 'settle' : undefined}>
        {hasNumbers ? (
          <BallSet
            type="winning"
            numbers={draw.winning}
            size={52}
            unlinked={unlinked}
            {...(isHit && arrival !== 'settling' && { isHit })}
          />
        ) : (
          <BallsToCome type="winning" size={52} />
        )}
      </div>
      {hasNumbers && draw.machine.length > 0 ? (
        <BallSet type="machine" numbers={draw.machine} size={36} letter unlinked={unlinked} />
      ) : (
        <>
          {hasNumbers && <p className="visually-hidden">Machine numbers not in yet</p>}
          <BallsToCome type="machine" size={36} letter />
        </>
      )}
    </section>
  )
}

/** Holds the place of the head while a draw loads. */
export function DrawPlace() {
  return (
    <div className="draw on-deep">
      <p role="status" className="draw-top">
        {MESSAGES.loading}
      </p>
      <BallsToCome type="winning" size={52} />
      <BallsToCome type="machine" size={36} letter />
    </div>
  )
}

interface StateProps extends Pick<Props, 'page' | 'now'> {
  state: DayState
  later: boolean
  /** Without script. */
  isStill: boolean
}

/** What the draw waits for, or when its result came. */
function HeadState({ page, state, later, now, isStill }: StateProps) {
  const { schedule, date, movedTo, resultAt } = page
  if (movedTo) return <p className="draw-state">Moved to {formatDate(movedTo)}</p>
  if (state === 'result-in')
    return (
      <p className="draw-state">
        {/* Two lines, as every other state has. */}
        {later ? (
          <time dateTime={date}>
            {formatDayMonth(date)} <small>{date.slice(0, 4)}</small>
          </time>
        ) : (
          <>
            Result in <small>at {clockOf(resultAt!)}</small>
          </>
        )}
      </p>
    )
  if (!schedule || state === 'no-draw') return <p className="draw-state">{stateText(state, schedule, now)}</p>
  if (state === 'open' || state === 'closing-soon')
    return isStill ? (
      <p className="draw-state draw-waits">closes {clockOf(schedule.closesAt)}</p>
    ) : (
      <TimeLeft closesAt={schedule.closesAt} />
    )
  return (
    <p className="draw-state draw-waits">
      {stateText(state, schedule, now)}
      <small>usually in by {clockOf(schedule.expectedAt)}</small>
    </p>
  )
}

/** The time to the close. Without script it would stop, so only the close is shown. */
function TimeLeft({ closesAt }: { closesAt: number }) {
  const now = useNow(1000)
  return (
    <div className="draw-state draw-waits">
      {/* The role has no live region, so the seconds are not announced. */}
      <span role="timer" className="script-only draw-left">
        {formatCountdown(closesAt - now)}
      </span>
      <small>closes {clockOf(closesAt)}</small>
    </div>
  )
}

const clockOf = (instant: number) => formatClock(lagosMinutes(instant))
