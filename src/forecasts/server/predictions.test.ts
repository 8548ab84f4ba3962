import { describe, expect, test } from 'vitest'
import { contentsOf } from '../../../tests/support/database.ts'
import { instant, predictionServer } from '../../../tests/support/predictions.ts'
import { expectRefused } from '../../../tests/support/refusals.ts'
import { type Visitor } from '../../../tests/support/test-server.ts'

const { server, admin, pro, setClock, publish, edit, read } = predictionServer()

describe('invalid predictions', () => {
  const INVALID: [string, object][] = [
    ...[
      '',
      '91',
      '1,1',
      'NaN',
      '1e1',
      '=1+1',
      null,
      7,
      {},
      [null],
      [[7]],
      [true],
      [1.5],
      ['a\0b'],
      ['\ud800'],
      'x'.repeat(1024 * 1024),
    ].map((numbers): [string, object] => [`numbers ${JSON.stringify(numbers).slice(0, 30)}`, { numbers }]),
    ...[
      '',
      'roulette',
      '<script>alert(1)</script>',
      '__proto__',
      'a\0b',
      '\ud800',
      '\u202eabc',
      'x'.repeat(81),
      null,
      7,
      {},
    ].map((gameName): [string, object] => [`game name ${JSON.stringify(gameName)}`, { gameName }]),
    ...['2023-02-30', '9999-01-01', 7, {}, [], 'a\0b'].map((date): [string, object] => [
      `date ${JSON.stringify(date)}`,
      { date },
    ]),
    // IMG-06
    ...[
      'javascript:alert(1)',
      'http://example.com/a.png',
      `https://example.com/${'a'.repeat(500_000)}`,
      '/api/images/../../x',
      'a\0b',
      7,
      {},
    ].map((image): [string, object] => [`image ${JSON.stringify(image).slice(0, 40)}`, { image }]),
    ['a form of other numbers', { form: 'ten' }],
    ['an unknown form', { form: '__proto__' }],
    ['very long reasons', { reasons: 'x'.repeat(501) }],
    ['reasons with a direction mark', { reasons: '\u202eabc' }],
    ['an invalid key', { submitKey: 'x' }],
    ['two dates that differ', { date: '2023-10-05', predictionDate: '2023-10-02' }],
  ]

  test('are refused, also as an edit, and change nothing', async () => {
    const { id, version } = (await publish({})).body
    const before = await contentsOf(server())
    for (const [name, body] of INVALID) {
      const answers = [await publish(body)]
      if (!('submitKey' in body)) answers.push(await edit(id, { version, ...body }))
      for (const answer of answers) {
        expectRefused(answer, name)
        expect([name, [400, 413].includes(answer.status)]).toEqual([name, true])
      }
    }
    expect(await contentsOf(server())).toEqual(before)
  })

  test('are reported at their fields, all at once', async () => {
    const { body } = await publish({ gameName: 'inter or gold', numbers: '91', date: 'x', image: 'ftp://x' })
    expect(body.fields).toEqual({
      gameName: 'Which game do you mean: International, Gold?',
      numbers: 'Enter whole numbers from 1 to 90, separated by commas; "91" is not one.',
      date: 'The date "x" does not exist; write it as 2023-10-02.',
      image: 'The address of a picture starts with https://',
    })
  })

  test('INJ-01 free text is answered unchanged, and is text on the page', async () => {
    const reasons = '<img src=x onerror=alert(1)>"\'&=HYPERLINK(1)'
    const { body } = await publish({ reasons, image: 'https://example.com/a.png?a=1&b=2' })
    expect((await read(body.id)).reasons).toBe(reasons)
    const page = await pro().get('/dashboard/prediction')
    expect(page.text).not.toContain('<img src=x')
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';/)
  })
})

