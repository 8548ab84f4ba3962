import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { csv } from '../../../../tests/support/csv.ts'
import { random } from '../../../../tests/support/random.ts'
import { expectProblem } from '../../../../tests/support/refusals.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { dateOfDay } from '../../../platform/rules/base/calendar.ts'
import { LAB_FIGURE_KEYS, LAB_FIGURES, type LabFigureKey, STRUCK_FIGURES } from '../../rules/lab/figures.ts'
import { LAB_LIMITS } from '../../rules/lab/query.ts'
import { OWN_CHOICE_SENTENCE } from '../../rules/lab/scope.ts'
import type { LabAnswer, LabMark } from '../../rules/lab/figure.ts'

const server = testServer()
let admin: Visitor
let pro: Visitor
const GAMES = ['diamond', 'gold', 'lucky_G']
const DRAWS = 120

/** The fields that each figure needs. */
const NEEDED: Partial<Record<LabFigureKey, string>> = {
  followers: 'number=7',
  groups: 'numbers=7,20,33',
}
const path = (figure: LabFigureKey, query = '') => `/api/lab/${figure}?${NEEDED[figure] ?? ''}&${query}`

const importDraws = async (...lines: string[]) => {
  const raw = { type: 'text/csv', content: csv(...lines) }
  const { body } = await admin.request('POST', '/api/admin/draws/import', { raw })
  expect([body.inserted, body.refused]).toEqual([lines.length, []])
}

beforeAll(async () => {
  admin = await server().as('admin')
  pro = await server().as('pro')
  const { balls } = random(11)
  const lines = GAMES.flatMap((game, g) =>
    Array.from({ length: DRAWS }, (_, i) => {
      const ten = new Set<number>()
      while (ten.size < 10) for (const ball of balls()) if (ten.size < 10) ten.add(ball)
      return `${game},${dateOfDay(19_300 + i * 7 + g)},${(i % 50) + 1},,ok,${[...ten].join()}`
    }),
  )
  await importDraws(...lines)
})

test('the page lists every figure', async () => {
  const { text } = await pro.get('/dashboard/statistics')
  const list = text.slice(text.indexOf('aria-label="Figures"'))
  for (const key of LAB_FIGURE_KEYS)
    expect(list).toContain(LAB_FIGURES[key].question.replaceAll("'", '&#x27;'))
})

// One account asks for more figures here than a person does in a minute.
beforeEach(() => server().rows`delete from rate_limits`)

describe('access', () => {
  test('the proofs are for Pro alone on their page', async () => {
    const basic = await server().as('basic')
    const { games } = (await pro.get('/api/lab')).body
    expect(games).toHaveLength(18)
    expect(games).toContainEqual({ key: 'gold', name: 'Gold', operator: 'Premier Lotto' })
    const { proofs, sample } = (await pro.get('/api/lab/fair')).body
    expect([proofs.length, sample]).toEqual([10, false])
    const [own, locked] = await Promise.all([pro, basic].map((one) => one.get('/dashboard/statistics/fair')))
    for (const { question } of proofs) {
      expect(own!.text).toContain(question)
      expect(locked!.text).not.toContain(question)
    }
  })

  test('the sentence of the chart test is for every signed-in player', async () => {
    const { status, body } = await (await server().as('free')).get('/api/chart-result')
    expect([status, body.sample]).toEqual([200, false])
    expect(body.sentence).toMatch(
      /^We tested nine columns over the next three draws: 27 tests on 360 draws\./,
    )
    expect(Object.keys(body).sort()).toEqual(['sample', 'sentence'])
  })
})

describe.each(LAB_FIGURE_KEYS)('%s', (figure) => {
  test('has the counts of all draws beside luck, and every mark opens its draws', async () => {
    const { status, body } = await pro.get<LabAnswer>(path(figure))
    expect([status, body.figure, body.draws, body.games]).toEqual([200, figure, 3 * DRAWS, 3])
    expect(body.sentences.length).toBeGreaterThan(0)
    expect(body.sentences).not.toContain(OWN_CHOICE_SENTENCE)
    const marks = body.series.flatMap((series) => series.marks)
    for (const { expected, usual } of marks)
      expect(usual.low <= Math.ceil(expected) && usual.high >= Math.floor(expected)).toBe(true)
    const opened = marks.filter(({ opens, count }) => opens && count > 0)
    for (const mark of [opened[0], opened.at(-1)]) if (mark) await expectDraws(figure, mark)
  })

  test('has no verdict over draws of one’s own choice', async () => {
    for (const choice of ['games=gold', 'window=60', 'weekday=wednesday', 'operator=Ghana NLA']) {
      const { body } = await pro.get<LabAnswer>(path(figure, choice))
      const marks = body.series.flatMap((series) => series.marks)
      expect(marks.filter(({ outer }) => outer)).toEqual([])
      if (body.draws > 0) expect(body.sentences).toContain(OWN_CHOICE_SENTENCE)
      expect(body.sentences.join(' ') + marks.map(({ sentence }) => sentence).join(' ')).not.toMatch(
        /unusual|worth watching/i,
      )
    }
  })
})

