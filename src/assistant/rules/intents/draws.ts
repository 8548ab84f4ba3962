import {
  dayOf,
  formatDate,
  yearOf,
  addDays,
  formatClock,
  instantAt,
  lagosDate,
  type LagosDate,
  parseDate,
  weekdayOf,
  WEEKDAYS,
} from '../../../platform/rules/base/calendar.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import {
  dateAt,
  firstOnOrAfter,
  type GameDraws,
  isDrawn,
  machineAt,
  winningAt,
} from '../../../draws/rules/history.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { SEARCH_LIMITS } from '../../../platform/rules/site/search-address.ts'
import * as kind from './intent.ts'
import { has, type Reading, names } from '../read/reading.ts'
import { drawRowOf } from '../parts/rows.ts'
import { timeOf, gamesOf } from '../parts/scope.ts'
import { type Link, type Slots, shortWeekday } from '../read/types.ts'
import { drawsWords } from '../../../platform/rules/base/words.ts'
import * as words from '../parts/words.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { slotOn } from '../../../draws/rules/draw-calendar.ts'
import { type Game, weeklySlotOn } from '../../../draws/rules/games.ts'

const isAboutDraws = (reading: Reading) => reading.numbers.length === 0 && reading.relations.length === 0

/** "It" without a game: the game of a question before, which is missing. */
const isPronoun = ({ words, games, operator, allGames }: Reading) =>
  (words.has('it') || words.has('they')) && games.length === 0 && operator === undefined && !allGames

