import {
  addDays,
  formatClock,
  formatDate,
  instantAt,
  lagosDate,
  type LagosDate,
  parseDate,
  weekdayOf,
  WEEKDAYS,
} from '../../base/calendar.ts'
import { slotOn } from '../../draws/draw-calendar.ts'
import { type Game, weeklySlotOn } from '../../draws/games.ts'
import { PATHS } from '../../site/paths.ts'
import { type Asked, type Context, gameSlots, intent, type Lack, lack, missing, withScope } from './intent.ts'
import { has, names, type Reading } from '../read/reading.ts'
import { gamesOf } from '../parts/scope.ts'
import { SHORT_WEEKDAYS, type Slots } from '../read/types.ts'
import { gamesWords, gameWords, line, listed, nameOf, weekdayWords } from '../parts/words.ts'
import { isAboutDraws, isPronoun } from './draws.ts'
import { itemAt } from '../../base/lists.ts'

/** When games close: their weekly times, or the next close. */
export const schedule = intent({
  key: 'schedule',
  plan: 'free',
  when: isAboutDraws,
  asks: [asksNext, asksTimes],
  may: 'NEXT NEXT_DRAW EVENT_WORD TIME SCHEDULE CLOSE WHEN WHICH_GAMES WHAT DRAW WHICH_ONE FUTURE THAT_GAME',
  uses: ['games', 'weekday', 'periods'],
  read(reading, context) {
    if (has(reading, 'NEXT', 'NEXT_DRAW'))
      return isPronoun(reading)
        ? missing('game', { ask: 'next' })
        : withScope(reading, context, { ask: 'next' })
    const slots: Slots = { ...gameSlots(reading, context), ask: 'times' }
    const isOfNoDay = reading.periods.length === 0 && !reading.weekday
    if ((has(reading, 'THAT_GAME') && reading.games.length === 0) || isPronoun(reading))
      return missing('game', slots)
    // "When is the draw": of which game.
    const isOfNone = has(reading, 'DRAW') && !names(reading, 'games') && !has(reading, 'WHICH_GAMES', 'GAMES')
    if (isOfNone && isOfNoDay) return missing('game', slots)
    // "When will Bingo play" may ask for the next draw or for the weekly times.
    if (has(reading, 'FUTURE') && isOfNoDay) return lack('ambiguous', slots)
    return isOfNoDay ? slots : onWeekday(reading, slots, context)
  },
  value: ({ slots, data }: Asked, now) => {
    const keys = gamesOf(slots, data)
    const games = data.games.filter(({ key }) => keys.includes(key))
    return slots.ask === 'next' ? nextClose(games, slots, now) : weeklyCloses(games, slots, now)
  },
  say(found, { data }) {
    if (!found) return { figure: 'None in the next week' }
    if (!Array.isArray(found)) {
      const [date, time] = found.at.split('T') as [string, string]
      const notes = ['Bets close at this time. The result follows after the draw.']
      return { figure: `${nameOf(found.game, data)}, ${formatDate(parseDate(date)!)}, ${time}`, notes }
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
    if (games.length === 1) return { figure: `${nameOf(first, data)}: ${timesOf(first)}`, notes }
    const lines = games.map((game) => line(nameOf(game, data), timesOf(game)))
    return { figure: `${games.length} games`, lines, notes }
  },
  question(slots, scope, games) {
    const keys = slots.games ?? []
    const named = keys.map((key) => gameWords(key, games))
    if (slots.ask === 'next')
      return keys.length > 0
        ? `When is the next draw of ${listed(named, 'and')} ${weekdayWords(slots)}`
        : `What is the next draw ${scope}`
    return keys.length > 0
      ? `When does ${listed(named, 'and')} play ${weekdayWords(slots)}`
      : `Which games play ${weekdayWords(slots)} ${gamesWords(slots, games)}`
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
function asksTimes(reading: Reading): boolean {
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
function onWeekday({ periods, weekday }: Reading, slots: Slots, { today }: Context): Slots | Lack {
  const [period] = periods
  if (period && weekday) return lack('ambiguous', slots)
  if (weekday) return { ...slots, weekday: itemAt(SHORT_WEEKDAYS, WEEKDAYS.indexOf(weekday)) }
  const isDay = periods.length === 1 && period!.unit === 'day' && !period!.problem
  const day = isDay && period!.from
  return day && day >= today ? { ...slots, weekday: shortWeekday(day) } : lack('missing', slots)
}

const DAYS_OF_WEEK = 7

const shortWeekday = (date: LagosDate) => itemAt(SHORT_WEEKDAYS, WEEKDAYS.indexOf(weekdayOf(date)))
const daysFrom = (now: number, count: number) =>
  Array.from({ length: count }, (_, i) => addDays(lagosDate(now), i))

/** The weekly closes, game by game, in the calendar that is valid in the week from today on. */
function weeklyCloses(games: readonly Game[], { weekday }: Slots, now: number) {
  const days = daysFrom(now, DAYS_OF_WEEK)
  days.sort((a, b) => WEEKDAYS.indexOf(weekdayOf(a)) - WEEKDAYS.indexOf(weekdayOf(b)))
  return games.flatMap((game) =>
    days.flatMap((date) => {
      const slot = weeklySlotOn(game, date)
      const day = shortWeekday(date)
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
      if (weekday && weekday !== shortWeekday(date)) return []
      return [{ game: game.key, at: `${date}T${formatClock(slot.close)}` }]
    }),
  )
  return closes.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))[0] ?? null
}
