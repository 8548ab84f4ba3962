import { describe, expect, test } from 'vitest'
import { fetchPicture, metaOf, pathOf } from '../../../../tests/support/shares.ts'
import { testServer } from '../../../../tests/support/test-server.ts'

describe('a search', () => {
  const server = testServer()
  const QUERY = 'number=20&type=winning&position=first_box&game=diamond'

  test('unfurls with its words and the picture of the product, without its answer', async () => {
    const bot = server().anonymous()
    const { status, headers } = await bot.get(`/dashboard/past-results?${QUERY}&notice=reset-sent`)
    expect([status, headers.get('location')]).toEqual([302, `/login?${QUERY}`])
    const login = await bot.get(headers.get('location')!)
    const tags = metaOf(login.text)
    expect(tags).toMatchObject({
      'og:title': 'Number search: "20" in First box (winning). Diamond',
      'og:description': 'Log in to Lotto Forecast to see the answer. 18+',
      'og:url': `${server().url}/dashboard/past-results?${QUERY}`,
      'twitter:card': 'summary_large_image',
    })
    expect(login.text).not.toContain('is found')
    const { bytes, ...picture } = await fetchPicture(server(), pathOf(server(), tags['og:image']!))
    expect([picture.status, picture.headers.get('cross-origin-resource-policy')]).toEqual([
      200,
      'cross-origin',
    ])
    expect(bytes.length).toBeLessThanOrEqual(30_000)
    expect((await fetchPicture(server(), '/share/product/other/0123456789abcdef.png')).status).toBe(404)
  })

  test.each([
    ['/dashboard', '/login'],
    ['/dashboard/past-results', '/login?from=%2Fdashboard%2Fpast-results'],
    [
      '/dashboard/past-results?number=91&type=winning&position=any_box',
      '/login?number=91&type=winning&position=any_box',
    ],
    ['/dashboard/past-results?number=%22%3E%3Cscript%3E&type=winning&position=any_box', null],
  ])('%s unfurls as the product', async (path, wanted) => {
    const { headers } = await server().anonymous().get(path)
    const location = headers.get('location')!
    if (wanted) expect(location).toBe(wanted)
    const { text } = await server().anonymous().get(location)
    expect(metaOf(text)).toMatchObject({
      'og:title': 'Lotto Forecast',
      'og:description': 'Nigerian lotto results, and forecasts that can be checked. 18+',
      'og:url': `${server().url}/`,
      'og:image': expect.stringContaining('/share/product/lotto-forecast/'),
      'og:image:alt': 'Lotto Forecast. Nigerian lotto results, and forecasts that can be checked.',
    })
    expect(text).not.toContain('<script>')
  })
})
