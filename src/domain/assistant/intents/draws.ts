import { dayOf, formatDate, yearOf } from '../../base/calendar.ts'
import { DRAW_LIMITS } from '../../base/balls.ts'
import { dateAt, firstOnOrAfter, type GameDraws, isDrawn, machineAt, winningAt } from '../../draws/history.ts'
import { PATHS } from '../../site/paths.ts'
import { SEARCH_LIMITS } from '../../draws/search-address.ts'
import { type Asked, type Context, intent, isLack, lack, missing, SCOPE, withScope } from './intent.ts'
import { has, type Reading } from '../read/reading.ts'
import { rowOf } from '../parts/rows.ts'
import { timeOf } from '../parts/scope.ts'
import type { Link, Slots } from '../read/types.ts'
import { drawsWords, gameWords, lastDrawWords, nameOf } from '../parts/words.ts'
import { itemAt } from '../../base/lists.ts'

export const isAboutDraws = (reading: Reading) =>
  reading.numbers.length === 0 && reading.relations.length === 0

/** "It" without a game: the game of a question before, which is missing. */
export const isPronoun = ({ words, games, operator, allGames }: Reading) =>
  (words.has('it') || words.has('they')) && games.length === 0 && operator === undefined && !allGames

/** The draws of a question, in the order in which they were drawn. */
export const draw = intent({
  key: 'draw',
  plan: 'free',
  when: (reading) => isAboutDraws(reading) && !has(reading, 'COUNT', 'MOST', 'HOT', 'LEAST'),
  asks: [
    'RESULT|WHAT|WHICH_ONE|DRAW|COME|NUMBERS|WIN|LAST|EVENT_WORD',
    ({ sameEvent, last, event }) => sameEvent || last !== undefined || event !== undefined,
    ({ games, periods }) => games.length > 0 && periods.some(({ unit }) => unit === 'day'),
  ],
  may: 'WHEN THAT_GAME WHICH_GAMES',
  uses: ['place', 'quantity', 'sameEvent', ...SCOPE],
  read(given, context) {
    const reading = asksForNewest(given) ? { ...given, last: 1 } : given
    const { periods, last, event, weekday } = reading
    const slots = withScope(reading, context, { ...(reading.sameEvent && { sameEventLastYear: true }) })
    if (isLack(slots)) return slots
    if (isPronoun(reading)) return missing('game', slots)
    // "The five winning numbers".
    if ((reading.quantity ?? DRAW_LIMITS.ballsPerSet) !== DRAW_LIMITS.ballsPerSet)
      return lack('not-understood', slots)
    const isBare = periods.length === 0 && last === undefined && event === undefined
    if (isBare) return missing(reading.games.length === 0 ? 'game' : 'period', slots)
    // "When was it drawn" has an answer only for one draw.
    if (has(reading, 'WHEN') && last !== 1 && event === undefined) return lack('not-understood', slots)
    const isUnclear = has(reading, 'WHICH_GAMES') || (weekday !== undefined && last !== undefined)
    return isUnclear || !isClearList(reading, context) ? lack('ambiguous', slots) : slots
  },
  value({ slots, scope, data }) {
    return scope
      .flatMap(({ draws, at }) =>
        (slots.sameEventLastYear ? at.flatMap((i) => sameEventLastYear(draws, i)) : at).map((i) => ({
          game: draws.game,
          date: dateAt(draws, i),
          winning: winningAt(draws, i),
          machine: machineAt(draws, i),
          close: timeOf(draws, i, data).close,
        })),
      )
      .sort((a, b) => (a.date === b.date ? a.close - b.close : a.date < b.date ? -1 : 1))
      .map(({ close: _, ...drawn }) => drawn)
  },
  say(draws, { data }) {
    const [only] = draws
    if (!only) return { figure: 'No draw is on record' }
    if (draws.length > 1) return { figure: drawsWords(draws.length) }
    return { figure: `${nameOf(only.game, data)}, ${formatDate(only.date)}` }
  },
  question({ period, games: keys, sameEventLastYear }, scope, games) {
    const [key] = keys ?? []
    const game = key === undefined ? '' : gameWords(key, games)
    const event = sameEventLastYear ? 'Same event last year as ' : ''
    if (period && 'last' in period)
      return period.last === 1
        ? `${event || 'What was '}the ${lastDrawWords(period, game)} ${game ? '' : scope}`
        : `${event}Show the ${lastDrawWords(period, game)}`
    if (period && 'event' in period) return `Result of ${game} event ${period.event} in ${period.year}`
    return `Show the results ${scope}`
  },
  rows(asked, { data }) {
    const days = new Set(asked.map(({ date }) => date))
    const ordered = days.size > 1 ? [...asked].reverse() : asked
    const draws = ordered.slice(0, SEARCH_LIMITS.pageRows).flatMap(({ game, date }) => {
      const all = data.history.games.get(game)
      return all ? [rowOf({ draws: all, i: firstOnOrAfter(all, dayOf(date)) }, data)] : []
    })
    return { marked: [], total: asked.length, draws }
  },
  screen: dayScreen,
  // All games of three months, or a game of five years.
  mostDraws: 500,
})

