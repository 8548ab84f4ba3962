import type { NumberSlot, PeriodSlot, Query, Slots } from './read/types.ts'

/** The rules by which an answer equals the expected one. They follow the acceptance check of the open questions. */

const FIRST_DAY = '2023-10-01'
const TODAY = '2025-07-02'
const RANKED = new Set(['hot', 'cold', 'due', 'pairs-with', 'followers'])
const USUAL: (keyof Slots)[] = [
  'numbers',
  'games',
  'operator',
  'weekday',
  'period',
  'type',
  'box',
  'within',
  'lag',
  'relations',
]

/** The slots that are compared, where they are not the usual ones. */
const COMPARED: Partial<Record<Query['intent'], (keyof Slots)[]>> = {
  odds: ['bet', 'type'],
  payout: ['bet', 'stake'],
  perm: ['choose', 'of', 'against', 'stake'],
  schedule: ['games', 'operator', 'weekday', 'ask'],
  help: ['term'],
  'chart-cell': ['numbers', 'relations'],
  draw: ['games', 'operator', 'weekday', 'period', 'sameEventLastYear'],
  shape: [...USUAL, 'measure', 'digit'],
  compare: [...USUAL, 'by', 'periods'],
}

/** JSON with sorted keys. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** A list as texts, so that two orders are equal. */
const inAnyOrder = (list: readonly unknown[]) => list.map(text).sort((a, b) => (a < b ? -1 : 1))

const ball = ({ number, box = 'last_box', type = 'winning' }: NumberSlot, hasBox: boolean) => [
  number,
  hasBox ? box : '-',
  type,
]

/** Days cut to the record, so that an open end and the end of the year are equal. */
function cut(period: PeriodSlot): unknown {
  if ('last' in period || 'event' in period) return period
  const { from = FIRST_DAY, to = TODAY } = period
  return { from: from > FIRST_DAY ? from : FIRST_DAY, to: to < TODAY ? to : TODAY }
}

function canonical({ intent, slots }: Query): string {
  const isOrdered = intent === 'compare'
  const entries = (COMPARED[intent] ?? USUAL).flatMap((key): [string, unknown][] => {
    const value = slots[key]
    if (value === undefined || value === null || value === false || value === 'winning') return []
    if (Array.isArray(value) && value.length === 0) return []
    if (key === 'within' && (value === 1 || slots.lag !== undefined)) return []
    if (key === 'lag' && value === 1) return []
    if (key === 'period') return text(cut(slots.period!)) === text(cut({})) ? [] : [[key, cut(slots.period!)]]
    if (key === 'periods') return [[key, slots.periods!.map(cut)]]
    if (key === 'numbers') {
      const balls = slots.numbers!.map((number) => ball(number, number.box !== undefined))
      return [[key, intent === 'together' ? inAnyOrder(balls) : balls]]
    }
    if ((key === 'games' || key === 'relations') && !isOrdered) return [[key, [...slots[key]!].sort()]]
    return [[key, value]]
  })
  return text(Object.fromEntries(entries))
}

export function sameQuery(expected: Query, query: Query): boolean {
  return expected.intent === query.intent && canonical(expected) === canonical(query)
}

interface Ranked {
  number: number
  count?: number
  draws?: number
}
const figureOf = ({ count, draws }: Ranked) => count ?? draws

/** Equal figures may be in any order; the figures of the first places must be right. */
function sameRanks(expected: Ranked[], value: unknown, top: number): boolean {
  const places = Math.min(top, expected.length)
  if (!Array.isArray(value) || value.length < places) return false
  const entries = (value as Ranked[]).slice(0, places)
  const right = new Map(expected.map((entry) => [entry.number, figureOf(entry)]))
  const isDistinct = new Set(entries.map(({ number }) => number)).size === places
  return (
    isDistinct &&
    entries.every(
      (entry, i) => right.get(entry.number) === figureOf(entry) && figureOf(entry) === figureOf(expected[i]!),
    )
  )
}

const sorted = (list: unknown) => (Array.isArray(list) ? inAnyOrder(list) : list)

export function sameValue(
  { intent, slots, value: expected }: Query & { value: unknown },
  value: unknown,
): boolean {
  if (intent === 'help') return true
  if (RANKED.has(intent)) return sameRanks(expected as Ranked[], value, slots.top!)
  if (intent === 'shape' && Array.isArray(expected))
    return expected.some((entry) => text(entry) === text((value as unknown[])[0]))
  if (intent === 'draw' || intent === 'schedule') return text(sorted(expected)) === text(sorted(value))
  return text(expected) === text(value)
}
