import { describe, expect, test } from 'vitest'
import { publicDraws } from '../../../../tests/support/public-draws.ts'

const { server, admin, stranger } = publicDraws()

describe('the sitemap', () => {
  const lastmods = async () => {
    const texts = await Promise.all(
      ['', '/pages', '/draws-2023', '/draws-2025'].map(
        async (name) => (await stranger().get(`/sitemap${name}.xml`)).text,
      ),
    )
    const entries = [...texts.join('').matchAll(/<loc>(.+)<\/loc>(?:<lastmod>(.+)<\/lastmod>)?</g)]
    return new Map(
      entries.map(([, loc, at]) => [loc!.slice(server().url.length), at ? Date.parse(at) : null]),
    )
  }
  const PAGES = [
    '/results/2023-03-06',
    '/d/diamond.2023-03-06',
    '/results/diamond',
    '/results/diamond/2023',
    '/sitemap/draws-2023.xml',
  ]

  test('changes exactly the pages on which a draw was recorded, corrected or deleted', async () => {
    const before = await lastmods()
    expect(before.get('/privacy')).toBeNull()
    expect(before.has(PAGES[0]!)).toBe(false)
    const since = await server().now()
    const draw = { game: 'diamond', date: '2023-03-06', winning: [1, 2, 3, 4, 5] }
    const { id } = (await admin().post('/api/admin/draws', draw)).body
    const recorded = await lastmods()
    for (const page of PAGES) {
      expect(recorded.get(page)).toBeGreaterThanOrEqual(Math.floor(since))
      expect(recorded.get(page)).toBeLessThanOrEqual(Math.ceil(await server().now()))
    }
    const others = [...before.keys()].filter((page) => !PAGES.includes(page) && page !== '/results')
    expect(others.length).toBeGreaterThan(5)
    for (const page of others) expect([page, recorded.get(page)]).toEqual([page, before.get(page)])

    const body = { version: 1, date: draw.date, winning: [1, 2, 3, 4, 6], reason: 'test' }
    expect((await admin().request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
    const corrected = await lastmods()
    for (const page of PAGES) expect(corrected.get(page)).toBeGreaterThan(recorded.get(page)!)

    const gone = { version: 2, reason: 'test' }
    const deleted = await admin().request('DELETE', `/api/admin/draws/${id}`, { body: gone })
    expect(deleted.status).toEqual(expect.any(Number))
    expect(deleted.text).toEqual(expect.not.stringContaining('problem'))
    const after = await lastmods()
    expect(after.has(PAGES[0]!)).toBe(false)
    expect(after.get('/results/diamond')).toBeGreaterThan(corrected.get('/results/diamond')!)
  })
})
