import { WEEKDAYS } from '../../../platform/rules/base/calendar.ts'
import { PREDICTION_FORMS } from '../../../draws/rules/bets.ts'
import type { Leaf } from './leaves.ts'

/** The form of each value of a leaf. */

type Rule = (value: unknown) => boolean

const text =
  (form: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && form.test(value)
const oneOf =
  (...values: readonly string[]): Rule =>
  (value) =>
    values.includes(value as string)
const integer =
  (least: number, most: number): Rule =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null || rule(value)

/** The ISO text of an instant or a day, with `length` characters. */
const time =
  (length: number): Rule =>
  (value) => {
    if (typeof value !== 'string') return false
    const instant = Date.parse(value)
    return Number.isFinite(instant) && new Date(instant).toISOString().slice(0, length) === value
  }
const instant = time('2026-11-22T14:30:00.000Z'.length)
const day = time('2026-11-22'.length)
const hash = text(/^[0-9a-f]{64}$/)
const game = text(/^[A-Za-z0-9_]{1,24}$/)
const number = integer(1, 999_999_999)
const ball = integer(1, 90)
const balls: Rule = (value) =>
  Array.isArray(value) && value.length <= 20 && value.every(ball) && new Set(value).size === value.length
const origin = text(/^[!-~]{1,100}$/)

/** The keys of each kind after `v`, `kind` and `at`. */
const FIELDS: {
  [K in Leaf['kind']]: Record<Exclude<keyof Extract<Leaf, { kind: K }>, 'v' | 'kind' | 'at'>, Rule>
} = {
  start: {
    origin,
    cause: oneOf('new', 'migration', 'lost', 'key', 'moved'),
    previous: orNull(text(/^[ -~]{1,300}$/)),
  },
  slot: {
    game,
    weekday: oneOf(...WEEKDAYS),
    close: orNull(text(/^([01]\d|2[0-3]):[0-5]\d$/)),
    margin: integer(0, 1440),
    from: day,
    by: orNull(number),
  },
  author: { author: number, name: hash },
  version: {
    forecast: number,
    version: number,
    nth: number,
    author: number,
    game,
    date: day,
    close: orNull(instant),
    lock: orNull(instant),
    form: orNull(oneOf(...PREDICTION_FORMS)),
    count: integer(1, 20),
    commitment: hash,
  },
  withdrawal: { forecast: number, by: number },
  reveal: {
    forecast: number,
    version: number,
    numbers: balls,
    reasons: orNull(hash),
    image: orNull(hash),
    nonce: hash,
  },
  result: {
    game,
    date: day,
    state: oneOf('drawn', 'no_draw'),
    drawn: orNull(day),
    winning: balls,
    replaces: orNull(integer(0, 1e9)),
    by: orNull(number),
  },
  void: {
    game,
    date: day,
    cause: oneOf('early', 'deleted', 'error'),
    since: orNull(instant),
    by: orNull(number),
  },
  end: { cause: oneOf('lost', 'key', 'moved'), next: origin },
}

const BASE: Record<string, Rule> = { v: (value) => value === 2, kind: () => true, at: instant }
/** By the kind: what the value of each key must be, in the order of the keys. */
export const LEAF_RULES: ReadonlyMap<unknown, Readonly<Record<string, Rule>>> = new Map(
  Object.entries(FIELDS).map(([kind, fields]) => [kind, { ...BASE, ...fields }]),
)