/** "The last Ghana draw", "wetin play last": the newest draw. "Latest results" may be those of a day. */
const asksForNewest = ({ marks, words, games, periods, last, event }: Reading) =>
  marks.has('LAST') &&
  !marks.has('WHEN') &&
  games.length < 2 &&
  periods.length === 0 &&
  last === undefined &&
  event === undefined &&
  !['results', 'draws', 'numbers', 'ball', 'number'].some((word) => words.has(word))

/** A long list must be asked for as results or draws: "which numbers came in 2024" may ask for the most frequent. */
function isClearList(reading: Reading, { today }: Context): boolean {
  const [period] = reading.periods
  if (!period) return true
  const isToday = period.unit === 'day' && period.from === today
  if (isToday && !has(reading, 'RESULT', 'WHAT', 'COME')) return false
  const isShort = period.unit === 'day' || period.unit === 'week' || reading.event !== undefined
  return isShort || has(reading, 'RESULT', 'DRAW')
}

/** The draw with the same event number a year before, when both years have that number exactly once. */
function sameEventLastYear(draws: GameDraws, i: number): number[] {
  const serial = itemAt(draws.serials, i)
  if (serial === 0) return []
  const year = yearOf(dateAt(draws, i))
  const withSerial = (wanted: number) => {
    const found: number[] = []
    for (let j = 0; j < draws.length; j++)
      if (draws.serials[j] === serial && isDrawn(draws, j) && yearOf(dateAt(draws, j)) === wanted)
        found.push(j)
    return found
  }
  const before = withSerial(year - 1)
  return withSerial(year).length === 1 && before.length === 1 ? before : []
}

function dayScreen({ period }: Slots): Link | null {
  if (!period || !('from' in period) || !period.from || period.from !== period.to) return null
  return { path: `${PATHS.dayResult}?date=${period.from}`, text: 'Day Result' }
}

/** "How many times" counts comings of a number. */
const asksTimes = ({ words }: Reading) =>
  ['time', 'times', 'often', 'frequency'].some((word) => words.has(word))

/** How many draws were held. */
export const drawCount = intent({
  key: 'draw-count',
  plan: 'free',
  // "How many numbers in a draw" counts no draws.
  when: (reading) => isAboutDraws(reading) && !has(reading, 'NUMBERS', 'NUMBER'),
  asks: ['HOW_MANY_DRAWS', (reading) => has(reading, 'COUNT') && has(reading, 'DRAW') && !asksTimes(reading)],
  may: 'COUNT DRAW RESULT THAT_GAME',
  uses: SCOPE,
  read: (reading, context) => withScope(reading, context, {}),
  value: ({ scope }: Asked) => scope.reduce((sum, { at }) => sum + at.length, 0),
  say: (draws) => ({ figure: drawsWords(draws) }),
  question: (_, scope) => `How many draws were held ${scope}`,
})
