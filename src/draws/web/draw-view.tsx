import type { ReactNode } from 'react'
import {
  capitalised,
  formatDayMonth,
  formatInstant,
  type LagosDate,
} from '../../platform/rules/base/calendar.ts'
import { decimal } from '../../platform/rules/base/words.ts'
import {
  drawOfDay,
  drawPath,
  PATHS,
  publicDrawPath,
  publicResultsPath,
} from '../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { Ball, BallSet } from '../../platform/web/ui/ball.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { LEFT, RIGHT } from '../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { luckScale } from '../rules/luck/luck-bar.ts'
import { WAIT_BY_LUCK } from '../rules/luck/waits.ts'
import type { DrawPage } from './draw-head.tsx'
import { LuckBar, LuckKey } from './luck-bar.tsx'

/** Players see the reason too. */
type Correction = AnswerOf<'GET /api/public/draws/:draw'>['corrections'][number] & { reason?: string }

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
