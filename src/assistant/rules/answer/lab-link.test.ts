// An answer and the figure of the lab that it links to are the same count on the same draws.
import { describe, expect, test } from 'vitest'
import { random } from '../../../../tests/support/random.ts'
import { dayOf, parseDate } from '../../../platform/rules/base/calendar.ts'
import { seedGames } from '../../../draws/rules/games.ts'
import { historyOf } from '../../../draws/rules/history.ts'
import { labAnswer } from '../../../statistics/rules/lab/figures/compute.ts'
import { LAB_FIGURE_KEYS } from '../../../statistics/rules/lab/figures.ts'
import { LAB_FIELDS, parseLabQuery } from '../../../statistics/rules/lab/query.ts'
import { ask } from './ask.ts'
import { show } from './show.ts'
import { historyDraw } from '../../../../tests/support/history-draw.ts'

const NOW = Date.parse('2025-07-02T10:00:00+01:00')
const LAST = dayOf(parseDate('2025-06-30')!)
const source = random(21)
const tenBalls = () => {
  const balls = new Set<number>()
  while (balls.size < 10) balls.add(1 + source.below(90))
  return [...balls]
}
const DATA = {
  games: seedGames(parseDate('2020-01-01')!),
  history: historyOf(
    ['bingo', 'gold', 'national'].flatMap((game, g) =>
      Array.from({ length: 200 }, (_, i) => {
        const balls = tenBalls()
        return historyDraw({
          game,
          day: LAST - g - 3 * i,
          winning: balls.slice(0, 5),
          machine: balls.slice(5),
        })
      }),
    ),
  ),
}

function answered(question: string) {
  const answer = ask({ question }, NOW, DATA)
  expect(answer.status, question).toBe('answered')
  return { answer, shown: show(answer, DATA, true) }
}

/** The figure of the lab behind a link. */
function labBehind(path: string) {
  const search = new URL(path, 'http://lab').searchParams
  const figure = LAB_FIGURE_KEYS.find((key) => key === search.get('figure'))!
  const typed = Object.fromEntries(
    LAB_FIELDS.flatMap((field) => (search.has(field) ? [[field, search.get(field)!]] : [])),
  )
  const read = parseLabQuery(figure, typed)
  if ('problems' in read) throw new Error(`${path}: ${JSON.stringify(read.problems)}`)
  return labAnswer(DATA, read.query)
}

const linkOf = (question: string) =>
  answered(question).shown.links.find(({ path }) => path.startsWith('/dashboard/statistics'))

/** A question, the mark of its lab figure, and the count that both have. */
test.each<[string, string, (value: any) => number]>([
  ['How many times has 45 come in Bingo?', '45', ([count]) => count],
  ['How many times has 45 come as machine number in Bingo?', '45', ([count]) => count],
  ['How many times has 7 come as first box in Gold?', '7', ([count]) => count],
  ['How many times has 7 come in 2025?', '7', ([count]) => count],
  ['How many times has 7 come on Mondays?', '7', ([count]) => count],
  ['How many times has 7 come in the Ghana games since January 2025?', '7', ([count]) => count],
  ['How many times has 7 come in the last 50 Gold draws?', '7', ([count]) => count],
  ['How many times has 7 come as winning or machine in Gold?', '7', ([count]) => count],
  ['Which came more, 7 or 45, in Gold?', '45', ([, count]) => count],
  ['What is the gap of 7 in Gold?', 'now.7', ({ draws }) => draws],
  ['How many times have 7 and 45 come together?', '7-45', ({ count }) => count],
  ['How many times did 7 come in the next draw after 45?', 'later.7', ({ times }) => times],
  ['How many times did 7 come exactly 2 draws later after 45 in Gold?', 'later.7', ({ times }) => times],
  ['How many times did 7 come within 3 draws after 45 in Gold?', 'within.7', ({ times }) => times],
  ['How many times did the counterpart follow in the next draw?', 'counterpart.1', ({ hits }) => hits],
  ['How many times did the shadow follow exactly 3 draws later in Gold?', 'shadow.3', ({ hits }) => hits],
  ['How many times did the code follow within 2 draws?', 'code.2', ({ hits }) => hits],
])('%s', (question, key, count) => {
  const { answer, shown } = answered(question)
  const mark = labBehind(linkOf(question)!.path)
    .series.flatMap(({ marks }) => marks)
    .find((one) => one.key === key)!
  expect(mark.count).toBe(count(answer.value))
  const { low, high } = mark.usual
  if (shown.luck) expect([shown.luck.low, shown.luck.high]).toEqual([low, high])
})

