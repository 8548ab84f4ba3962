import { beforeAll, describe, expect, test } from 'vitest'
import { numberSearchPath } from '../../src/draws/rules/number-links.ts'
import { linksOf, tagsOf, textOf } from '../support/html.ts'
import { publicDraws } from '../support/public-draws.ts'
import type { Visitor } from '../support/test-server.ts'

// Pages about one subject, as they are without script: a number, a draw for players, a draw for everyone.
const { server, admin, stranger, record } = publicDraws()
let free: Visitor
let publicId: string

const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1]
const openGraphOf = (html: string) =>
  Object.fromEntries(
    tagsOf(html)
      .filter(({ attributes }) => attributes.property?.startsWith('og:'))
      .map(({ attributes }) => [attributes.property!.slice(3), attributes.content]),
  )

beforeAll(async () => {
  free = await server().as('free')
  await record('diamond', '2025-06-26', { winning: [71, 72, 73, 74, 75] })
  publicId = (await free.get('/api/draws/diamond.2025-06-23')).body.draw.publicId
})

describe('a number', () => {
  test('has its title, its figures and its relatives as links', async () => {
    const { status, text } = await free.get('/dashboard/number/89')
    expect(status).toBe(200)
    expect(titleOf(text)).toBe('Number 89 | Lotto Forecast')
    const words = textOf(text)
    expect(words).toContain('Number 89')
    expect(words).toContain('Came 1 time in 3 draws since Jun 2024')
    expect(words).toContain('Diamond Mon 23 Jun 2025 1 time in 3 draws')
    expect(words).toContain('Past draws do not change the odds.')
    expect(linksOf(text)).toEqual(
      expect.arrayContaining([
        '/dashboard/number/44',
        numberSearchPath(89),
        '/dashboard/classification?number=89#found',
      ]),
    )
  })

  test.each(['0', '91', 'abc', '-1', '1.5', '%00', '%zz', '%3Cb%3E', "'--", '1'.repeat(500)])(
    '%s is 404 and offers the 90 numbers',
    async (wrong) => {
      const { status, text } = await free.get(`/dashboard/number/${wrong}`)
      expect(status).toBe(404)
      expect(titleOf(text)).toBe('Choose a number | Lotto Forecast')
      expect(textOf(text)).toContain('is not a number from 1 to 90.')
      const numbers = linksOf(text).filter((link) => link.startsWith('/dashboard/number/'))
      expect(numbers).toEqual(Array.from({ length: 90 }, (_, i) => `/dashboard/number/${i + 1}`))
    },
  )

  test('no number offers the 90 numbers without an error', async () => {
    const { status, text } = await free.get('/dashboard/number')
    expect(status).toBe(200)
    expect(textOf(text)).toContain('Choose a number')
    expect(textOf(text)).not.toContain('is not a number')
  })
})

describe('a draw', () => {
  test('shows its sets, its neighbours and its correction, and no name of staff', async () => {
    const { status, text } = await free.get(`/dashboard/draw/${publicId}`)
    expect(status).toBe(200)
    expect(titleOf(text)).toBe('Diamond, Mon 23 Jun 2025 | Lotto Forecast')
    const words = textOf(text)
    for (const part of [
      'Premier Lotto, draw 49',
      'Mon 24 Jun',
      'Thu 26 Jun',
      'How long each number had been away',
      'Corrections',
      'Typed wrongly',
      'Winning: 20 - 42 - 89 - 13 - 50 became 20 - 42 - 89 - 13 - 49',
    ])
      expect(words).toContain(part)
    const { username, email } = (await admin().get('/api/me')).body
    for (const name of [username, email]) expect([name, text.includes(name)]).toEqual([name, false])
  })

  test.each(['nothing', '0123456789abcdef', "1'%20or%20'1'='1", '%00', '%zz', 'x'.repeat(3000)])(
    'an unknown id %# is 404 with a sentence',
    async (wrong) => {
      for (const [visitor, path] of [
        [free, '/dashboard/draw/'],
        [free, '/d/'],
        [stranger(), '/d/'],
      ] as const) {
        const { status, text } = await visitor.get(path + wrong)
        expect([path, status]).toEqual([path, 404])
        expect(textOf(text)).toContain('404 Page Not Found')
        expect(textOf(text)).toContain('There is no such draw.')
        expect(titleOf(text)).toBe('404 Page Not Found | Lotto Forecast')
      }
    },
  )
})

describe('the public page of a draw', () => {
  test('shows the draw, how to sign up and the note on age, and nothing else', async () => {
    const { status, text } = await stranger().get(`/d/${publicId}`)
    expect(status).toBe(200)
    const words = textOf(text)
    for (const part of ['Diamond', 'Mon 23 Jun 2025', 'Premier Lotto, draw 49', 'Sign up here', '18+'])
      expect(words).toContain(part)
    expect(words).toContain('20 - 42 - 89 - 13 - 50 became 20 - 42 - 89 - 13 - 49')
    // Neither the numbers of a later draw nor the staff's reason for the correction.
    for (const part of ['71', 'Typed wrongly']) expect(words).not.toContain(part)
    expect(linksOf(text).filter((link) => link.startsWith('/dashboard'))).toEqual([
      '/dashboard/ticket',
      '/dashboard/draw/diamond.2025-06-23',
    ])
    expect(text).not.toMatch(/id="answers"|<script(?! type="application\/ld)/)
  })

  test('leads a signed-in player to the draw', async () => {
    const { text } = await free.get(`/d/${publicId}`)
    expect(linksOf(text)).toContain('/dashboard/draw/diamond.2025-06-23')
    expect(textOf(text)).not.toContain('Sign up')
  })

  test('other pages have no preview', async () => {
    for (const path of ['/dashboard/number/81', `/dashboard/draw/${publicId}`, '/d/nothing'])
      expect(openGraphOf((await free.get(path)).text)).toEqual({})
  })
})
