import { DRAW_LIMITS } from '../draw-limits.ts'
import { ballOf, COLUMNS } from '../classification.ts'
import { HIT_PROBABILITY } from '../chance.ts'
import { hasSamples } from '../history.ts'
import { CHART_TEST_ON_SAMPLES, TOO_FEW_FOR_CHART_TEST } from '../lab/chart-words.ts'
import { binomial } from '../luck/counts.ts'
import { centralRange, type Distribution, meanOf } from '../luck/distribution.ts'
import { rangeWords, roughly } from '../luck/words.ts'
import { formatCount } from '../money.ts'
import { decimal } from '../words.ts'
import {
  besideLuck,
  besideTrials,
  chanceAfter,
  chanceOfPlace,
  type Fact,
  luckOfColumn,
  luckOfGap,
  luckOfKind,
  luckOfRank,
  trialsOf,
} from './luck.ts'
import type { Said, SayTable } from './say.ts'
import { ballLine, drawsWords, line, shareWords, timesWords } from './say-words.ts'
import { scopeOf } from './scope.ts'
import type { Relation, SetType } from './types.ts'
import { countDraws } from './values-draws.ts'
import { type Counted, trialsAfter } from './values-ranked.ts'

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS
/** Numbers of a draw beside a given one, and the numbers that they are drawn from. */
const [OTHERS, REST] = [BALLS - 1, HIGHEST - 1]
/** The mean sum of five of 90 numbers (statistics.md, section 5). */
const MEAN_SUM = 227.5
const ENDINGS = 10

export const columnName = (relation: Relation) => COLUMNS.find(([key]) => key === relation)![1]

/** A ranked list. `rank` is the place whose luck is compared, 1 for the highest count. */
function ranked(
  counted: readonly { number: number; value: string }[],
  type: SetType | undefined,
  luck: Distribution,
  figures: number,
  rank: (place: number) => number = (place) => place,
): Said {
  const [first] = counted
  if (!first) return { figure: 'None' }
  const lines = counted.map(({ number, value }, i) =>
    line('', value, `luck: about ${luckOfRank(luck, figures, rank(i + 1))}`, ballLine(number, type)),
  )
  if (counted.length > 1)
    return { figure: counted.map(({ number }) => number).join(', '), lines, notes: [SOME_NUMBER] }
  const facts: Fact[] = [{ name: 'Luck gives this place about', value: luckOfRank(luck, figures, rank(1)) }]
  return { ball: lines[0]!.ball, figure: `${first.number}: ${first.value}`, facts, notes: [SOME_NUMBER] }
}

const SOME_NUMBER = 'Some number is always first, so each place is compared with the same place by luck.'

const timesOf = (counted: readonly Counted[]) =>
  counted.map(({ number, count }) => ({ number, value: timesWords(count) }))

/** Ranked lists, the chart, and the shape of draws. */
export const SAY_LISTS: SayTable<
  'pairs-with' | 'followers' | 'hot' | 'cold' | 'due' | 'chart-cell' | 'chart-hit' | 'chart-test' | 'shape'
