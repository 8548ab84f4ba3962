import { beforeAll, describe, expect, test } from 'vitest'
import { METHOD_GROUPS, METHODS } from '../../src/app/web/methods/methods.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// The public pages that explain each figure.
const server = testServer()
let admin: Visitor
beforeAll(async () => {
  admin = await server().as('admin')
})
const keys = Object.keys(METHODS) as (keyof typeof METHODS)[]
const plain = (text: string) => text.replace(/\s+/g, ' ')
/** The breadcrumbs for search engines are data. */
const scriptsIn = (text: string) =>
  tagsOf(text).filter(
    ({ name, attributes }) => name === 'script' && attributes.type !== 'application/ld+json',
  )

test('the index names each method with its question and links to it', async () => {
  const { status, text } = await server().anonymous().get('/methods')
  expect(status).toBe(200)
  const links = tagsOf(text).flatMap(({ name, attributes }) => (name === 'a' ? (attributes.href ?? []) : []))
  expect(keys.length).toBeGreaterThan(6)
  expect(METHOD_GROUPS.flatMap(({ methods }) => Object.keys(methods))).toEqual(keys)
  for (const key of keys) {
    expect(links).toContain(`/methods/${key}`)
    expect(textOf(text)).toContain(plain(METHODS[key].question))
  }
})

describe.each(keys)('the page of %s', (key) => {
  test('has every section, also in the frame of a player, without script', async () => {
    const anonymous = server().anonymous()
    const { status, text, headers } = await anonymous.get(`/methods/${key}`)
    expect(status).toBe(200)
    const words = textOf(text)
    const { title, question, formula, meaning, window, holes, assumptions, limits } = METHODS[key]
    for (const part of [title, question, ...formula, ...meaning, window, holes, ...assumptions, ...limits])
      expect(words).toContain(plain(part))
    expect(scriptsIn(text)).toEqual([])
    expect(text).toContain(`<meta property="og:title" content="${title}">`)
    const own = await admin.get(`/methods/${key}`)
    expect(textOf(own.text)).toContain(plain(question))
    expect(scriptsIn(own.text)).toEqual([])
    const etag = headers.get('etag')!
    const again = await anonymous.get(`/methods/${key}`, { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

test.each(['nothing', 'toString', '__proto__', '%00', '%zz', 'x'.repeat(3000)])(
  'an unknown method %# is 404 with a link to all methods',
  async (wrong) => {
    const { status, text } = await server().anonymous().get(`/methods/${wrong}`)
    expect(status).toBe(404)
    expect(textOf(text)).toContain('There is no such method.')
    expect(text).toContain('href="/methods"')
  },
)
