import { formatDate, formatInstant } from '../../domain/base/calendar.ts'
import { NOTES } from '../../domain/base/messages.ts'
import { DRAW_TYPES } from '../../domain/base/balls.ts'
import { knownAs } from '../../domain/draws/operators.ts'
import { SLIP } from '../../domain/share/other-sites.ts'
import { drawOfDay, PATHS, publicDrawPath, publicResultsPath } from '../../domain/site/paths.ts'
import type { AnswerOf } from '../api/call.ts'
import { stripeOf } from '../draws/operator.tsx'
import { BallSet } from '../ui/ball.tsx'
import { itemAt } from '../../domain/base/lists.ts'

export type SlipResults = AnswerOf<'GET /api/public/results'>

interface Props {
  results: SlipResults
  /** APP_URL, because the slip is within a page of another site. */
  home: string
}

/** The game of a slip about one game or one draw. */
const onlyGame = ({ day, game, games }: SlipResults) =>
  game
    ? games.find(({ key }) => key === game.key)!
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
  const gameOf = (key: string) => games.find((one) => one.key === key)!
  const named = only ? [only] : shown.length > 0 ? shown.map((draw) => gameOf(draw.game)) : games
  const operators = [...new Set(named.map(({ operator }) => operator))]
  const path = pathOf(results)
  return (
    <>
      <header>
        <h1>{slipTitle(results)}</h1>
        <p>
          {day ? formatDate(day.date) : operators[0]}
          {!only && `, ${shown.length} of ${day!.games} in`}
        </p>
      </header>
      <main>
        {shown.length === 0 && <p className="none">No result yet.</p>}
        <ol>
          {shown.map((draw) => {
            const { name, operator, colour } = gameOf(draw.game)
            const facts = [
              ...(day ? [operator] : []),
              ...(draw.serial === null ? [] : [`draw ${draw.serial}`]),
              ...(draw.state === 'unconfirmed' ? ['unconfirmed'] : []),
              ...(draw.corrected ? ['corrected'] : []),
            ]
            return (
              <li key={`${draw.game} ${draw.date}`} className={`stripe ${stripeOf(operator, colour)}`}>
                <div>
                  <Away to={home + publicDrawPath(drawOfDay(draw.game, draw.date))}>
                    {day ? name : formatDate(draw.date)}
                  </Away>
                  <small>{facts.join(', ')}</small>
                </div>
                {draw.winning.length === 0 ? (
                  <p>No draw</p>
                ) : (
                  <div>
                    {DRAW_TYPES.map(
                      (type) =>
                        draw[type].length > 0 && (
                          <BallSet key={type} type={type} numbers={draw[type]} letter unlinked />
                        ),
                    )}
                  </div>
                )}
              </li>
            )
          })}
        </ol>
      </main>
      <footer>
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
    <header>
      <h1>No such results</h1>
    </header>
    <main className="none">
      There are no results of such a game, day or draw. <Away to={home + PATHS.results}>Results today</Away>
    </main>
  </>
)

function Away({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
    </a>
  )
}
