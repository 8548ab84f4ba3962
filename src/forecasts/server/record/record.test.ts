import { beforeAll, describe, expect, test } from 'vitest'
import { linksOf, tagsOf, textOf } from '../../../../tests/support/html.ts'
import { api, page, textAsRead, words } from '../../../../tests/support/record-pages.ts'
import { addAuthor, history, publication, result, seedLedger } from '../../../../tests/support/seed-ledger.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { addDays, instantAt, lagosDate } from '../../../platform/rules/base/calendar.ts'

// The public record, over HTTP and signed out.
const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** Empty at first; the corrected draw comes last. */
const empty = testServer()

describe('before the first forecast', () => {
  test('the page says what will come, without script, also in the frame of a player', async () => {
    const { status, text, headers } = await empty().anonymous().get('/record')
    expect(status).toBe(200)
    expect(textOf(text)).toContain('No forecast has been published yet.')
    expect(textOf(text)).toContain('We only add lines.')
    expect(linksOf(text)).toEqual(expect.arrayContaining(['/record/check']))
    expect(tagsOf(text).filter(({ name }) => name === 'script')).toEqual([])
    expect(text).toContain('<meta property="og:title" content="Public record">')
    const own = await (await empty().as('pro')).get('/record')
    expect(textOf(own.text)).toContain('No forecast has been published yet.')
    expect(tagsOf(own.text).filter(({ name }) => name === 'script')).toEqual([])
    const etag = headers.get('etag')!
    const again = await empty()
      .anonymous()
      .get('/record', { headers: { 'if-none-match': etag } })
    expect([again.status, headers.get('cache-control')]).toEqual([304, 'public, no-cache'])
  })

  test.each(['form-ten', 'author-1', 'author-x', 'nothing'])('%s is no record', async (name) => {
    expect((await empty().anonymous().get(`/record?of=${name}`)).status).toBe(404)
    expect((await empty().anonymous().get(`/api/public/record?of=${name}`)).status).toBe(404)
  })
})

describe('28 two sure', () => {
  const server = testServer()
  beforeAll(async () => {
    const author = await addAuthor(server(), 'Mama Ngozi')
    await addAuthor(server(), 'Silent')
    const forecast = { numbers: [7, 42], form: 'two_sure', author } as const
    await seedLedger(
      server(),
      history(Date.now(), 28, { ...forecast, numbers: [7, 42] }, (i) => (i % 7 === 0 ? 1 : 0)),
    )
  })

  test('are too early to tell, for the house, the form and the author', async () => {
    const text = await words(server())
    expect(text).toContain('4 of our 56 numbers came. Guessing gives about 3.1, usually 0 to 7.')
    expect(text).toContain("'Usually' means in 19 of 20 such records.")
    expect(text).toContain(
      'Too early to tell: 28 draws are in, and even forecasts twice as good as guessing need about 165 to show it.',
    )
    expect(text).toMatch(/0 of 28 won; guessing wins 0( to 1)?; nine guessers in ten win none/)
    expect(text).toContain('The usual bets on these forecasts cost ₦2,800 and brought back ₦0.')
    expect(text).not.toContain('Back per ₦100')
    for (const heading of ['By form', 'Two sure', 'By author', 'Mama Ngozi']) expect(text).toContain(heading)
    for (const of of ['form-two_sure', 'author-1'])
      expect(await words(server(), `/record?of=${of}`)).toContain('Too early to tell: 4 of 56 numbers came.')
  })

  test('are slips by the month of their draw, each once, and lead to their large slip', async () => {
    const { months, next } = await api(server(), '/api/public/record')
    const slips: any[] = months.flatMap((month: any) => month.slips)
    expect([slips.length, new Set(slips.map(({ id }) => id)).size, next]).toEqual([28, 28, null])
    const sum = (figure: string) => months.reduce((total: number, { wins }: any) => total + wins[figure], 0)
    expect([sum('won'), sum('forecasts')]).toEqual([0, 28])
    expect(sum('byLuck')).toBeCloseTo(28 / 400.5, 10)
    const dates = slips.map(({ date }) => date)
    expect(dates).toEqual([...dates].sort((a, b) => (a < b ? 1 : -1)))
    const hit = slips.find(({ score }) => score.came > 0)
    const html = await page(server(), '/record')
    expect(linksOf(html)).toContain(`/record/${hit.id}`)
    expect(html).toMatch(
      />Diamond, [^<]*\. Not won, 1 of 2 came\. The only forecast for this draw\. Dated by our own clock only</,
    )
    expect(html).toMatch(/0 won of \d+<\/b>; luck 0\.\d/)
    // Gold and the tick are for bets that won.
    expect(html).toContain('class="small-slip small-came"')
    expect(html).not.toContain('class="small-slip small-won"')
    expect(html).toContain('Dated by outside clocks before the close: 0 of')
    const text = await words(server(), `/record/${hit.id}`)
    expect(text).toContain('Not won')
    expect(text).toContain('at least one in 1 of 9 draws')
    expect(text).toContain('7 - 90 - 89 - 88 - 87')
  })

  test('are compared with luck in one sentence above the bar, and unfurl with their sentences', async () => {
    expect(await words(server())).toContain('Too early to tell: 4 of 56 numbers came.')
    const html = await page(server(), '/record')
    expect(html).toContain('4. Luck gives about 3.1, usually 0 to 7.')
    expect(html).toContain('<meta property="og:description" content="4 of our 56 numbers came.')
  })
})

