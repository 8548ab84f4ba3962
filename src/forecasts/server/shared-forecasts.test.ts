import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { textOf } from '../../../tests/support/html.ts'
import { predictionServer } from '../../../tests/support/predictions.ts'
import { fetchPicture, metaOf, pathOf } from '../../../tests/support/shares.ts'

// Share pictures and the pages that name them, over HTTP and signed out.

describe('a forecast', () => {
  const { server, admin, setClock, publish } = predictionServer({ keepsLedger: true })
  const PAGES = (id: number) => [
    `/record/${id}`,
    `/api/public/forecasts/${id}`,
    `/share/forecasts/${id}/0123456789abcdef.png`,
  ]

  test('is shared nowhere before its close, unless its draw is recorded already', async () => {
    await setClock('2023-10-02', '08:00')
    const { id } = (await publish({ numbers: '7, 42' })).body
    const early = { game: 'diamond', date: '2023-10-02', winning: [7, 90, 89, 88, 87] }
    for (const path of PAGES(id))
      expect([path, (await server().anonymous().get(path)).status]).toEqual([path, 404])
    await setClock('2023-10-02', '09:20')
    // The game's name publishes a result before its close.
    const named = { ...early, name: 'Diamond' }
    const warned = await admin().post('/api/admin/draws', named)
    const seen = Object.values(warned.body.fields ?? {})
    expect((await admin().post('/api/admin/draws', { ...named, seen })).status).toBe(201)
    // A result reveals the forecasts of its draw.
    for (const path of PAGES(id))
      expect([path, (await server().anonymous().get(path)).status < 400]).toEqual([path, true])

    await setClock('2023-10-02', '09:31')
    const html = (await server().anonymous().get(`/record/${id}`)).text
    const tags = metaOf(html)
    expect(tags['og:title']).toBe('Forecast: Premier Diamond, Mon 2 Oct 2023')
    expect(tags['og:image:alt']).toContain('Forecast: 7, 42. Draw: 7 - 90 - 89 - 88 - 87. 1 of 2 came.')
    expect(tags['og:image:alt']).toMatch(/The only forecast for this draw\. Dated by our own clock only\.$/)
    const before = pathOf(server(), tags['og:image']!)
    expect((await fetchPicture(server(), before)).status).toBe(200)
  })

  test('without a result yet has its slip past the close, and no picture', async () => {
    await setClock('2023-10-09', '08:00')
    const { id } = (await publish({ numbers: '7, 42' })).body
    await setClock('2023-10-09', '09:45')
    const statuses = PAGES(id).map(async (path) => (await server().anonymous().get(path)).status)
    expect(await Promise.all(statuses)).toEqual([200, 200, 404])
  })

  test('published after its lock has a page past the close, with the picture of the product', async () => {
    await setClock('2023-10-16', '09:25')
    const { id } = (await publish({ numbers: '7, 42', date: '2023-10-16' })).body
    expect((await server().anonymous().get(`/record/${id}`)).status).toBe(404)
    await setClock('2023-10-16', '09:35')
    const { status, text } = await server().anonymous().get(`/record/${id}`)
    expect(status).toBe(200)
    expect(textOf(text)).toContain('Published too late to count, so it is never scored.')
    expect(metaOf(text)['og:image']).toContain('/share/product/')
    expect((await server().anonymous().get(PAGES(id)[2]!)).status).toBe(404)
  })

  test.each([
    ['2023-10-23', 'Ten', '7, 90, 89, 88, 87, 16, 25, 34, 43, 52'],
    ['2023-10-30', '', '7, 90, 89, 88, 87, 16, 25, 34, 43, 52, 61, 70, 79, 3, 12, 21, 30, 39, 48, 57'],
  ])('of %s, %s with many numbers, has a picture of at most 30 kB', async (date, form, numbers) => {
    await setClock(date, '08:00')
    const { id } = (await publish({ numbers, ...(form && { form: 'ten' }) })).body
    await setClock(date, '12:00')
    const draw = { game: 'diamond', date, winning: [7, 90, 89, 88, 87] }
    expect((await admin().post('/api/admin/draws', draw)).status).toBe(201)
    const tags = metaOf((await server().anonymous().get(`/record/${id}`)).text)
    const { status, bytes } = await fetchPicture(server(), pathOf(server(), tags['og:image']!))
    expect(status).toBe(200)
    expect(bytes.length).toBeLessThanOrEqual(30_000)
    // The rings of hits keep their gold.
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    let gold = 0
    for (let at = 0; at < data.length; at += 3)
      if (data[at]! > 240 && data[at + 1]! > 180 && data[at + 2]! < 70) gold++
    expect(gold).toBeGreaterThan(4000)
  })

  test.each(['0', '-1', '1e3', '01', '999999', 'house', '9'.repeat(19)])(
    '%s is no forecast',
    async (number) => {
      for (const path of [`/record/${number}`, `/share/forecasts/${number}/0123456789abcdef.png`])
        expect([path, (await server().anonymous().get(path)).status]).toEqual([path, 404])
    },
  )
})
