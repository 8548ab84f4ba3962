import { describe, expect, test } from 'vitest'
import { addDays } from '../../domain/base/calendar.ts'
import { tagsOf } from '../../../tests/support/html.ts'
import { publicDraws } from '../../../tests/support/public-draws.ts'
import { expectRefused } from '../../../tests/support/refusals.ts'

const { server, stranger, today, correct } = publicDraws({ isCorrected: false })

const oembed = (path: string, more = '', visitor = stranger()) =>
  visitor.get(`/oembed?url=${encodeURIComponent(server().url + path)}${more}`)

describe('oEmbed', () => {
  test.each(['/d/diamond.2025-06-23', '/results', '/results/2025-06-23', '/results/diamond'])(
    'is named in the head of %s, and answers there',
    async (path) => {
      const { text } = await stranger().get(path)
      const head = text.slice(0, text.indexOf('</head>'))
      // WordPress reads the first 150 kB.
      expect(head.length).toBeLessThan(150_000)
      const { href, title } = tagsOf(head).find(
        ({ attributes }) => attributes.type === 'application/json+oembed',
      )!.attributes
      expect(title).toMatch(/\S/)
      const { status, body, headers } = await stranger().get(href!.slice(server().url.length))
      expect([status, body.version]).toEqual([200, '1.0'])
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    },
  )

  test.each(['/results/diamond/2025', '/results/nothing', '/methods'])('is not named on %s', async (path) => {
    expect((await stranger().get(path)).text).not.toContain('json+oembed')
  })

  test('shows a draw as a picture whose address follows a correction', async () => {
    const { body } = await oembed('/d/diamond.2025-06-23')
    expect(body).toEqual({
      version: '1.0',
      type: 'photo',
      title: 'Diamond, Mon 23 Jun 2025. Winning: 20 - 42 - 89 - 13 - 50. Machine: 6 - 7 - 8 - 9 - 10',
      url: expect.stringMatching(/\/latest\.png$/),
      width: 1200,
      height: 630,
      provider_name: 'Lotto Forecast',
      provider_url: server().url,
      cache_age: 60,
    })
    const shown = async () => {
      const { status, headers } = await stranger().get(body.url.slice(server().url.length))
      expect([status, headers.get('cache-control')]).toEqual([302, 'public, no-cache'])
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      const picture = await stranger().get(headers.get('location')!)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      return headers.get('location')
    }
    const before = await shown()
    await correct(1, 49)
    expect(await shown()).not.toBe(before)
    const after = (await oembed('/d/diamond.2025-06-23')).body
    expect(after.url).toBe(body.url)
    expect(after.title).toContain('20 - 42 - 89 - 13 - 49')
  })

  test('shows a day, a game and a draw before its result as the slip, which answers', async () => {
    const monday = [0, 1, 2, 3, 4, 5, 6]
      .map((days) => addDays(today(), -days))
      .find((day) => new Date(day).getUTCDay() === 1)!
    for (const path of ['/results', '/results/', '/results/diamond', `/d/diamond.${monday}`]) {
      const { status, body } = await oembed(path)
      expect([path, status, body.type]).toEqual([path, 200, 'rich'])
      const [frame, ...others] = tagsOf(body.html)
      expect([frame!.name, others]).toEqual(['iframe', []])
      expect(frame!.attributes).toMatchObject({ width: String(body.width), height: String(body.height) })
      const slip = await stranger().get(frame!.attributes.src!.slice(server().url.length))
      expect([path, slip.status]).toEqual([path, 200])
    }
  })

  test.each([
    ['/d/diamond.2025-06-23', '&maxwidth=600', 600, 315],
    ['/d/diamond.2025-06-23', '&maxheight=63', 120, 63],
    ['/d/diamond.2025-06-23', '&maxwidth=600&maxheight=63', 120, 63],
    ['/d/diamond.2025-06-23', '&maxwidth=1', 1, 1],
    ['/d/diamond.2025-06-23', '&maxwidth=999999999', 1200, 630],
    ['/results', '&maxwidth=280', 280, 700],
    ['/results', '&maxheight=100&maxwidth=5000', 480, 100],
    ['/results', '&dnt=1&format=json&unknown=x&callback=alert(1)', 480, 700],
  ])('of %s%s is %i wide and %i high', async (path, more, width, height) => {
    const { status, body } = await oembed(path, more)
    expect([status, body.width, body.height]).toEqual([200, width, height])
  })

  test.each([
    ['/results', '&format=xml', 501],
    ['/results', '&format=', 501],
    ['/results/nothing', '', 404],
    ['/results/diamond/2025', '', 404],
    ['/d/nothing', '', 404],
    ['/d/diamond.2025-06-24', '', 404],
    ['/d/diamond.9999-12-27', '', 404],
    ['/dashboard', '', 404],
    ['/record/1', '', 404],
    ['.evil.example/results', '', 404],
    ['@evil.example/results', '', 404],
    ['/results', '&maxwidth=0', 400],
    ['/results', '&maxwidth=-1', 400],
    ['/results', '&maxwidth=1e9', 400],
    ['/results', '&maxheight=wide', 400],
    ['/results', '&url=x', 400],
  ])('refuses %s%s with %i', async (path, more, status) => {
    const answer = await oembed(path, more)
    expect(answer.status).toBe(status)
    expect(answer.body.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each(['', 'url=', 'url=x', 'url=javascript:alert(1)', 'url=%00', `url=${'x'.repeat(3000)}`])(
    'refuses the query %j',
    async (query) => expectRefused(await stranger().get(`/oembed?${query}`)),
  )
})