/** The draws of a question, in the order in which they were drawn. */
export const draw = kind.intent({
  key: 'draw',
  plan: 'free',
  when: (reading) => isAboutDraws(reading) && !has(reading, 'COUNT', 'MOST', 'HOT', 'LEAST'),
  asks: [
    'RESULT|WHAT|WHICH_ONE|DRAW|COME|NUMBERS|WIN|LAST|EVENT_WORD',
    ({ sameEvent, last, event }) => sameEvent || last !== undefined || event !== undefined,
    ({ games, periods }) => games.length > 0 && periods.some(({ unit }) => unit === 'day'),
  ],
  may: 'WHEN THAT_GAME WHICH_GAMES',
  uses: ['place', 'quantity', 'sameEvent', ...kind.SCOPE],
  read(given, context) {
    const reading = asksForNewest(given) ? { ...given, last: 1 } : given
    const { periods, last, event, weekday } = reading
    const slots = kind.withScope(reading, context, { ...(reading.sameEvent && { sameEventLastYear: true }) })
    if (kind.isLack(slots)) return slots
    if (isPronoun(reading)) return kind.missing('game', slots)
    // "The five winning numbers".
    if ((reading.quantity ?? DRAW_LIMITS.ballsPerSet) !== DRAW_LIMITS.ballsPerSet)
      return kind.lack('not-understood', slots)
    const isBare = periods.length === 0 && last === undefined && event === undefined
    if (isBare) return kind.missing('period', slots)
    // "When was it drawn" has an answer only for one draw.
    if (has(reading, 'WHEN') && last !== 1 && event === undefined) return kind.lack('not-understood', slots)
    const isUnclear = has(reading, 'WHICH_GAMES') || (weekday !== undefined && last !== undefined)
    return isUnclear || !isClearList(reading, context) ? kind.lack('ambiguous', slots) : slots
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
    return { figure: `${words.nameOf(only.game, data)}, ${formatDate(only.date)}` }
  },
  question({ period, games: keys, sameEventLastYear }, scope, games) {
    const [key] = keys ?? []
    const game = key === undefined ? '' : words.gameWords(key, games)
    const event = sameEventLastYear ? 'Same event last year as ' : ''
    if (period && 'last' in period)
      return period.last === 1
        ? `${event || 'What was '}the ${words.lastDrawWords(period, game)} ${game ? '' : scope}`
        : `${event}Show the ${words.lastDrawWords(period, game)}`
    if (period && 'event' in period) return `Result of ${game} event ${period.event} in ${period.year}`
    return `Show the results ${scope}`
  },
  rows(asked, { data }) {
    const days = new Set(asked.map(({ date }) => date))
    const ordered = days.size > 1 ? [...asked].reverse() : asked
    const draws = ordered.slice(0, SEARCH_LIMITS.pageRows).flatMap(({ game, date }) => {
      const all = data.history.games.get(game)
      return all ? [drawRowOf({ draws: all, i: firstOnOrAfter(all, dayOf(date)) }, data)] : []
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
function isClearList(reading: Reading, { today }: kind.Context): boolean {
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
export const drawCount = kind.intent({
  key: 'draw-count',
  plan: 'free',
  // "How many numbers in a draw" counts no draws.
  when: (reading) => isAboutDraws(reading) && !has(reading, 'NUMBERS', 'NUMBER'),
  asks: ['HOW_MANY_DRAWS', (reading) => has(reading, 'COUNT') && has(reading, 'DRAW') && !asksTimes(reading)],
  may: 'COUNT DRAW RESULT THAT_GAME',
  uses: kind.SCOPE,
  read: (reading, context) => kind.withScope(reading, context, {}),
  value: ({ scope }: kind.Asked) => scope.reduce((sum, { at }) => sum + at.length, 0),
  say: (draws) => ({ figure: drawsWords(draws) }),
  question: (_, scope) => `How many draws were held ${scope}`,
})

/** When games close: their weekly times, or the next close. */
export const schedule = kind.intent({
  key: 'schedule',
  plan: 'free',
  when: isAboutDraws,
  asks: [asksNext, asksForTimes],
  may: 'NEXT NEXT_DRAW EVENT_WORD TIME SCHEDULE CLOSE WHEN WHICH_GAMES WHAT DRAW WHICH_ONE FUTURE THAT_GAME',
  uses: ['games', 'weekday', 'periods'],
  read(reading, context) {
    if (has(reading, 'NEXT', 'NEXT_DRAW'))
      return isPronoun(reading)
        ? kind.missing('game', { ask: 'next' })
        : kind.withScope(reading, context, { ask: 'next' })
    const slots: Slots = { ...kind.gameSlots(reading, context), ask: 'times' }
    const isOfNoDay = reading.periods.length === 0 && !reading.weekday
    if ((has(reading, 'THAT_GAME') && reading.games.length === 0) || isPronoun(reading))
      return kind.missing('game', slots)
    // "When is the draw": of which game.
    const isOfNone = has(reading, 'DRAW') && !names(reading, 'games') && !has(reading, 'WHICH_GAMES', 'GAMES')
    if (isOfNone && isOfNoDay) return kind.missing('game', slots)
    // "When will Bingo play" may ask for the next draw or for the weekly times.
    if (has(reading, 'FUTURE') && isOfNoDay) return kind.lack('ambiguous', slots)
    return isOfNoDay ? slots : onWeekday(reading, slots, context)
  },
  value: ({ slots, data }: kind.Asked, now) => {
    const keys = gamesOf(slots, data)
    const games = data.games.filter(({ key }) => keys.includes(key))
    return slots.ask === 'next' ? nextClose(games, slots, now) : weeklyCloses(games, slots, now)
  },
  say(found, { data }) {
    if (!found) return { figure: 'None in the next week' }
    if (!Array.isArray(found)) {
      const [date, time] = found.at.split('T') as [string, string]
      const notes = ['Bets close at this time. The result follows after the draw.']
      return {
        figure: `${words.nameOf(found.game, data)}, ${formatDate(present(parseDate(date)))}, ${time}`,
        notes,
      }
    }
    const games = [...new Set(found.map(({ game }) => game))]
    const timesOf = (game: string) =>
      found
        .filter((time) => time.game === game)
        .map(({ day, closes }) => `${day} ${closes}`)
        .join(', ')
    const [first] = games
    if (first === undefined) return { figure: 'None' }
    const notes = ['Bets close at these times, Lagos time.']
    if (games.length === 1) return { figure: `${words.nameOf(first, data)}: ${timesOf(first)}`, notes }
    const lines = games.map((game) => words.line(words.nameOf(game, data), timesOf(game)))
    return { figure: `${games.length} games`, lines, notes }
  },
  question(slots, scope, games) {
    const keys = slots.games ?? []
    const named = keys.map((key) => words.gameWords(key, games))
    if (slots.ask === 'next')
      return keys.length > 0
        ? `When is the next draw of ${words.listed(named, 'and')} ${words.weekdayWords(slots)}`
        : `What is the next draw ${scope}`
    return keys.length > 0
      ? `When does ${words.listed(named, 'and')} play ${words.weekdayWords(slots)}`
      : `Which games play ${words.weekdayWords(slots)} ${words.gamesWords(slots, games)}`
  },
  links: [{ path: PATHS.overview, text: 'Today’s draws' }],
})

function asksNext(reading: Reading): boolean {
  return (
    has(reading, 'NEXT', 'NEXT_DRAW') &&
    !has(reading, 'RESULT', 'NUMBERS', 'NUMBER') &&
    reading.periods.length === 0
  )
}

const PAST_WORDS = ['did', 'was', 'were', 'played', 'drew', 'drawn', 'came', 'dropped']

/** Whether the weekly times are asked for. "Time" alone is no question: it needs a game, a draw or a day. */
function asksForTimes(reading: Reading): boolean {
  const { words, weekday, periods, games } = reading
  const isOfDay = weekday !== undefined || periods.length > 0
  const isOfOneDay = weekday !== undefined || periods.length === 1
  const namesTime =
    names(reading, 'games') ||
    has(reading, 'DRAW', 'COME') ||
    (isOfDay && has(reading, 'WHICH_GAMES', 'GAMES', 'SCHEDULE', 'CLOSE'))
  if (!namesTime || has(reading, 'NEXT', 'NEXT_DRAW', 'EVENT_WORD')) return false
  if (PAST_WORDS.some((word) => words.has(word))) return false
  // "Is Aseda on Sundays", "any game today".
  const isYesNo =
    names(reading, 'games') &&
    isOfDay &&
    ['is', 'are', 'any'].some((word) => words.has(word)) &&
    !has(reading, 'WHAT', 'RESULT')
  return (
    isYesNo ||
    has(reading, 'TIME', 'SCHEDULE', 'CLOSE', 'WHEN', 'WHICH_GAMES') ||
    (isOfOneDay && has(reading, 'GAMES', 'DRAW')) ||
    (isOfOneDay && games.length > 0 && has(reading, 'COME') && !has(reading, 'WHAT'))
  )
}

/** A date is given as its weekday. Only today and later days have a schedule. */
function onWeekday({ periods, weekday }: Reading, slots: Slots, { today }: kind.Context): Slots | kind.Lack {
  const [period] = periods
  if (period && weekday) return kind.lack('ambiguous', slots)
  if (weekday) return { ...slots, weekday: shortWeekday(weekday) }
  const isDay = periods.length === 1 && period?.unit === 'day' && !period.problem
  const day = isDay && period.from
  return day && day >= today ? { ...slots, weekday: weekdayOn(day) } : kind.lack('missing', slots)
}

const DAYS_OF_WEEK = 7

const weekdayOn = (date: LagosDate) => shortWeekday(weekdayOf(date))
const daysFrom = (now: number, count: number) =>
  Array.from({ length: count }, (_, i) => addDays(lagosDate(now), i))

/** The weekly closes, game by game, in the calendar that is valid in the week from today on. */
function weeklyCloses(games: readonly Game[], { weekday }: Slots, now: number) {
  const days = daysFrom(now, DAYS_OF_WEEK)
  days.sort((a, b) => WEEKDAYS.indexOf(weekdayOf(a)) - WEEKDAYS.indexOf(weekdayOf(b)))
  return games.flatMap((game) =>
    days.flatMap((date) => {
      const slot = weeklySlotOn(game, date)
      const day = weekdayOn(date)
      if (!slot || (weekday && weekday !== day)) return []
      return [{ game: game.key, day, closes: formatClock(slot.close) }]
    }),
  )
}

/** The next close after `now`, in Lagos time without an offset; null without one in the next week. */
function nextClose(games: readonly Game[], { weekday }: Slots, now: number) {
  const closes = games.flatMap((game) =>
    daysFrom(now, DAYS_OF_WEEK + 1).flatMap((date) => {
      const slot = slotOn(game, date)
      if (!slot || instantAt(date, slot.close) <= now) return []
      if (weekday && weekday !== weekdayOn(date)) return []
      return [{ game: game.key, at: `${date}T${formatClock(slot.close)}` }]
    }),
  )
  return closes.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))[0] ?? null
}