test('other figures are linked over the same draws', () => {
  const pathTo = (question: string) => linkOf(question)?.path
  expect(pathTo('Top 5 overdue numbers in Gold')).toBe('/dashboard/statistics?figure=gaps&games=gold')
  expect(pathTo('Which number comes most with 7 in the same draw?')).toBe(
    '/dashboard/statistics?figure=pairs',
  )
  expect(pathTo('Which number comes most within 3 draws after 7?')).toBe(
    '/dashboard/statistics?figure=followers&number=7',
  )
  expect(pathTo('Which number came most often in National?')).toBe(
    '/dashboard/statistics?figure=frequency&games=national',
  )
  for (const question of [
    'How many odd numbers came in Gold?',
    'How many numbers ending with 3 came in Gold?',
    'What is the sum of the numbers of the last Gold draw?',
  ])
    expect([question, pathTo(question)]).toEqual([question, '/dashboard/statistics/fair'])
  expect(pathTo('Does the chart work?')).toBe('/dashboard/statistics?figure=chart-test')
})

test.each([
  'When did 7 last come?',
  'How many times have 7 winning and 45 machine come?',
  'How many times did 7 come within 2 draws after 45?',
  'How many times did 7 come exactly 4 draws later after 45?',
  'What are the odds of two sure?',
  'How many times have 7, 45 and 60 come together?',
])('no figure of the lab shows: %s', (question) => {
  expect(linkOf(question)).toBeUndefined()
})

test('a plan without the lab has no link to it', () => {
  const { links } = show(ask({ question: 'How many times has 7 come?' }, NOW, DATA), DATA)
  expect(links.map(({ path }) => path)).not.toContainEqual(expect.stringContaining('statistics'))
})

describe('the cases below an answer', () => {
  test.each([
    ['How many times did 7 come in the next draw after 45?', ({ times }: any) => times],
    ['How many times did the malta follow within 3 draws in Gold?', ({ hits }: any) => hits],
    ['How many times did the malta of 7 follow in the next draw?', ({ hits }: any) => hits],
  ])('are as many as it counts: %s', (question, count) => {
    const { answer, shown } = answered(question)
    expect(shown.cases).toBe(count(answer.value))
    expect(shown.steps).toHaveLength(Math.min(6, shown.cases))
    for (const draws of shown.steps)
      for (const { winning, marked } of draws) expect(winning).toContain(marked[0]!.number)
    const days = shown.steps.map((draws) => draws[draws.length - 1]!.date)
    expect(days).toEqual([...days].sort().reverse())
  })

  test('of a list are the draws with one of its numbers', () => {
    const { answer, shown } = answered('Which number comes most in the next draw after 45 in Gold?')
    const listed = new Set((answer.value as { number: number }[]).map(({ number }) => number))
    expect(shown.cases).toBeGreaterThan(0)
    for (const [first, ...later] of shown.steps) {
      expect(first!.winning).toContain(45)
      for (const { marked } of later) for (const { number } of marked) expect(listed.has(number)).toBe(true)
    }
  })

  test('are none of other answers', () => {
    expect(answered('How many times has 7 come?').shown).toMatchObject({ cases: 0, steps: [] })
  })
})

test('a count outside the range by luck says what that means', () => {
  const words = (question: string) => answered(question).shown.notes.join(' ')
  const counts = Array.from({ length: 90 }, (_, i) => words(`How many times has ${i + 1} come?`))
  const outside = counts.filter((note) => note.startsWith('You chose this question yourself.'))
  expect(outside.length).toBeGreaterThan(0)
  expect(outside.length).toBeLessThan(15)
})