describe('lists', () => {
  const all = async (by: Visitor, path: string) => {
    const seen: any[] = []
    for (let after: string | null = ''; after !== null;) {
      const { body }: { body: any } = await by.get(`${path}${after === '' ? '' : `?after=${after}`}`)
      expect(body.predictions.length).toBeLessThanOrEqual(20)
      seen.push(...body.predictions)
      after = body.next
    }
    return seen
  }

  test('hold every prediction exactly once across pages, while more are added', async () => {
    const dates = ['2023-10-02', '2023-10-05', '2023-10-09', '2023-09-28']
    for (let i = 0; i < 51; i++) await publish({ date: dates[i % 4], numbers: String(i + 1) })
    const rows = await server()
      .rows`select id, draw_date, coalesce(closes_at > now(), false) as open from predictions`
    const staff = await all(admin(), '/api/admin/predictions')
    expect(staff.map(({ id }) => id)).toEqual(rows.map(({ id }) => Number(id)).sort((a, b) => b - a))
    const readers = await all(pro(), '/api/predictions')
    const order = rows.map(({ id, draw_date, open }) => ({ id: Number(id), date: String(draw_date), open }))
    order.sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
    const closed = order.filter(({ open }) => !open)
    expect(closed.length).toBeGreaterThan(50)
    expect(readers.slice(-closed.length).map(({ id }) => id)).toEqual(closed.map(({ id }) => id))
    expect(readers).toHaveLength(order.length)
  })

  test('show players the next draw to close first, later ones after it, closed ones last', async () => {
    await setClock('2024-02-03', '08:00')
    const [thursday, monday, later] = ['2024-02-08', '2024-02-05', '2024-02-12']
    for (const date of [thursday, later, monday, '2024-01-29']) await publish({ date })
    const dates = async (): Promise<string[]> =>
      (await pro().get('/api/predictions')).body.predictions
        .map(({ date }: { date: string }) => date)
        .filter((date: string) => date < '2025')
    expect((await dates()).slice(0, 4)).toEqual([monday, thursday, later, '2024-01-29'])
    await setClock(monday, '09:29')
    expect((await dates()).slice(0, 3)).toEqual([monday, thursday, later])
    await setClock(monday, '09:31')
    expect((await dates()).slice(0, 4)).toEqual([thursday, later, monday, '2024-01-29'])
  })

  test('hold every prediction once while a draw closes between two pages', async () => {
    await setClock('2024-02-19', '09:29')
    const mondays = ['2024-02-19', '2024-02-26', '2024-03-04', '2024-03-11', '2024-03-18']
    const expected: string[] = []
    for (const date of mondays)
      for (let i = 0; i < 6; i++) {
        await publish({ date })
        expected.push(date)
      }
    const first = (await pro().get('/api/predictions')).body
    await setClock('2024-02-27', '12:00')
    const second = (await pro().get(`/api/predictions?after=${first.next}`)).body
    const seen: { id: number; date: string }[] = [...first.predictions, ...second.predictions].slice(0, 30)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(30)
    expect(seen.map(({ date }) => date)).toEqual(expected)
  })
})

describe('the form’s data', () => {
  test('lists each game with its next open draw, and the upload address of pictures', async () => {
    await setClock('2023-12-11', '09:00')
    const { body } = await admin().get('/api/admin/prediction-form')
    expect(body.games).toHaveLength(18)
    const coming = (date: string, close: string, lock: string) => ({
      date,
      closesAt: instant(date, close),
      locksAt: instant(date, lock),
    })
    const draws = [
      coming('2023-12-11', '09:30', '09:15'),
      coming('2023-12-14', '15:30', '15:15'),
      coming('2023-12-18', '09:30', '09:15'),
    ]
    expect(body.games[0]).toEqual({ key: 'diamond', name: 'Diamond', next: draws[0], draws })
    const dates = body.games.flatMap((game: any) => game.draws.map(({ date }: any) => date))
    expect(dates.toSorted().at(-1)).toBe('2023-12-18')
    expect(body.upload).toEqual({ url: '/api/admin/images', preset: 'predictions', isOurs: true })
  })

  test('names an external host where one is set', async () => {
    const other = await server().another({
      IMAGE_UPLOAD_URL: 'https://api.images.example/v1/upload',
      IMAGE_UPLOAD_PRESET: 'lotto',
    })
    const { body } = await (await other.as('admin')).get('/api/admin/prediction-form')
    expect(body.upload).toEqual({
      url: 'https://api.images.example/v1/upload',
      preset: 'lotto',
      isOurs: false,
    })
  })
})
