import { expect, test } from 'vitest'
import { random } from '../../../../../tests/support/random.ts'
import { parseDate } from '../../../../platform/rules/base/calendar.ts'
import { seedGames } from '../../../../draws/rules/games.ts'
import { type HistoryDraw, historyOf } from '../../../../draws/rules/history.ts'
import { PROOF_KEYS } from '../proofs/proofs.ts'
import { LAB_FIGURE_KEYS, type LabFigureKey } from '../figures.ts'
import { type LabQuery, parseLabQuery, type TypedLabQuery, usedFields } from '../query.ts'
import type { OpenedCase } from '../opened-draws.ts'
import { labAnswer, openMark } from './compute.ts'

const GAMES = seedGames(parseDate('2023-01-01')!)
/** A Saturday, on which National draws; Aseda draws on the day after. */
const FIRST_DAY = 19_399

/** Two weekly games with missing days, "no draw" days and few different balls, so that rare cases happen. */
function someHistory() {
  const { below } = random(5)
  const ten = () => {
    const found = new Set<number>()
    while (found.size < 10) found.add(1 + below(30))
    return [...found]
  }
  const draws = ['national', 'aseda'].flatMap((game, g) =>
    Array.from({ length: 150 }, (_, i): HistoryDraw[] => {
      const chance = below(25)
      const day = FIRST_DAY + i * 7 + g
      const serial = (i % 52) + 1
      if (chance === 0) return []
      if (chance === 1)
        return [{ game, day, state: 'no_draw', serial, winning: [], machine: [], sample: false }]
      const balls = ten()
      const [winning, machine] = [balls.slice(0, 5), balls.slice(5)]
      return [{ game, day, state: 'drawn', serial, winning, machine, sample: false }]
    }).flat(),
  )
  return historyOf(draws)
}
const DRAWS = { history: someHistory(), games: GAMES }

/** Figures that count balls: a case may hold several of them. */
const COUNTS_BALLS = new Set<LabFigureKey>(['carry'])
/** Marks whose count is a length: their draws are the ends of a gap. */
const COUNTS_DRAWS_BETWEEN = new Set<LabFigureKey>(['gaps'])

const ballsIn = (cases: readonly OpenedCase[]) =>
  cases.reduce((sum, one) => sum + one[one.length - 1]!.numbers.length, 0)

/** The question of a figure with the fields that it has. */
function queryOf(figure: LabFigureKey, choice: TypedLabQuery): LabQuery {
  const typed = { number: '7', numbers: figure === 'groups' ? '3, 7, 12' : '3, 7', ...choice }
  const used = usedFields(figure, typed).flatMap((field) => (typed[field] ? [[field, typed[field]]] : []))
  const read = parseLabQuery(figure, Object.fromEntries(used))
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.query
}

const CHOICES: TypedLabQuery[] = [
  {},
  { set: 'machine' },
  { set: 'both' },
  { games: 'national', holes: 'out' },
  { window: '50', lag: '3', box: '2' },
]

test.each(LAB_FIGURE_KEYS.flatMap((figure) => CHOICES.map((choice) => [figure, choice] as const)))(
  'the draws behind each mark of %s are as many as it counts, over %o',
  (figure, choice) => {
    const query = queryOf(figure, choice)
    const { series } = labAnswer(DRAWS, query)
    let opened = 0
    for (const mark of series.flatMap(({ marks }) => marks)) {
      if (!mark.opens) continue
      opened++
      const cases = openMark(DRAWS, query, mark.key)!
      if (COUNTS_DRAWS_BETWEEN.has(figure)) expect([mark.key, cases.length]).toEqual([mark.key, 1])
      else expect(COUNTS_BALLS.has(figure) ? ballsIn(cases) : cases.length, mark.key).toEqual(mark.count)
    }
    if (figure !== 'uniformity') expect(opened).toBeGreaterThan(0)
    expect(openMark(DRAWS, query, 'unknown')).toBeNull()
  },
)

test('a proof exists only for ten figures, over all games and winning draws', () => {
  for (const figure of LAB_FIGURE_KEYS)
    for (const choice of CHOICES) {
      const { proof } = labAnswer(DRAWS, queryOf(figure, choice))
      // Carry has one set, and the groups and the pair of these questions are the player's own.
      const isWhole =
        (Object.keys(choice).length === 0 || (figure === 'carry' && 'set' in choice)) &&
        PROOF_KEYS.some((key) => key === figure && key !== 'groups' && key !== 'pairs')
      expect([figure, choice, proof !== null]).toEqual([figure, choice, isWhole])
    }
})
