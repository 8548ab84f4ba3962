import type { ReactNode } from 'react'
import { formatDate, formatInstant } from '../../domain/base/calendar.ts'
import { NOTES } from '../../domain/base/messages.ts'
import { knownAs } from '../../domain/draws/operators.ts'
import { SLIP } from '../../domain/share/other-sites.ts'
import { drawOfDay, PATHS, publicDrawPath, publicResultsPath } from '../../domain/site/paths.ts'
import type { AnswerOf } from '../api/call.ts'
import { PublicDrawRow } from '../draws/public-draw-row.tsx'
import { itemAt, present } from '../../domain/base/lists.ts'

export type SlipResults = Omit<AnswerOf<'GET /api/public/results'>, 'whatsApp'>

interface Props {
  results: SlipResults
  /** APP_URL, because the slip is within a page of another site. */
  home: string
}

/** The game of a slip about one game or one draw. */
const onlyGame = ({ day, game, games }: SlipResults) =>
  game
    ? present(games.find(({ key }) => key === game.key))
    : day!.games === 1 && games.length === 1
      ? itemAt(games, 0)
      : null

/** The heading of a slip. */
export function slipTitle(results: SlipResults): string {
  const only = onlyGame(results)
  if (only) return `${only.name} ${results.day ? 'result' : 'results'}`
  return results.day!.date === results.today ? 'Results today' : 'Results'
}

/** The page with the same results. */
function pathOf({ day, today, ...results }: SlipResults): string {
  const only = onlyGame({ day, today, ...results })
  if (only) return day ? publicDrawPath(drawOfDay(only.key, day.date)) : publicResultsPath(only.key)
  return day!.date === today ? PATHS.results : publicResultsPath(day!.date)
}

/** The results for a page of another site: no script, and every link opens our page in a new tab. */
export function Slip({ results, home }: Props) {
  const { day, draws, games, sample, readAt } = results
  const shown = day ? draws : draws.slice(0, SLIP.draws)
  const only = onlyGame(results)
  const gameOf = (key: string) => present(games.find((one) => one.key === key))
  const named = only ? [only] : shown.length > 0 ? shown.map((draw) => gameOf(draw.game)) : games
  const operators = [...new Set(named.map(({ operator }) => operator))]
  const path = pathOf(results)
  return (
    <>
      <SlipHead title={slipTitle(results)}>
        <p className="text-on-deep-quiet">
          {day ? formatDate(day.date) : operators[0]}
          {day && !only && `, ${shown.length} of ${day.games} in`}
        </p>
      </SlipHead>
      <main className="px-3 md:px-0">
        {shown.length === 0 && <p className="py-6">No result yet.</p>}
        <ol className="draw-rows">
          {shown.map((draw) => {
            const { name, operator, colour } = gameOf(draw.game)
            return (
              <PublicDrawRow
                key={`${draw.game} ${draw.date}`}
                {...draw}
                operator={operator}
                colour={colour}
                title={day ? name : formatDate(draw.date)}
                {...(day && { note: operator })}
                path={home + publicDrawPath(drawOfDay(draw.game, draw.date))}
                isAway
              />
            )
          })}
        </ol>
      </main>
      <footer className="p-3 text-xs text-quiet">
        {sample && <p>{NOTES.sample}</p>}
        <p>
          Read at <time dateTime={new Date(readAt).toISOString()}>{formatInstant(readAt)}</time>, Lagos time.
        </p>
        <p>
          <strong>{NOTES.adults}</strong> Not run by {operators.map(knownAs).join(' or ')}: only the
          operator’s own list counts.
        </p>
        <Away to={home + path}>{`Lotto Forecast, ${new URL(home).host}${path}`}</Away>
      </footer>
    </>
  )
}

/** The slip of an address without results. */
export const NoSlip = ({ home }: Pick<Props, 'home'>) => (
  <>
    <SlipHead title="No such results" />
    <main className="p-3">
      <p>There are no results of such a game, day or draw.</p>
      <Away to={home + PATHS.results}>Results today</Away>
    </main>
  </>
)

const SlipHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className="bg-deep px-3 py-2.5 text-sm text-on-deep">
    <h1 className="text-lg leading-tight font-bold">{title}</h1>
    {children}
  </header>
)

function Away({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener" className="link tap wrap-anywhere">
      {children}
    </a>
  )
}
