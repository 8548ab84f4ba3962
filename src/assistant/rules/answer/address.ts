import { parseDate } from '../../../platform/rules/base/calendar.ts'
import { BOXES } from '../../../platform/rules/base/balls.ts'
import { COLUMNS } from '../../../draws/rules/classification/classification.ts'
import type { Context } from '../intents/intent.ts'
import {
  BET_KEYS,
  type DayRange,
  INTENTS,
  type NumberSlot,
  type PeriodSlot,
  type Query,
  SHORT_WEEKDAYS,
  type SetType,
  type Slots,
  isHelpTerm,
} from '../read/types.ts'
import { recordOf } from './records.ts'

/**
 * A question as an address: `ask=count&numbers=45.first_box&games=diamond&period=2024-01-01..2024-12-31`. It is input, so
 * every part is parsed, and the record's `read` decides whether it is a question.
 */

const TYPES: readonly SetType[] = ['winning', 'machine', 'both']
const MOST = 60

const oneOf =
  <T extends string>(values: readonly T[]) =>
  (text: string): T | null =>
    values.find((value) => value === text) ?? null
const whole =
  (low: number, high: number) =>
  (text: string): number | null =>
    /^\d{1,9}$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : null

/** A list of parts, none of them twice. */
const listOf =
  <T>(read: (text: string) => T | null, sign = ',') =>
  (text: string): T[] | null => {
    const parts = text.split(sign)
    const found = parts.flatMap((part) => read(part) ?? [])
    return parts.length <= MOST && new Set(parts).size === parts.length && found.length === parts.length
      ? found
      : null
  }

const NUMBER = new RegExp(`^([1-9]\\d?)(?:\\.(${BOXES.join('|')}))?(?:\\.(machine|both))?$`)
function readNumber(text: string): NumberSlot | null {
  const [, digits, box, type] = NUMBER.exec(text) ?? []
  const number = Number(digits)
  return number <= 90 ? ({ number, ...(box && { box }), ...(type && { type }) } as NumberSlot) : null
}

const writeNumber = ({ number, box, type }: NumberSlot) =>
  [number, box, type].filter((part) => part !== undefined).join('.')

function readRange(text: string): DayRange | null {
  const [, start = '', end = ''] = /^([\d-]*)\.\.([\d-]*)$/.exec(text) ?? []
  const [from, to] = [parseDate(start), parseDate(end)]
  const isRight = (from || start === '') && (to || end === '') && (from || to)
  return isRight ? { ...(from && { from }), ...(to && { to }) } : null
}

const writeRange = ({ from, to }: DayRange) => `${from ?? ''}..${to ?? ''}`

function readPeriod(text: string): PeriodSlot | null {
  const [, kind, first, second] = /^(last|event):([1-9]\d{0,2})(?::([1-9]\d{0,3}))?$/.exec(text) ?? []
  if (kind === 'last') return { last: Number(first), ...(second && { skip: Number(second) }) }
  if (kind === 'event') return second ? { event: Number(first), year: Number(second) } : null
  return readRange(text)
}

function writePeriod(period: PeriodSlot): string {
  if ('last' in period) return `last:${period.last}${period.skip ? `:${period.skip}` : ''}`
  return 'event' in period ? `event:${period.event}:${period.year}` : writeRange(period)
}

const text = (value: string) => (/^[\w .-]{1,40}$/.test(value) ? value : null)
const RELATIONS = COLUMNS.map(([key]) => key).filter((key) => key !== 'number')

/** How each slot is written, and read; null for what it cannot hold. */
const FIELDS: {
  [K in keyof Slots]-?: [
    name: string,
    read: (text: string) => Slots[K] | null,
    write?: (value: never) => string,
  ]
} = {
  numbers: ['numbers', listOf(readNumber), (numbers: NumberSlot[]) => numbers.map(writeNumber).join(',')],
  games: ['games', listOf(text)],
  operator: ['operator', text],
  weekday: ['weekday', oneOf(SHORT_WEEKDAYS)],
  period: ['period', readPeriod, writePeriod],
  periods: ['periods', listOf(readRange, '_'), (periods: DayRange[]) => periods.map(writeRange).join('_')],
  type: ['type', oneOf(TYPES)],
  box: ['box', oneOf(BOXES)],
  within: ['within', whole(1, 50)],
  lag: ['lag', whole(1, 50)],
  relations: ['relations', listOf(oneOf(RELATIONS))],
  top: ['top', whole(1, 20)],
  ask: ['kind', oneOf(['times', 'next'] as const)],
  bet: ['bet', oneOf(BET_KEYS)],
  stake: ['stake', whole(1, 10_000_000)],
  choose: ['choose', whole(1, 5)],
  of: ['of', whole(1, 90)],
  against: [
    'against',
    (value) => {
      const pair = value.split('x')
      const [a, b] = pair.map(whole(1, 89))
      return a && b && pair.length === 2 ? [a, b] : null
    },
    ([a, b]: [number, number]) => `${a}x${b}`,
  ],
  by: ['by', oneOf(['number', 'game', 'period'] as const)],
  term: ['term', (value) => (isHelpTerm(value) ? value : null)],
}

const NAMES = Object.entries(FIELDS) as [keyof Slots, (typeof FIELDS)[keyof Slots]][]

export function writeAddress({ intent, slots }: Query): string {
  const parts = NAMES.flatMap(([key, [name, , write = String]]) =>
    slots[key] === undefined ? [] : [`${name}=${write(slots[key] as never).replace(/ /g, '+')}`],
  )
  return [`ask=${intent}`, ...parts].join('&')
}

/** The intent and slots that an address names; null for one that names anything else. */
export function parseAddress(address: string): Query | null {
  const [first = '', ...parts] = address.split('&')
  const intent = first.startsWith('ask=') ? oneOf(INTENTS)(first.slice(4)) : null
  const slots: Slots = {}
  for (const part of parts) {
    const [name, value = '', ...rest] = part.split('=')
    const field = NAMES.find(([, [one]]) => one === name)
    const found = field && rest.length === 0 ? field[1][1](value.replace(/\+/g, ' ')) : null
    if (!field || found === null || slots[field[0]] !== undefined) return null
    slots[field[0]] = found as never
  }
  return intent && { intent, slots }
}

/** The question of an address; null where its record refuses it. */
export function queryOf(address: string, context: Context): Query | null {
  const parsed = parseAddress(address)
  if (!parsed) return null
  const record = recordOf(parsed.intent)
  const isUsed = Object.keys(parsed.slots).every((key) => record.uses.includes(key as keyof Slots))
  const slots = isUsed ? record.read(parsed.slots, context) : null
  return slots && { intent: parsed.intent, slots }
}
