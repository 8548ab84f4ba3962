import { capitalised, formatDate, type LagosDate, MONTHS, parseDate, WEEKDAYS, addDays } from '../calendar.ts'
import { COLUMNS } from '../classification.ts'
import type { Game } from '../games.ts'
import { OPERATORS } from '../operators.ts'
import type { Box } from '../positions.ts'
import type { BetKey } from './bets.ts'
import {
  type DayRange,
  type Intent,
  type NumberSlot,
  type Query,
  type Relation,
  SHORT_WEEKDAYS,
  type Slots,
} from './types.ts'

/** Writes questions in plain words. Each of them is understood as the query that it was written from. */

const BOX_WORDS: Record<Box, string> = {
  first_box: 'first',
  second_box: 'second',
  center_box: 'centre',
  forth_box: 'fourth',
  last_box: 'last',
}

export const BET_WORDS: Record<BetKey, string> = {
  banker: 'one banker',
  'one-direct': 'one direct',
  'two-sure': 'two sure',
  'three-direct': 'three direct',
  'four-direct': 'four direct',
  'five-direct': 'five direct',
}

const listed = (parts: readonly string[], joint: 'and' | 'or') =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${joint} ${parts[parts.length - 1]}`

/** A game as players write it: "Lucky G", "game 06". */
export function gameWords(key: string, games: readonly Game[]): string {
  const name = games.find((game) => game.key === key)?.name ?? key
  return /^\d/.test(name) ? `game ${name}` : name.replace(/\s*\(.*\)/, '')
}

const relationWords = (relations: readonly Relation[]) =>
  relations.length > 2
    ? 'chart relatives'
    : listed(
        relations.map((relation) => COLUMNS.find(([key]) => key === relation)![1].toLowerCase()),
        'and',
      )

export function placeWords({ box, type }: Pick<NumberSlot, 'box' | 'type'>): string {
  if (!box && !type) return ''
  const set = type === 'both' ? 'winning or machine' : (type ?? '')
  return [
    '',
    'as',
    box ? BOX_WORDS[box] : '',
    box ? 'box' : '',
    set,
    !box && type && type !== 'both' ? 'number' : '',
  ]
    .filter((word, i) => i === 0 || word !== '')
    .join(' ')
}

const numberWords = (number: NumberSlot) => `${number.number}${placeWords(number)}`

/** Numbers of one question. If the sets differ, each number names its own. */
function numbersWords(numbers: readonly NumberSlot[]): string[] {
  if (numbers.every(({ type }) => type === undefined)) return numbers.map(numberWords)
  return numbers.map(({ number, box, type = 'winning' }) =>
    [number, ...(box ? [BOX_WORDS[box], 'box'] : []), type === 'both' ? 'winning or machine' : type].join(
      ' ',
    ),
  )
}
const dateWords = (date: string) => formatDate(date as LagosDate).replace(/^\w+ /, '')

export function rangeWords({ from, to }: DayRange): string {
  if (from && to) {
    if (from === to) return `on ${dateWords(from)}`
    const [year, month] = [from.slice(0, 4), from.slice(5, 7)]
    if (from === `${year}-01-01` && to === `${year}-12-31`) return `in ${year}`
    const isMonth =
      from.endsWith('-01') &&
      to.slice(0, 7) === from.slice(0, 7) &&
      addDays(parseDate(to)!, 1).endsWith('-01')
    return isMonth
      ? `in ${capitalised(MONTHS[Number(month) - 1]!)} ${year}`
      : `between ${dateWords(from)} and ${dateWords(to)}`
  }
  return from ? `since ${dateWords(from)}` : to ? `until ${dateWords(to)}` : ''
}

function gamesWords(
  { games: keys, operator }: Slots,
  games: readonly Game[],
  joint: 'and' | 'or' = 'or',
): string {
  if (keys && keys.length > 0)
    return `in ${listed(
      keys.map((key) => gameWords(key, games)),
      joint,
    )}`
  if (operator === undefined) return ''
  return operator === OPERATORS.ghana ? 'in the Ghana games' : `in ${operator} games`
}

const weekdayWords = ({ weekday }: Slots) =>
  weekday ? `on ${capitalised(WEEKDAYS[SHORT_WEEKDAYS.indexOf(weekday)]!)}s` : ''

/** The scope, such as "in Bingo on Mondays in 2024". */
function scopeWords(slots: Slots, games: readonly Game[]): string {
  const { period } = slots
  if (period && 'last' in period) {
    const game = slots.games?.[0] ? gameWords(slots.games[0], games) : ''
    return period.last === 1 ? `in the last ${game} draw` : `in the last ${period.last} ${game} draws`
  }
  const days =
    period && 'event' in period
      ? `at event ${period.event} in ${period.year}`
      : period
        ? rangeWords(period)
        : ''
  return [gamesWords(slots, games), weekdayWords(slots), days].filter((part) => part !== '').join(' ')
}

const stepWords = ({ within, lag }: Slots) =>
  lag !== undefined && lag > 1
    ? `exactly ${lag} draws later`
    : within !== undefined && within > 1
      ? `within ${within} draws`
      : 'in the next draw'

type Write = (slots: Slots, games: readonly Game[]) => string

const rank =
  (words: string): Write =>
  (slots, games) =>
    slots.top === 1
      ? `Which number ${words}${placeWords(slots)} ${scopeWords(slots, games)}`
      : `Which ${slots.top ?? 5} numbers ${words}${placeWords(slots)} ${scopeWords(slots, games)}`

const most = ({ top = 1 }: Slots) =>
  top === 1 ? 'Which number comes most' : `Which ${top} numbers come most`

const WRITE: Record<Intent, Write> = {
  count: (slots, games) => {
    const numbers = slots.numbers!
    const [first] = numbers
    const isShared = numbers.every(({ box, type }) => box === first!.box && type === first!.type)
    const words = isShared
      ? `${listed(
          numbers.map(({ number }) => String(number)),
          'and',
        )} come${placeWords(first!)}`
      : `${listed(numbersWords(numbers), 'and')} come`
    return `How many times ${numbers.length > 1 ? 'have' : 'has'} ${words} ${scopeWords(slots, games)}`
  },
  'last-seen': (slots, games) =>
    `When did ${slots.numbers![0]!.number} last come${placeWords(slots.numbers![0]!)} ${scopeWords(slots, games)}`,
  gap: (slots, games) => `What is the gap of ${numberWords(slots.numbers![0]!)} ${scopeWords(slots, games)}`,
  together: (slots, games) =>
    `How many times have ${listed(numbersWords(slots.numbers!), 'and')} come together ${scopeWords(slots, games)}`,
  'pairs-with': (slots, games) =>
    `${most(slots)} with ${numberWords(slots.numbers![0]!)} in the same draw ${scopeWords(slots, games)}`,
  followers: (slots, games) =>
    `${most(slots)} ${stepWords(slots)} after ${numberWords(slots.numbers![0]!)} ${scopeWords(slots, games)}`,
  // oxlint-disable-next-line unicorn/no-thenable -- the name of an intent; the table is never awaited
  then: (slots, games) => {
    const [first, second] = numbersWords(slots.numbers!)
    return `How many times did ${second} come ${stepWords(slots)} after ${first} ${scopeWords(slots, games)}`
  },
  'chart-cell': ({ relations, numbers }) =>
    `What is the ${relationWords(relations!)} of ${numbers![0]!.number}`,
  'chart-hit': (slots, games) =>
    `How many times did the ${relationWords(slots.relations!)}${slots.numbers ? ` of ${slots.numbers[0]!.number}` : ''} follow ${stepWords(slots)} ${scopeWords(slots, games)}`,
  'chart-test': () => 'Does the chart work',
  hot: rank('came most often'),
  cold: rank('came least often'),
  due: (slots, games) =>
    slots.top === 1
      ? `Which number is most overdue${placeWords(slots)} ${scopeWords(slots, games)}`
      : `Top ${slots.top ?? 5} overdue numbers${placeWords(slots)} ${scopeWords(slots, games)}`,
  draw: (slots, games) => drawWords(slots, games),
  schedule: (slots, games) => scheduleWords(slots, games),
  odds: ({ bet, type }) =>
    type === 'both'
      ? 'What is the chance that a number comes as winning or machine'
      : `What are the odds of ${BET_WORDS[bet!]}${placeWords({ ...(type && { type }) })}`,
  payout: ({ bet, stake }) => `How much do I win with ${stake} naira on ${BET_WORDS[bet!]}`,
  perm: ({ choose, of, against, stake }) => {
    const price = stake === undefined ? '' : ` at ${stake} naira a line`
    return against
      ? `How many lines is ${against[0]} against ${against[1]}${price}`
      : `How many lines is perm ${choose} of ${of}${price}`
  },
  shape: (slots, games) => shapeWords(slots, games),
  compare: (slots, games) => compareWords(slots, games),
  'draw-count': (slots, games) => `How many draws were held ${scopeWords(slots, games)}`,
  help: ({ term }) => (term === undefined ? 'What can you do' : `What does ${helpWords(term)} mean`),
}

function helpWords(term: NonNullable<Slots['term']>): string {
  const column = COLUMNS.find(([key]) => key === term)
  return column ? column[1].toLowerCase() : (BET_WORDS[term as BetKey] ?? term)
}

function drawWords(slots: Slots, games: readonly Game[]): string {
  const { period, games: keys } = slots
  const game = keys?.[0] ? gameWords(keys[0], games) : ''
  const event = slots.sameEventLastYear ? 'Same event last year as ' : ''
  if (period && 'last' in period)
    return period.last === 1
      ? `${event || 'What was '}the last ${game} draw`
      : `${event}Show the last ${period.last} ${game} draws`
  if (period && 'event' in period) return `Result of ${game} event ${period.event} in ${period.year}`
  return `Show the results ${scopeWords(slots, games)}`
}

function scheduleWords(slots: Slots, games: readonly Game[]): string {
  const keys = slots.games ?? []
  const names = listed(
    keys.map((key) => gameWords(key, games)),
    'and',
  )
  if (slots.ask === 'next')
    return keys.length > 0
      ? `When is the next draw of ${names} ${weekdayWords(slots)}`
      : `What is the next draw ${scopeWords(slots, games)}`
  return keys.length > 0
    ? `When does ${names} play ${weekdayWords(slots)}`
    : `Which games play ${weekdayWords(slots)} ${gamesWords(slots, games)}`
}

function shapeWords(slots: Slots, games: readonly Game[]): string {
  const scope = scopeWords(slots, games)
  const type = slots.type ? `${slots.type} ` : ''
  if (slots.measure === 'sum') return `What is the sum of the ${type}numbers ${scope}`
  if (slots.measure === 'odd-even') return `How many odd ${type}numbers came ${scope}`
  return slots.digit === undefined
    ? `Which ending came most ${type && `as ${type}number `}${scope}`
    : `How many ${type}numbers ending with ${slots.digit} came ${scope}`
}

function compareWords(slots: Slots, games: readonly Game[]): string {
  const numbers = slots.numbers!
  if (slots.by === 'game')
    return `Did ${numberWords(numbers[0]!)} come more ${gamesWords(slots, games)} ${weekdayWords(slots)} ${slots.period ? rangeWords(slots.period as DayRange) : ''}`
  if (slots.by === 'period')
    return `Did ${numberWords(numbers[0]!)} come more ${slots.periods!.map(rangeWords).join(' or ')} ${scopeWords({ ...slots, periods: [] }, games)}`
  return `Which came more, ${listed(numbersWords(numbers), 'or')}, ${scopeWords(slots, games)}`
}

/** A query as a question. */
export function writeQuestion({ intent, slots }: Query, games: readonly Game[]): string {
  const text = WRITE[intent](slots, games)
    .replace(/\s+/g, ' ')
    .replace(/[\s,]+$/, '')
    .trim()
  return /^(?:Show|Same|Top|Result)/.test(text) ? text : `${text}?`
}