/** The pages behind a mark together have its cases, and each draw is a recorded one with the highlighted numbers. */
async function expectDraws(figure: LabFigureKey, mark: LabMark): Promise<void> {
  const page = (number: number) =>
    pro.get(`/api/lab/${figure}/draws?${NEEDED[figure] ?? ''}&mark=${mark.key}&page=${number}`)
  const { status, body } = await page(1)
  expect([figure, mark.key, status]).toEqual([figure, mark.key, 200])
  expect(body.total).toBeGreaterThan(0)
  expect(body.cases).toHaveLength(Math.min(body.total, LAB_LIMITS.pageDraws))
  const pages = Math.ceil(body.total / body.pageSize)
  expect((await page(pages)).body.cases.length).toBe(body.total - (pages - 1) * body.pageSize)
  expect((await page(pages + 1)).body.cases).toEqual([])
  for (const one of body.cases)
    for (const { winning, machine, date, game } of one) {
      const [row] = await server()
        .rows`select winning, machine from draws where game_key = ${game} and date = ${date} and deleted_at is null`
      expect(row).toEqual({ winning, machine })
    }
  if (figure === 'frequency' || figure === 'pairs') {
    expect(body.total).toBe(mark.count)
    for (const [draw] of body.cases) expect(draw.winning).toEqual(expect.arrayContaining(draw.numbers))
  }
}

test('a pair is looked up among all pairs', async () => {
  const { series } = (await pro.get<LabAnswer>(path('pairs', 'numbers=20,7'))).body
  const [mark] = series[0]!.marks
  expect([series[0]!.title, mark!.label]).toEqual(['Your pair', '7, 20'])
  if (mark!.count > 0) await expectDraws('pairs', mark!)
  const three = (await pro.get<LabAnswer>(path('pairs', 'numbers=7,20,33'))).body
  expect([three.sentences, three.series]).toEqual([['A pair has two numbers.'], []])
})

test('former figures lead to the page of all proofs, and their methods to its method', async () => {
  for (const figure of STRUCK_FIGURES) {
    for (const [from, to] of [
      [`/dashboard/statistics?figure=${figure}&games=gold`, '/dashboard/statistics/fair'],
      [`/methods/${figure}`, '/methods/many-looks'],
    ] as const) {
      const { status, headers } = await pro.get(from)
      expect([from, status, headers.get('location')]).toEqual([from, 301, to])
      expect((await pro.get(to)).status).toBe(200)
    }
  }
})

test('refuses unknown figures, marks, games and fields', async () => {
  const refused: [string, number, string][] = [
    ['/api/lab/tips', 400, 'Invalid option'],
    ['/api/lab/frequency/draws', 400, 'mark: Invalid input'],
    ['/api/lab/frequency/draws?mark=91', 404, 'This figure has no such mark.'],
    ['/api/lab/uniformity/draws?mark=1', 404, 'This figure has no such mark.'],
    ['/api/lab/sums', 400, 'Invalid option'],
    ['/api/lab/frequency?games=bingo,tips', 400, 'Choose games of the list.'],
    ['/api/lab/frequency?operator=nobody', 400, 'Choose an operator of the list.'],
    ['/api/lab/frequency?window=5000', 400, 'The window must be'],
    ['/api/lab/frequency?tip=1', 400, 'Unknown field.'],
  ]
  for (const [address, status, text] of refused) {
    const answer = await pro.get(address)
    expectProblem(answer)
    expect([address, answer.status, JSON.stringify(answer.body)]).toEqual([
      address,
      status,
      expect.stringContaining(text),
    ])
  }
})

test('checked games may repeat the field, and one that is named twice is counted once', async () => {
  const of = async (games: string) => (await pro.get(`/api/lab/frequency?${games}`)).body
  for (const games of ['games=gold,gold', 'games=gold&games=gold,gold'])
    expect(await of(games)).toEqual(await of('games=gold'))
  const repeated = await of('games=gold&games=diamond')
  expect(repeated.games).toBe(2)
  expect(repeated).toEqual(await of('games=gold,diamond'))
})

test('a new draw changes a cached figure at once', async () => {
  const before = (await pro.get<LabAnswer>(path('frequency'))).body
  await importDraws(`bingo,${dateOfDay(19_400)},1,,ok,86,87,88,89,90,1,2,3,4,5`)
  const after = (await pro.get<LabAnswer>(path('frequency'))).body
  expect(after.draws).toBe(before.draws + 1)
  const countOf = ({ series }: LabAnswer, number: number) => series[0]!.marks[number - 1]!.count
  expect(countOf(after, 90)).toBe(countOf(before, 90) + 1)
  expect(countOf(after, 1)).toBe(countOf(before, 1))
})

test('other requests are answered while the lab computes', async () => {
  const answered: string[] = []
  // Each query is computed on its own. All of them wait for the one thread.
  const figures = Array.from({ length: 30 }, (_, i) =>
    pro.get(path('chart-test', `window=${i + 50}`)).then(({ status }) => answered.push(`figure ${status}`)),
  )
  const cheap = pro.get('/api/me').then(({ status }) => answered.push(`cheap ${status}`))
  await Promise.all([...figures, cheap])
  expect(answered.filter((one) => one === 'figure 200')).toHaveLength(30)
  expect(answered.indexOf('cheap 200')).toBeLessThan(answered.lastIndexOf('figure 200'))
})

test('too many figures at a time are refused with Retry-After, and other requests are not', async () => {
  // Of all questions these take the worker longest.
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, i) => pro.get(path('chart-test', `set=both&window=${i + 100}`))),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expectProblem(answer)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  }
  expect((await pro.get(path('chart-test', 'set=both&window=100'))).status).toBe(200)
})
