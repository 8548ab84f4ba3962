import { present } from '../../platform/rules/base/lists.ts'
import { addDays, formatDate, formatLongDate } from '../../platform/rules/base/calendar.ts'
import { inTitle } from '../rules/operators.ts'
import { daySentence, drawSentence, resultTitle } from '../rules/draw-text.ts'
import { PATHS, publicResultsPath, publicYearPath } from '../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import type { Trail } from '../../platform/web/site/page.ts'

export type Results = AnswerOf<'GET /api/public/results'>

export const gameOf = ({ games }: Results, key: string) => present(games.find((game) => game.key === key))

/** The operators of the shown draws, of today also of those to come; of all games where there are none. */
export function operatorsOf({ draws, games, game, start }: Results, last: Results['draws'] = []): string[] {
  const results = [...draws, ...(start?.times ?? []), ...last]
  const keys = game ? [game.key] : results.map((draw) => draw.game)
  const shown = games.filter(({ key }) => keys.length === 0 || keys.includes(key))
  return [...new Set(shown.flatMap(({ operator }) => operator || []))]
}

/** As people search: operator with its people's name, game and day. */
export function titleOf(results: Results): string {
  const { today, day, game, draws } = results
  const operators = inTitle(operatorsOf(results))
  if (day) return `${operators} results${day.date === today ? ' today' : ''}, ${formatLongDate(day.date)}`
  const its = gameOf(results, game!.key)
  if (game!.year === null && draws[0]) return resultTitle(its, draws[0].date, { today })
  return `${operators} ${its.name} results${game!.year === null ? '' : ` of ${game!.year}`}`
}

export function descriptionOf(results: Results): string {
  const { game, start } = results
  const draws = start?.last?.draws ?? results.draws
  const [first] = draws
  if (!first) return 'No results yet'
  if (game?.year) return `Winning and machine numbers of ${draws.length} draws, with date and serial number.`
  if (game) return `${formatDate(first.date)}. ${drawSentence(first)}`
  const named = draws.map((draw) => ({ name: gameOf(results, draw.game).name, draw }))
  const corrected = named.flatMap(({ name, draw }) => (draw.corrected ? [name] : []))
  const note = corrected.length > 0 ? [`Corrected: ${corrected.join(', ')}`] : []
  return [...note, daySentence({ date: first.date, games: named })].join('. ')
}

/** The heading of a day. The page of today shows the last day with results until its own first one. */
export function dayTitle({ day, today, start }: Results): string {
  if (start?.last) return start.last.date === addDays(today, -1) ? 'Last night' : 'Latest results'
  return day?.date === today ? 'Results today' : 'Results'
}

/** The pages above this one, and itself. */
export function trailOf({ day, game, games, today }: Results): Trail {
  const name = games.find(({ key }) => key === game?.key)?.name
  return [
    [PATHS.results, 'Results today'],
    ...(day && day.date !== today ? [[publicResultsPath(day.date), formatDate(day.date)] as const] : []),
    ...(game ? [[publicResultsPath(game.key), name!] as const] : []),
    ...(game?.year ? [[publicYearPath(game.key, game.year), String(game.year)] as const] : []),
  ]
}
