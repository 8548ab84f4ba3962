import { weekdayOf, WEEKDAYS } from '../calendar.ts'
import { DRAW_LIMITS } from '../draw-limits.ts'
import { has, names, type Reading } from './reading.ts'
import { type Context, gameSlots, type Lack, type Rule, SCOPE, withScope } from './rule.ts'
import { SHORT_WEEKDAYS, type Slots } from './types.ts'

/** Rules for results and times of draws. */

const PAST_WORDS = ['did', 'was', 'were', 'played', 'drew', 'drawn', 'came', 'dropped']
const isPast = ({ words }: Reading) => PAST_WORDS.some((word) => words.has(word))

const isAboutDraws = (reading: Reading) => reading.numbers.length === 0 && reading.relations.length === 0

/** "It" without a game: the game of a question before, which is missing. */
const isPronoun = ({ words, games, operator, allGames }: Reading) =>
  (words.has('it') || words.has('they')) && games.length === 0 && operator === undefined && !allGames

const draw: Rule = {
  intent: 'draw',
  fits: (reading) =>
    isAboutDraws(reading) &&
    (has(reading, 'RESULT', 'WHAT', 'WHICH_ONE', 'DRAW', 'COME', 'NUMBERS', 'WIN', 'LAST', 'EVENT_WORD') ||
      reading.sameEvent ||
      reading.last !== undefined ||
      reading.event !== undefined ||
      (reading.games.length > 0 && reading.periods.some(({ unit }) => unit === 'day'))) &&
    !has(reading, 'COUNT', 'MOST', 'HOT', 'LEAST'),
  permits: [
    'RESULT',
    'WHAT',
    'WHICH_ONE',
    'DRAW',
    'WIN',
    'POLITE_REQUEST',
    'LAST',
    'WHEN',
    'EVENT_WORD',
    'THAT_GAME',
    'WHICH_GAMES',
  ],
  uses: ['place', 'quantity', 'sameEvent', ...SCOPE],
  read: (reading, context) => {
    const { periods, last, event, weekday } = reading
    const slots = withScope(reading, context, { ...(reading.sameEvent && { sameEventLastYear: true }) })
    if ('reason' in slots) return slots
    if (isPronoun(reading)) return { reason: 'missing', lacks: 'game', slots }
    // "The five winning numbers".
    if ((reading.quantity ?? DRAW_LIMITS.ballsPerSet) !== DRAW_LIMITS.ballsPerSet)
      return { reason: 'not-understood', slots }
    const isBare = periods.length === 0 && last === undefined && event === undefined
    if (isBare) return { reason: 'missing', lacks: reading.games.length === 0 ? 'game' : 'period', slots }
    // "When was it drawn" has an answer only for one draw.
    if (has(reading, 'WHEN') && last !== 1 && event === undefined) return { reason: 'not-understood', slots }
    if (has(reading, 'WHICH_GAMES') || (weekday !== undefined && last !== undefined))
      return { reason: 'ambiguous', slots }
    return isClearList(reading, context) ? slots : { reason: 'ambiguous', slots }
  },
}

/** A long list must be asked for as results or draws: "which numbers came in 2024" may ask for the most frequent. */
function isClearList(reading: Reading, { today }: Context): boolean {
  const [period] = reading.periods
  if (!period) return true
  const isToday = period.unit === 'day' && period.from === today
  if (isToday && !has(reading, 'RESULT', 'WHAT', 'COME')) return false
  return (
    period.unit === 'day' ||
    period.unit === 'week' ||
    has(reading, 'RESULT', 'DRAW') ||
    reading.event !== undefined
  )
}

const next: Rule = {
  intent: 'schedule',
  fits: (reading) =>
    isAboutDraws(reading) &&
    has(reading, 'NEXT', 'NEXT_DRAW') &&
    !has(reading, 'RESULT', 'NUMBERS', 'NUMBER'),
  permits: [
    'NEXT',
    'NEXT_DRAW',
    'WHEN',
    'WHAT',
    'TIME',
    'DRAW',
    'WHICH_GAMES',
    'FUTURE',
    'CLOSE',
    'SCHEDULE',
    'WHICH_ONE',
    'THAT_GAME',
    'EVENT_WORD',
  ],
  uses: ['games', 'weekday'],
  read: (reading, context) => {
    const slots = withScope(reading, context, { ask: 'next' })
    return isPronoun(reading) ? { reason: 'missing', lacks: 'game', slots: { ask: 'next' } } : slots
  },
}

