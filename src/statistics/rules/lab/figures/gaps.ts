import { formatDate } from '../../../../platform/rules/base/calendar.ts'
import { dateAt } from '../../../../draws/rules/history.ts'
import { centralRange, type Distribution, meanOf } from '../../../../draws/rules/luck/distribution.ts'
import { luckOfGap } from '../../../../draws/rules/luck/chance.ts'
import { chanceOfNoLongerRun } from '../../../../draws/rules/luck/runs.ts'
import { rangeWords, roughly } from '../../../../draws/rules/luck/words.ts'
import { drawsWords, formatCount, decimal } from '../../../../platform/rules/base/words.ts'
import {
  type FigureContext,
  type FigureTask,
  markOf,
  outsideSentence,
  wholeOf,
  type LabMark,
  type LabSeries,
} from '../figure.ts'
import type { OpenedCase } from '../opened-draws.ts'
import { drawsIn, HIGHEST, type Sequence, SET_SIZE, widthOf } from '../scope.ts'
import { itemAt, present } from '../../../../platform/rules/base/lists.ts'

/** The draws between two comings of a number (statistics.md, section 5: gap): now in one game, and at most in any game. */

/** The draws of a game in which each of the numbers 1 to 90 came, oldest first. */
function comingsOf({ balls, width }: Sequence): { number: number; at: number[] }[] {
  const comings = Array.from({ length: HIGHEST }, (_, i) => ({ number: i + 1, at: [] as number[] }))
  for (const [i, ball] of balls.entries()) {
    const { at } = itemAt(comings, ball - 1)
    const t = Math.floor(i / width)
    if (at[at.length - 1] !== t) at.push(t)
  }
  return comings
}

/** The gaps of one number in one game. */
type NumberGaps = ReturnType<typeof gapsOf>[number]

/** The gaps of the numbers 1 to 90 in one game: now, the longest with and without the open ends, and the mean. */
export function gapsOf(sequence: Sequence) {
  const { length, rows } = sequence
  return comingsOf(sequence).map(({ number, at }) => {
    const came = at.length
    const [first, last] = [at[0] ?? length, at[came - 1] ?? -1]
    const between = at.slice(1).map((t, i) => t - itemAt(at, i) - 1)
    const recordBetween = came < 2 ? null : Math.max(...between)
    const current = length - 1 - last
    return {
      number,
      came,
      lastRow: rows[last] ?? null,
      current,
      record: Math.max(current, first, recordBetween ?? 0),
      recordBetween,
      mean: came < 2 ? null : (last - first - (came - 1)) / (came - 1),
    }
  })
}

/** The chance that a number stays away for at least `gap` draws: (17/18)^gap, (8/9)^gap for both sets. */
export const chanceOfGap = (gap: number, width: number = SET_SIZE): number => (1 - width / HIGHEST) ** gap

/** For each number its longest gap in any game of a scope. */
export function longestGaps(sequences: readonly Sequence[]) {
  const longest = Array.from({ length: HIGHEST }, (_, i) => ({ number: i + 1, draws: -1, game: '' }))
  for (const sequence of sequences)
    for (const { number, record } of gapsOf(sequence))
      if (record > itemAt(longest, number - 1).draws)
        longest[number - 1] = { number, draws: record, game: sequence.draws.game }
  return longest
}

/** Chances below this are left out of the distribution of the longest gap. */
const RAREST = 1e-13

/** The longest gap of one number in any game of a scope by luck: exact, because the games are independent. */
export function luckOfLongestGap(sequences: readonly Sequence[]): Distribution {
  const games = new Map<number, number>()
  for (const { length } of sequences) games.set(length, (games.get(length) ?? 0) + 1)
  const chance = widthOf(sequences) / HIGHEST
  const atMost = (gap: number) =>
    [...games].reduce(
      (product, [length, times]) => product * chanceOfNoLongerRun(length, chance, gap) ** times,
      1,
    )
  const longest = Math.max(0, ...games.keys())
  const from = firstWhere(longest, (gap) => atMost(gap) >= RAREST)
  const to = firstWhere(longest, (gap) => atMost(gap) >= 1 - RAREST)
  const chances = new Float64Array(to - from + 1)
  for (let gap = from, before = 0; gap <= to; gap++) {
    const now = atMost(gap)
    chances[gap - from] = Math.max(0, now - before)
    before = now
  }
  return { from, chances }
}