> = {
  'pairs-with': (counted, slots, data) => {
    const [number] = slots.numbers!
    const scope = scopeOf(slots, data)
    const types = number!.type === 'both' ? (['winning', 'machine'] as const) : [number!.type]
    const trials = types.reduce(
      (sum, type) => sum + countDraws(scope, { ...number!, ...(type && { type }) }),
      0,
    )
    return ranked(timesOf(counted), number!.type, binomial(trials, OTHERS / REST), REST)
  },
  followers: (counted, slots, data) => {
    const trials = trialsAfter(scopeOf(slots, data), slots.numbers![0]!, slots)
    return ranked(timesOf(counted), 'winning', binomial(trials, chanceAfter(HIT_PROBABILITY, slots)), HIGHEST)
  },
  hot: (counted, slots, data) =>
    ranked(
      timesOf(counted),
      slots.type,
      binomial(trialsOf(scopeOf(slots, data), slots.type), chanceOfPlace(slots)),
      HIGHEST,
    ),
  cold: (counted, slots, data) =>
    ranked(
      timesOf(counted),
      slots.type,
      binomial(trialsOf(scopeOf(slots, data), slots.type), chanceOfPlace(slots)),
      HIGHEST,
      (place) => HIGHEST + 1 - place,
    ),
  due: (counted, slots, data) =>
    ranked(
      counted.map(({ number, draws }) => ({ number, value: drawsWords(draws) })),
      slots.type,
      luckOfGap(trialsOf(scopeOf(slots, data)), chanceOfPlace(slots)),
      HIGHEST,
    ),
  'chart-cell': (cells, { numbers }) => {
    const found = Object.entries(cells) as [Relation, string][]
    const lines = found.map(([relation, cell]) => {
      const ball = ballOf(cell)
      const value = ball === null ? `${cell}, not a ball` : ''
      return line(columnName(relation), value, '', ball === null ? null : ballLine(ball, 'winning'))
    })
    const [only] = found
    if (found.length > 1) return { figure: `${numbers![0]!.number}: ${found.length} relatives`, lines }
    return { ball: lines[0]!.ball, figure: `${columnName(only![0])} of ${numbers![0]!.number}: ${only![1]}` }
  },
  'chart-hit': ({ hits, trials }, slots, data) => {
    const { numbers, relations, within = 1, lag } = slots
    const isOneDraw = lag !== undefined || within === 1
    const isExact = !numbers && isOneDraw && trials > 0
    const luck = isExact
      ? besideLuck(hits, luckOfColumn(scopeOf(slots, data), relations![0]!, lag ?? 1))
      : besideTrials(hits, trials, chanceAfter(HIT_PROBABILITY, slots))
    return { figure: `${shareWords(hits, trials)} times`, ...luck }
  },
  'chart-test': (found, _, { history }) => {
    const sentences = found?.sentences
    if (!sentences) return { figure: TOO_FEW_FOR_CHART_TEST }
    const sampleNotes = hasSamples(history) ? [CHART_TEST_ON_SAMPLES] : []
    // The verdict is the last sentence.
    return { figure: sentences[sentences.length - 1]!, notes: [...sentences.slice(0, -1), ...sampleNotes] }
  },
  shape: (value, slots, data) => {
    const draws = trialsOf(scopeOf(slots, data), slots.type)
    if (value === null) return { figure: 'No draws' }
    if ('sum' in value)
      return {
        figure: formatCount(value.sum),
        facts: [{ name: 'Luck gives on average', value: `${MEAN_SUM}` }],
      }
    if ('average' in value)
      return {
        figure: `${decimal(value.average)} on average`,
        facts: [
          { name: 'Luck gives on average', value: String(MEAN_SUM) },
          { name: 'Lowest', value: formatCount(value.lowest) },
          { name: 'Highest', value: formatCount(value.highest) },
        ],
      }
    if ('odd' in value)
      return {
        figure: `${formatCount(value.odd)} odd, ${formatCount(value.even)} even`,
        ...besideLuck(value.odd, luckOfKind(draws, HIGHEST / 2)),
      }
    const luck = luckOfKind(draws, HIGHEST / ENDINGS)
    if ('balls' in value)
      return { figure: `${formatCount(value.balls)} balls`, ...besideLuck(value.balls, luck) }
    return {
      figure: `Ending ${value[0]!.ending}: ${formatCount(value[0]!.balls)} balls`,
      lines: value.map(({ ending, balls: count }) => line(`Ending ${ending}`, `${formatCount(count)} balls`)),
      notes: [
        `Luck gives each ending about ${roughly(meanOf(luck))}, usually ${rangeWords(centralRange(luck))}.`,
      ],
    }
  },
}
