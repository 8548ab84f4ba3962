import {
  addDays,
  capitalised,
  dateOfDay,
  formatDate,
  type LagosDate,
  MONTHS,
  parseDate,
} from '../../../platform/rules/base/calendar.ts'
import { COLUMNS } from '../../../draws/rules/classification/classification.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { drawsWords, formatCount } from '../../../platform/rules/base/words.ts'
import { OPERATORS } from '../../../draws/rules/operators.ts'
import type { Box } from '../../../platform/rules/base/balls.ts'
import {
  type AssistantData,
  type DayRange,
  type Fact,
  type Line,
  type NumberSlot,
  type PeriodSlot,
  type Relation,
  type SetType,
  longWeekday,
  type Slots,
  type BetKey,
} from '../read/types.ts'
import { type GameScope, trialsOf } from './scope.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'

/** Words of answers and of written questions. A written question is understood as the query that it was written from. */

const BOX_WORDS: Record<Box, string> = {
  first_box: 'first',
  second_box: 'second',
  center_box: 'centre',
  forth_box: 'fourth',
  last_box: 'last',
}

/** `two sure`, `one banker`. */
export const betWords = (bet: BetKey) => (bet === 'banker' ? 'one banker' : bet.replace('-', ' '))

export const listed = (parts: readonly string[], joint: 'and' | 'or') =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${joint} ${parts[parts.length - 1]}`

/** A game as players write it: "Lucky G", "game 06". */
export function gameWords(key: string, games: readonly Game[]): string {
  const name = games.find((game) => game.key === key)?.name ?? key
  return /^\d/.test(name) ? `game ${name}` : name.replace(/\s*\(.*\)/, '')
}

export const columnName = (relation: Relation) => present(COLUMNS.find(([key]) => key === relation))[1]

export const relationWords = (relations: readonly Relation[]) =>
  relations.length > 2
    ? 'chart relatives'
    : listed(
        relations.map((relation) => columnName(relation).toLowerCase()),
        'and',
      )

/** ` as first box machine`; empty for a number without a place. */
export function placeWords({ box, type }: Pick<NumberSlot, 'box' | 'type'>): string {
  if (!box && !type) return ''
  const set = type === 'both' ? 'winning or machine' : (type ?? '')
  const words = box ? [BOX_WORDS[box], 'box', set] : [set, type === 'both' ? '' : 'number']
  return ` as ${words.filter((word) => word !== '').join(' ')}`
}

/** `45`, `45 as first box machine`. */
export const numberWords = (number: NumberSlot) => `${number.number}${placeWords(number)}`

/** Numbers of one question. If the sets differ, each number names its own. */
export function numbersWords(numbers: readonly NumberSlot[]): string[] {
  if (numbers.every(({ type }) => type === undefined)) return numbers.map(numberWords)
  return numbers.map(({ number, box, type = 'winning' }) =>
    [number, ...(box ? [BOX_WORDS[box], 'box'] : []), type === 'both' ? 'winning or machine' : type].join(
      ' ',
    ),
  )
}

const dateWords = (date: LagosDate) => formatDate(date).replace(/^\w+ /, '')

export function rangeWords({ from, to }: DayRange): string {
  if (!from || !to) return from ? `since ${dateWords(from)}` : to ? `until ${dateWords(to)}` : ''
  if (from === to) return `on ${dateWords(from)}`
  const [year, month] = [from.slice(0, 4), from.slice(5, 7)]
  if (from === `${year}-01-01` && to === `${year}-12-31`) return `in ${year}`
  const isMonth =
    from.endsWith('-01') &&
    to.slice(0, 7) === from.slice(0, 7) &&
    addDays(present(parseDate(to)), 1).endsWith('-01')
  return isMonth
    ? `in ${capitalised(itemAt(MONTHS, Number(month) - 1))} ${year}`
    : `between ${dateWords(from)} and ${dateWords(to)}`
}

/** `2026`, `June 2025`, `last 5 draws`. */
export function periodName(period: PeriodSlot): string {
  if ('last' in period) return lastDrawWords(period, '').replace(/ +/g, ' ')
  return 'event' in period
    ? `event ${period.event} in ${period.year}`
    : rangeWords(period).replace(/^(?:in|on) /, '')
}

export function gamesWords({ games: keys, operator }: Slots, games: readonly Game[]): string {
  if (keys && keys.length > 0)
    return `in ${listed(
      keys.map((key) => gameWords(key, games)),
      'or',
    )}`
  if (operator === undefined) return ''
  return operator === OPERATORS.ghana ? 'in the Ghana games' : `in ${operator} games`
}

export const weekdayWords = ({ weekday }: Slots) =>
  weekday ? `on ${capitalised(longWeekday(weekday))}s` : ''

/** `last Bingo draw`, `2nd last Bingo draw`, `last 3 Bingo draws`. */
export function lastDrawWords({ last, skip = 0 }: { last: number; skip?: number }, game: string): string {
  if (last > 1) return `last ${last} ${game} draws`
  return `${skip > 0 ? `${ordinalWords(skip + 1)} ` : ''}last ${game} draw`
}

/** `2nd`, `3rd`, `11th`. */
const ordinalWords = (n: number) =>
  `${n}${n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`

/** The scope, such as "in Bingo on Mondays in 2024". */
export function scopeWords(slots: Slots, games: readonly Game[]): string {
  const { period } = slots
  if (period && 'last' in period) {
    const [game] = slots.games ?? []
    return game === undefined
      ? gamesWords(slots, games)
      : `in the ${lastDrawWords(period, gameWords(game, games))}`
  }
  const isEvent = period && 'event' in period
  const days = isEvent ? `at event ${period.event} in ${period.year}` : period ? rangeWords(period) : ''
  return [gamesWords(slots, games), weekdayWords(slots), days].filter((part) => part !== '').join(' ')
}

/** `12 times`, `1 time`, `never`. */
export const timesWords = (count: number) =>
  count === 0 ? 'Never' : `${formatCount(count)} ${count === 1 ? 'time' : 'times'}`

/** `12 times in 98 draws`, `No draws`. */
export const timesInDraws = (count: number, draws: number) =>
  draws === 0 ? 'No draws' : `${timesWords(count)} in ${drawsWords(draws)}`

/** `in 93 draws, 2 Jan to 20 Nov 2026`: the draws behind a figure; empty without any. */
export function basisWords(scope: readonly GameScope[], type?: SetType): string {
  const days = scope.flatMap(({ draws, at }) =>
    [at[0], at[at.length - 1]].flatMap((i) => draws.days[i ?? -1] ?? []),
  )
  if (days.length === 0) return ''
  const [from, to] = [Math.min(...days), Math.max(...days)].map((day) => dateWords(dateOfDay(day))) as [
    string,
    string,
  ]
  const start = from.slice(-4) === to.slice(-4) ? from.slice(0, -5) : from
  return `in ${drawsWords(trialsOf(scope, type))}, ${from === to ? '' : `${start} to `}${to}`
}

/** `12 of 98`. */
export const shareWords = (part: number, whole: number) => `${formatCount(part)} of ${formatCount(whole)}`

export const nameOf = (key: string, { games }: AssistantData) =>
  games.find((game) => game.key === key)?.name ?? key

/** The ball of a number; of either set, it looks like a winning one. */
export function ballOf({ number, type }: { number: number; type?: SetType | undefined }): Line['ball'] {
  return { number, type: type === 'machine' ? 'machine' : 'winning' }
}

export const line = (name: string, value: string, more: Partial<Line> = {}): Line => ({
  ball: null,
  note: '',
  luck: null,
  ...more,
  name,
  value,
})

export const lastFact = (date: LagosDate | null): Fact[] =>
  date === null ? [] : [{ name: 'Last time', value: formatDate(date) }]