/** The smallest whole number up to `most` from which a condition holds. */
function firstWhere(most: number, holds: (value: number) => boolean): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

export const gapsFigure: FigureTask = {
  answer(context) {
    const { sequences } = context
    const luck = luckOfLongestGap(sequences)
    const longest = longestSeries(context, luck)
    return {
      sentences: [
        `The longest gap of a number is about ${roughly(meanOf(luck))} draws by luck, usually ${rangeWords(centralRange(luck))}.`,
        outsideSentence(longest.marks, luck),
        'A long gap does not make a number due: its chance in the next draw is the same.',
      ],
      series: sequences.length === 1 ? [nowSeries(itemAt(sequences, 0)), longest] : [longest],
    }
  },
  open({ sequences }, mark) {
    const [kind, text] = mark.split('.')
    const number = wholeOf(text, 1, HIGHEST)
    if (number === null) return null
    if (kind === 'now') return sequences.length === 1 ? lastDraw(itemAt(sequences, 0), number) : null
    return kind === 'longest' ? endsOfLongest(sequences, number) : null
  },
}

function longestSeries({ sequences, nameOf }: FigureContext, luck: Distribution): LabSeries {
  const cases = drawsIn(sequences)
  const marks = longestGaps(sequences).map(({ number, draws, game }) =>
    markOf({
      key: `longest.${number}`,
      label: String(number),
      count: draws,
      cases,
      luck,
      counted: `Stayed away for ${drawsWords(draws)}${sequences.length > 1 ? ` in ${nameOf(game)}` : ''}`,
      facts: [{ name: 'Game', value: nameOf(game) }],
    }),
  )
  return { key: 'longest', title: 'The longest gap of each number', counted: 'Draws', marks }
}

/** The gaps of one game as they are now. */
function nowSeries(sequence: Sequence): LabSeries {
  const luck = luckOfGap(sequence.length, sequence.width / HIGHEST)
  const marks = gapsOf(sequence).map((gaps): LabMark => {
    const { number, current, came } = gaps
    const mark = markOf({
      key: `now.${number}`,
      label: String(number),
      count: current,
      cases: sequence.length,
      luck,
      facts: factsOf(sequence, gaps),
    })
    return { ...mark, sentence: gapSentence(current, sequence, came > 0), opens: came > 0 }
  })
  return { key: 'now', title: 'Draws since each number came', counted: 'Draws', marks }
}

function gapSentence(gap: number, { width, length }: Sequence, hasCome: boolean): string {
  const since = hasCome ? `${drawsWords(gap)} since it came.` : `It did not come in ${drawsWords(length)}.`
  if (gap === 0) return 'It came in the newest draw.'
  const once = 1 / chanceOfGap(gap, width)
  return `${since} Luck leaves a number out at least this long 1 time in ${once < 9.95 ? decimal(once) : formatCount(Math.round(once))}.`
}

function factsOf(sequence: Sequence, { lastRow, record, mean, came }: NumberGaps): LabMark['facts'] {
  return [
    { name: 'Came', value: formatCount(came) },
    { name: 'Last', value: lastRow === null ? 'never' : formatDate(dateAt(sequence.draws, lastRow)) },
    { name: 'Mean gap', value: mean === null ? 'none' : decimal(mean) },
    { name: 'Longest', value: formatCount(record) },
  ]
}

function lastDraw(sequence: Sequence, number: number): OpenedCase[] {
  const { lastRow } = itemAt(gapsOf(sequence), number - 1)
  return lastRow === null ? [] : [[{ game: sequence.draws.game, row: lastRow, numbers: [number] }]]
}

/** The draws before and after the longest gap of a number, where they exist. */
function endsOfLongest(sequences: readonly Sequence[], number: number): OpenedCase[] {
  const { game, draws: longest } = itemAt(longestGaps(sequences), number - 1)
  const sequence = present(sequences.find(({ draws }) => draws.game === game))
  const ends = [-1, ...itemAt(comingsOf(sequence), number - 1).at, sequence.length]
  const last = ends.findIndex((t, i) => t - (ends[i - 1] ?? t) - 1 === longest)
  const rows = ends.slice(last - 1, last + 1).flatMap((t) => sequence.rows[t] ?? [])
  return [rows.map((row) => ({ game, row, numbers: [number] }))]
}