/** "Is Aseda on Sundays", "any game today". */
const isYesNo = (reading: Reading) =>
  names(reading, 'games') &&
  (reading.weekday !== undefined || reading.periods.length > 0) &&
  ['is', 'are', 'any'].some((word) => reading.words.has(word)) &&
  !has(reading, 'WHAT', 'RESULT')

/** Whether a schedule is asked of something: "time" alone is no question. */
const namesTime = (reading: Reading) =>
  names(reading, 'games') ||
  has(reading, 'DRAW', 'COME') ||
  ((reading.weekday !== undefined || reading.periods.length > 0) &&
    has(reading, 'WHICH_GAMES', 'GAMES', 'SCHEDULE', 'CLOSE'))

const times: Rule = {
  intent: 'schedule',
  fits: (reading) =>
    isAboutDraws(reading) &&
    !isPast(reading) &&
    namesTime(reading) &&
    (has(reading, 'TIME', 'SCHEDULE', 'CLOSE', 'WHEN', 'WHICH_GAMES') ||
      isYesNo(reading) ||
      (has(reading, 'GAMES', 'DRAW') && (reading.weekday !== undefined || reading.periods.length === 1)) ||
      (reading.games.length > 0 &&
        has(reading, 'COME', 'DRAW') &&
        !has(reading, 'WHAT') &&
        (reading.weekday !== undefined || reading.periods.length === 1))),
  permits: [
    'TIME',
    'SCHEDULE',
    'CLOSE',
    'WHEN',
    'WHICH_GAMES',
    'WHAT',
    'DRAW',
    'WHICH_ONE',
    'FUTURE',
    'THAT_GAME',
  ],
  uses: ['games', 'weekday', 'periods'],
  read: (reading, context) => {
    const slots: Slots = { ...gameSlots(reading, context), ask: 'times' }
    const [period] = reading.periods
    if ((has(reading, 'THAT_GAME') && reading.games.length === 0) || isPronoun(reading))
      return { reason: 'missing', lacks: 'game', slots }
    // "When is the draw": of which game.
    const isOfNone = has(reading, 'DRAW') && !names(reading, 'games') && !has(reading, 'WHICH_GAMES', 'GAMES')
    if (isOfNone && !period && !reading.weekday) return { reason: 'missing', lacks: 'game', slots }
    // "When will Bingo play" may ask for the next draw or for the weekly times.
    if (has(reading, 'FUTURE') && !period && !reading.weekday) return { reason: 'ambiguous', slots }
    return period || reading.weekday ? onWeekday(reading, slots, context) : slots
  },
}

/** A date is given as its weekday. Only today and later days have a schedule. */
function onWeekday({ periods, weekday }: Reading, slots: Slots, { today }: Context): Slots | Lack {
  const [period] = periods
  if (period && weekday) return { reason: 'ambiguous', slots }
  if (weekday) return { ...slots, weekday: SHORT_WEEKDAYS[WEEKDAYS.indexOf(weekday)]! }
  const isDay =
    periods.length === 1 &&
    period!.unit === 'day' &&
    period!.from &&
    period!.from >= today &&
    !period!.problem
  if (!isDay) return { reason: 'missing', slots }
  return { ...slots, weekday: SHORT_WEEKDAYS[WEEKDAYS.indexOf(weekdayOf(period!.from!))]! }
}

/** "How many times" counts comings of a number. */
const asksTimes = ({ words }: Reading) =>
  ['time', 'times', 'often', 'frequency'].some((word) => words.has(word))

const drawCount: Rule = {
  intent: 'draw-count',
  fits: (reading) =>
    isAboutDraws(reading) &&
    (has(reading, 'HOW_MANY_DRAWS') ||
      (has(reading, 'COUNT') && has(reading, 'DRAW') && !asksTimes(reading))),
  permits: ['HOW_MANY_DRAWS', 'COUNT', 'DRAW', 'RESULT', 'THAT_GAME'],
  uses: SCOPE,
  read: (reading, context) => withScope(reading, context, {}),
}

export const DRAW_RULES = { draw, next, times, drawCount }
