import {
  formatDate,
  addDays,
  formatClock,
  instantAt,
  lagosDate,
  type LagosDate,
  parseDate,
  weekdayOf,
  WEEKDAYS,
} from '../../../platform/rules/base/calendar.ts'
import { dateAt, machineAt, winningAt } from '../../../draws/rules/history.ts'
import { SEARCH_LIMITS } from '../../../platform/rules/site/search-address.ts'
import * as kind from './intent.ts'
import { drawRowOf } from '../parts/rows.ts'
import { timeOf, gamesOf } from '../parts/scope.ts'
import { type Slots, shortWeekday } from '../read/types.ts'
import { drawsWords } from '../../../platform/rules/base/words.ts'
import * as words from '../parts/words.ts'
import { present } from '../../../platform/rules/base/lists.ts'
import { slotOn } from '../../../draws/rules/draw-calendar.ts'
import { type Game, weeklySlotOn } from '../../../draws/rules/games.ts'

/** The draws of a question, in the order in which they were drawn. */
const drawsOf = ({ scope, data }: kind.Asked) =>
  scope
    .flatMap(({ draws, at }) => at.map((i) => ({ draws, i, ...timeOf(draws, i, data) })))
    .sort((a, b) => a.day - b.day || a.close - b.close)

export const draw = kind.intent({
  key: 'draw',
  plan: 'free',
  asks: 'result; draw; last; what come; what win; what; number|numbers; win; -',
  also: 'what come win number last result draw when',
  uses: ['type', ...kind.SCOPE],
  bare: ({ period, games }) =>
    games !== undefined && period !== undefined && (!('from' in period) || period.from === period.to),
  fill: ({ games }) => (games?.length === 1 ? [{ period: { last: 1 } }] : []),
  read: ({ type: _, ...t }, c) =>
    t.period === undefined || ('last' in t.period && t.weekday) ? null : kind.scoped(t, c),
  examples: ['national result last saturday', 'wetin diamond drop last thursday'],
  value: (asked: kind.Asked) =>
    drawsOf(asked).map(({ draws, i }) => ({
      game: draws.game,
      date: dateAt(draws, i),
      winning: winningAt(draws, i),
      machine: machineAt(draws, i),
    })),
  say(draws, { data }) {
    const [only] = draws
    if (!only) return { figure: 'No draw is on record' }
    if (draws.length > 1) return { figure: drawsWords(draws.length) }
    return { figure: `${words.nameOf(only.game, data)}, ${formatDate(only.date)}` }
  },
  question({ period, games: keys }, scope, games) {
    const [key] = keys ?? []
    const game = key === undefined ? '' : words.gameWords(key, games)
    if (period && 'last' in period)
      return period.last === 1
        ? `What was the ${words.lastDrawWords(period, game)} ${game ? '' : scope}`
        : `Show the ${words.lastDrawWords(period, game)}`
    if (period && 'event' in period) return `Result of ${game} event ${period.event} in ${period.year}`
    return `Show the results ${scope}`
  },
  rows(_, asked) {
    const found = drawsOf(asked)
    const days = new Set(found.map(({ day }) => day))
    const ordered = days.size > 1 ? found.reverse() : found
    const rows = ordered.slice(0, SEARCH_LIMITS.pageRows).map((place) => drawRowOf(place, asked.data))
    return { marked: [], total: found.length, draws: rows }
  },
  // All games of three months, or a game of five years.
  mostDraws: 500,
})

/** How many draws were held. */
export const drawCount = kind.intent({
  key: 'draw-count',
  plan: 'free',
  asks: 'drawcount; count draw',
  also: 'draw result come game',
  uses: kind.SCOPE,
  read: kind.scoped,
  examples: ['how many national draws this year'],
  value: ({ scope }: kind.Asked) => scope.reduce((sum, { at }) => sum + at.length, 0),
  say: (draws) => ({ figure: drawsWords(draws) }),
  question: (_, scope) => `How many draws were held ${scope}`,
})

/** When games close: their weekly times, or the next close. */
export const schedule = kind.intent({
  key: 'schedule',
  plan: 'free',
  asks: 'next; nextdraw; time; schedule; close; when; whichgame; game; draw; -',
  also: 'next nextdraw what draw future come when time close schedule game ahead whichgame',
  uses: ['ask', 'games', 'operator', 'weekday'],
  adapt({ period, ...t }, concepts, { today }) {
    if ((['did', 'number', 'numbers'] as const).some((one) => concepts.has(one))) return null
    const ask = concepts.has('next') || concepts.has('nextdraw') ? 'next' : 'times'
    // A date is given as its weekday. Only today and later days have a schedule.
    const day = period && 'from' in period && period.from === period.to ? period.from : undefined
    if (!period) return { ask, ...t }
    return day && day >= today && !t.weekday ? { ask, ...t, weekday: weekdayOn(day) } : { ask, ...t, period }
  },
  bare: ({ games, weekday }) => games !== undefined && weekday !== undefined,
  read: ({ ask = 'times', ...t }, c) => kind.scoped({ ...t, ask }, c),
  examples: ['games playing today', 'next draw of diamond'],
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
})

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
