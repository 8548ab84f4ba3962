import type { ComponentType, ReactNode } from 'react'
import { formatDate, formatMonth } from '../../../platform/rules/base/calendar.ts'
import { NOTES } from '../../../platform/rules/base/messages.ts'
import type { LuckFigure } from '../../../draws/rules/luck/luck-bar.ts'
import { drawsWords, formatCount, times } from '../../../platform/rules/base/words.ts'
import { numberSearchPath } from '../../../draws/rules/number-links.ts'
import { numberPath, PATHS } from '../../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { buttonClasses } from '../../../platform/web/ui/button.tsx'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { LuckBar } from '../../../draws/web/luck-bar.tsx'
import { PLUS } from '../../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'

export type Facts = AnswerOf<'GET /api/numbers/:number'>

/** A link to another number: the sheet shows it in place, the page navigates. */
export type NumberLink = ComponentType<{ number: number; className: string; children: string }>

export const numberAddress = (number: number) => `/api/numbers/${number}`

/** How often a number came and how long it has waited, each beside luck. */
export function LuckFigures({ facts: { count, draws, from, expected, usual, waited } }: { facts: Facts }) {
  const since = from === null ? '' : ` since ${formatMonth(from).replace(/^(\w{3})\w*/, '$1')}`
  return (
    <>
      <LuckLine count={`Came ${times(formatCount(count))}`} value={count} mean={expected} {...usual}>
        in {drawsWords(draws)}
        {since}
      </LuckLine>
      <LuckLine count={drawsWords(waited.value)} few={false} {...waited}>
        {count > 0 ? 'since it came' : 'without it'}
      </LuckLine>
    </>
  )
}

interface LuckLineProps extends LuckFigure {
  /** The value with its unit. */
  count: string
  few?: boolean
  /** The sample. */
  children: ReactNode
}

function LuckLine({ count, children, ...bar }: LuckLineProps) {
  return (
    <div className="flex flex-wrap gap-x-3 pt-1.5">
      <p className="w-38 leading-tight">
        <b className="block">{count}</b>
        <small className="block text-xs text-quiet">{children}</small>
      </p>
      <div className="flex-[1_1_10rem]">
        <LuckBar ends {...bar} />
      </div>
    </div>
  )
}

/** The nine relatives in a ruled grid. A cell that is not a ball is plain text. */
export function Relatives({ facts, Link }: { facts: Facts; Link: NumberLink }) {
  return (
    <dl className="my-3 grid grid-cols-[repeat(auto-fit,minmax(max(5.75rem,30%),1fr))] overflow-hidden rounded-lg border border-line bg-sheet">
      {facts.relatives.map(({ name, cell, ball }) => (
        <div
          key={name}
          className="relative -mr-px -mb-px flex min-h-11 flex-wrap items-center gap-x-0.5 border-r border-b border-line px-1.5 max-[21rem]:px-1"
        >
          <dt className="text-xs text-quiet">{name}</dt>
          <dd className="ml-auto font-bold">
            {ball === null ? (
              cell
            ) : (
              <Link number={ball} className="link after:absolute after:inset-0">
                {cell}
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The games of a number. With large text the table scrolls in its own box. */
export function FactsTable({ children }: { children: ReactNode }) {
  return (
    <div className="scroller" role="region" aria-label="Last played, by game" tabIndex={0}>
      <table className="facts-table w-full text-sm">{children}</table>
    </div>
  )
}

/** What to do with a number. The page of a number adds a button. */
export function NumberActions({ number, children }: { number: number; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      <PageLink to={numberSearchPath(number)} className={buttonClasses('main')}>
        Search {number}
      </PageLink>
      <PageLink to={`${PATHS.slipAdd}?numbers=${number}`} className={buttonClasses('plain')}>
        <IconPath path={PLUS} />
        My slip
      </PageLink>
      {children}
    </div>
  )
}

/** The note that ends every view of a number. */
export const OddsNote = () => <p className="mt-2.5 text-xs text-quiet">{NOTES.odds}</p>

/** The date on which a number was last played in a game. */
export const lastPlayed = ({ last }: Facts['games'][number]) => (last ? formatDate(last) : 'Never')

/** A plain link, which the sheet's listener takes over. */
export const PlainNumberLink: NumberLink = ({ number, children, className }) => (
  <a href={numberPath(number)} className={className}>
    {children}
  </a>
)