describe('180 draws of ten numbers inside luck', () => {
  const server = testServer()

  test('say so', async () => {
    const author = await addAuthor(server(), 'Mama Ngozi')
    const hits = (i: number) => (i % 9 < 5 ? 1 : 0)
    await seedLedger(server(), history(Date.now(), 180, { numbers: TEN, form: 'ten', author }, hits))
    const text = await words(server())
    expect(text).toContain('That is what guessing gives. So far our forecasts are no better than guessing.')
    // Ten wins are expected, so naira back is a figure beside its range.
    expect(text).toMatch(/Back per ₦100 staked ₦\d+/)
    expect(await page(server(), '/record')).toMatch(/₦\d+\. Luck gives about ₦60, usually ₦\d+ to ₦\d+\./)
  })
})

describe('a few draws of hits alone', () => {
  const server = testServer()
  test('are a proof, so that the luck bar is not too few to tell', async () => {
    const author = await addAuthor(server(), 'Mama Ngozi')
    await seedLedger(
      server(),
      history(Date.now(), 30, { numbers: [7, 42], form: 'two_sure', author }, () => 2),
    )
    const text = await words(server())
    expect(text).toContain('Better than guessing so far: 60 of 60 numbers came.')
    expect(text).not.toContain('too few to tell')
  })
})

describe('a secret forecast', () => {
  const server = testServer()
  const tomorrow = addDays(lagosDate(Date.now()), 1)
  const secret = { date: tomorrow, numbers: [77, 78, 79], form: 'three_direct', lead: 30 } as const
  const withdrawn = { date: tomorrow, numbers: [66, 67], form: 'two_sure', lead: 29 } as const
  const scored = result(tomorrow, [77, 1, 2, 3, 4])
  beforeAll(async () => {
    const author = await addAuthor(server(), 'Mama Ngozi')
    const versions = [secret, withdrawn].map((one) =>
      publication({ ...one, numbers: [...one.numbers], author }),
    )
    const { game, date, forecast } = versions[1]!
    await seedLedger(server(), [
      ...versions,
      { kind: 'withdrawal', at: versions[1]!.at + 1, game, date, forecast },
    ])
  })
  const paths = ['/record.csv', '/record', '/record?of=author-1', '/api/public/record']
  /** The forecasts are the last entries but one. */
  const entryOf = async (fromEnd: number) => (await api(server(), '/api/public/record')).log.entries - fromEnd

  test('shows no numbers before the close, and no record of its form', async () => {
    for (const path of paths) {
      const { status, text } = await server().anonymous().get(path)
      expect([path, status]).toEqual([path, 200])
      const shown = /^\/api|csv$/.test(path) ? text : textOf(text)
      expect([path, /\b78\b|\b79\b|\b66\b|\b67\b/.exec(shown)?.[0]]).toEqual([path, undefined])
      expect(text).not.toContain('nonce')
    }
    for (const of of ['form-three_direct', 'form-two_sure'])
      expect((await server().anonymous().get(`/record?of=${of}`)).status).toBe(404)
    const check = await words(server(), `/record/check?fingerprint=${await entryOf(2)}`)
    expect(check).not.toMatch(/\b78\b|nonce/)
    for (const part of ['Diamond', 'Mama Ngozi', 'secret until', 'Published']) expect(check).toContain(part)
  })

  test('shows everything from the close on, also what was withdrawn', async () => {
    const { clock } = server().services
    clock.setOffset(instantAt(tomorrow, 9 * 60 + 30) - Date.now() - 60_000)
    expect(await words(server())).not.toContain('Three direct')
    clock.setOffset(instantAt(tomorrow, 9 * 60 + 30) - Date.now() + 1000)
    await seedLedger(server(), [scored])
    const text = await words(server())
    expect(text).toContain('1 of our 3 numbers came.')
    const { months } = await api(server(), '/api/public/record')
    expect(months[0].slips.map(({ state, score }: any) => [state, score?.words]).sort()).toEqual([
      ['scored', 'Not won, 1 of 3 came'],
      ['withdrawn', undefined],
    ])
    const [won, taken] = ['scored', 'withdrawn'].map((wanted) =>
      months[0].slips.find(({ state }: any) => state === wanted),
    )
    expect(await words(server(), `/record/${won.id}`)).toContain('three direct')
    expect(text).toMatch(/Withdrawn before the close \(50%\) 1/)
    expect(await words(server(), `/record/${taken.id}`)).toContain(
      'Withdrawn in time: listed and not scored.',
    )
    // Both reveals and the result follow the withdrawal.
    const { found } = await api(server(), `/api/public/ledger-entry?fingerprint=${await entryOf(4)}`)
    expect(found.opening).toContain('"numbers":[66,67]')
    clock.setOffset(0)
  })
})

describe('a corrected draw', () => {
  const day = addDays(lagosDate(Date.now()), -3)

  test('changes the record, and both scores are shown', async () => {
    const author = await addAuthor(empty(), 'Mama Ngozi')
    await seedLedger(empty(), [
      publication({ date: day, numbers: [7, 42], form: 'two_sure', author }),
      result(day, [7, 1, 2, 3, 4]),
    ])
    const before = await empty().anonymous().get('/record')
    expect(textOf(before.text)).toContain('1 of our 2 numbers came.')
    await seedLedger(empty(), [result(day, [7, 42, 2, 3, 4], { at: instantAt(day, 12 * 60) })])
    const after = await empty()
      .anonymous()
      .get('/record', { headers: { 'if-none-match': before.headers.get('etag')! } })
    expect(after.status).toBe(200)
    const text = textAsRead(after.text)
    expect(text).toContain('2 of our 2 numbers came.')
    const { months } = await api(empty(), '/api/public/record')
    const slip = await words(empty(), `/record/${months[0].slips[0].id}`)
    expect(slip).toContain('Won, 2 of 2 came Diamond')
    expect(slip).toContain('Corrected. Before: 7 - 1 - 2 - 3 - 4. Not won, 1 of 2 came.')
  })
})
