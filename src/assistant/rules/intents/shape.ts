import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { decimal, formatCount } from '../../../platform/rules/base/words.ts'
import {
  besideLuck,
  eachBall,
  frequencies,
  type GameScope,
  luckFigure,
  luckOfKind,
  trialsOf,
} from '../parts/scope.ts'
import { line } from '../parts/words.ts'
import { has, names, type Reading } from '../read/reading.ts'
import type { Slots } from '../read/types.ts'
import * as kind from './intent.ts'

const { highestBall: HIGHEST } = DRAW_LIMITS
/** The mean sum of five of 90 numbers (statistics.md, section 5). */
const MEAN_SUM = 227.5
const ENDINGS = 10

/** Last digits, odd and even balls, or sums of the sets of five. */
export const shape = kind.intent({
  key: 'shape',
  plan: 'pro',
  when: (reading) =>
    kind.isWithoutSequence(reading) &&
    reading.numbers.length === 0 &&
    (has(reading, 'COUNT', 'WHAT', 'AVERAGE', 'HIGHEST', 'LOWEST') ||
      kind.SCOPE.some((field) => names(reading, field))),
  asks: ['SUM|ODD|EVEN|ENDING'],
  may: 'AVERAGE HIGHEST LOWEST COUNT WHAT MOST MORE DRAW RESULT AMONG_FIVE COMPARE THAT_GAME',
  uses: ['place', 'digit', 'quantity', ...kind.SCOPE],
  read(reading, context) {
    const measures = [has(reading, 'SUM'), has(reading, 'ODD', 'EVEN'), has(reading, 'ENDING')]
    // "Five" may be named: the five balls of a draw.
    const namesOther = (reading.quantity ?? DRAW_LIMITS.ballsPerSet) !== DRAW_LIMITS.ballsPerSet
    const { box, type } = reading.place
    if (measures.filter(Boolean).length !== 1 || box || type === 'both' || namesOther)
      return kind.lack('not-understood')
    return measureOf(reading, context)
  },
  value: ({ scope, slots }: kind.Asked) => measured(scope, slots),
  say(value, { slots, scope }) {
    if (value === null) return { figure: 'No draws' }
    const mean = { name: 'Luck gives on average', value: String(MEAN_SUM) }
    if ('sum' in value) return { figure: formatCount(value.sum), facts: [mean] }
    if ('average' in value)
      return {
        figure: `${decimal(value.average)} on average`,
        facts: [
          mean,
          { name: 'Lowest', value: formatCount(value.lowest) },
          { name: 'Highest', value: formatCount(value.highest) },
        ],
      }
    const draws = trialsOf(scope, slots.type)
    if ('odd' in value)
      return {
        figure: `${formatCount(value.odd)} odd, ${formatCount(value.even)} even`,
        ...besideLuck(value.odd, luckOfKind(draws, HIGHEST / 2)),
      }
    const luck = luckOfKind(draws, HIGHEST / ENDINGS)
    if ('balls' in value)
      return { figure: `${formatCount(value.balls)} balls`, ...besideLuck(value.balls, luck) }
    return {
      figure: `Ending ${itemAt(value, 0).ending}: ${formatCount(itemAt(value, 0).balls)} balls`,
      lines: value.map(({ ending, balls }) =>
        line(`Ending ${ending}`, `${formatCount(balls)} balls`, { luck: luckFigure(balls, luck) }),
      ),
    }
  },
  question({ type, measure, digit }, scope) {
    const set = type ? `${type} ` : ''
    if (measure === 'sum') return `What is the sum of the ${set}numbers ${scope}`
    if (measure === 'odd-even') return `How many odd ${set}numbers came ${scope}`
    return digit === undefined
      ? `Which ending came most ${set && `as ${set}number `}${scope}`
      : `How many ${set}numbers ending with ${digit} came ${scope}`
  },
  lab: () => 'fair',
})

function measureOf(reading: Reading, context: kind.Context): Slots | kind.Lack {
  const measured = (more: Slots) => kind.withScope(reading, context, { ...kind.placeSlots(reading), ...more })
  if (has(reading, 'SUM'))
    return has(reading, 'COUNT', 'MOST', 'MORE') ? kind.lack('not-understood') : measured({ measure: 'sum' })
  if (has(reading, 'AVERAGE', 'HIGHEST', 'LOWEST')) return kind.lack('not-understood')
  if (has(reading, 'ODD', 'EVEN'))
    return has(reading, 'MOST') && !has(reading, 'COUNT')
      ? kind.lack('not-understood')
      : measured({ measure: 'odd-even' })
  const { digit } = reading
  const isClear =
    digit === undefined
      ? has(reading, 'WHAT', 'MOST', 'COUNT') && !has(reading, 'MORE')
      : has(reading, 'COUNT') && !has(reading, 'MOST', 'MORE', 'WHAT')
  if (!isClear) return kind.lack('not-understood')
  return measured({ measure: 'ending', digit })
}

type Measured =
  | { sum: number }
  | { average: number; lowest: number; highest: number }
  | { odd: number; even: number }
  | { balls: number }
  | { ending: number; balls: number }[]
  | null

function measured(scope: readonly GameScope[], { type, measure, digit }: Slots): Measured {
  if (measure === 'sum') return sums(scope, type)
  const counts = frequencies(scope, { type })
  const total = (fits: (ball: number) => boolean) =>
    counts.reduce((sum, count, ball) => (fits(ball) ? sum + count : sum), 0)
  if (measure === 'odd-even')
    return { odd: total((ball) => ball % 2 === 1), even: total((ball) => ball % 2 === 0) }
  const withEnding = (ending: number) => total((ball) => ball % ENDINGS === ending)
  if (digit !== undefined) return { balls: withEnding(digit) }
  return Array.from({ length: ENDINGS }, (_, ending) => ({ ending, balls: withEnding(ending) })).sort(
    (a, b) => b.balls - a.balls,
  )
}

/** The sum of one draw; of several the average with one decimal, the lowest and the highest. Null without a draw. */
function sums(scope: readonly GameScope[], type: Slots['type']): Measured {
  let [count, total, lowest, highest] = [0, 0, Infinity, 0]
  for (const { draws, at } of scope)
    for (const i of at) {
      let sum = 0
      eachBall(draws, i, { type }, (ball) => (sum += ball))
      if (sum === 0) continue
      count++
      total += sum
      lowest = Math.min(lowest, sum)
      highest = Math.max(highest, sum)
    }
  if (count === 0) return null
  if (count === 1) return { sum: total }
  return { average: Math.round((total / count) * 10) / 10, lowest, highest }
}
