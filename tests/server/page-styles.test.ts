import { expect, test } from 'vitest'
import { PATHS, SCREENS } from '../../src/domain/paths.ts'
import { cookieName, STYLES_COOKIE } from '../../src/domain/cookies.ts'
import { tagsOf } from '../support/html.ts'
import { testServer } from '../support/test-server.ts'

// A first visit's page has the styles of its own classes; later pages link the sheet that the browser has stored.
const server = testServer()

const DOOR = [PATHS.login, PATHS.signUp, PATHS.forgotPassword, PATHS.notAuthorized, PATHS.methods, '/nowhere']
const APP = [
  ...Object.values(SCREENS).map(({ path }) => path),
  `${PATHS.pastResults}?number=81&year=2025`,
  `${PATHS.pastResults}?number=81&type=winning&position=any_box&join=same&number=7&type=winning&position=any_box`,
  PATHS.profile,
  PATHS.secondFactor,
  PATHS.confirmation,
  '/dashboard/number/81',
]

const sheetOf = (html: string) => /<style data-sheet="([^"]+)"/.exec(html)![1]!
const styleOf = (html: string) => /<style[^>]*>([\s\S]*?)<\/style>/.exec(html)![1]!

/** The classes of a style sheet, without the escapes. */
const classesOf = (css: string) =>
  new Set(Array.from(css.matchAll(/\.((?:\\.|[\w-])+)/g), ([, name]) => name!.replaceAll('\\', '')))

test.each([
  ...DOOR.map((path) => [path, 'nobody'] as const),
  ...APP.flatMap((path) => [[path, 'pro'] as const, [path, 'free'] as const]),
])('%s for %s has the style of each of its classes', async (path, person) => {
  const visitor = person === 'nobody' ? server().anonymous() : await server().as(person)
  const html = (await visitor.get(path)).text
  const all = classesOf((await visitor.get(sheetOf(html))).text)
  const own = classesOf(styleOf(html))
  const used = new Set(tagsOf(html).flatMap(({ attributes }) => attributes.class?.split(/\s+/) ?? []))
  expect([...used].filter((name) => all.has(name) && !own.has(name))).toEqual([])
  expect(own.size).toBeLessThan(all.size)
})

test('Games Results has the styles of an answer for an address with a search only', async () => {
  const visitor = await server().as('free')
  const bare = (await visitor.get(PATHS.pastResults)).text
  const searched = (await visitor.get(`${PATHS.pastResults}?number=81`)).text
  expect(classesOf(styleOf(bare))).not.toContain('draw-row')
  expect(classesOf(styleOf(searched))).toContain('draw-row')
})

test('a browser that has stored the style sheet gets its address only', async () => {
  const visitor = await server().as('free')
  const first = await visitor.get(PATHS.pastResults)
  const sheet = sheetOf(first.text)
  expect((await visitor.get(sheet)).headers.get('cache-control')).toContain('immutable')
  visitor.cookies.set(cookieName('http://', STYLES_COOKIE), sheet)
  const next = await visitor.get(PATHS.pastResults)
  expect(next.text).not.toContain('<style')
  expect(next.text).toContain(`<link rel="stylesheet" href="${sheet}">`)
  expect(next.headers.get('content-security-policy')).toContain("style-src 'self';")
})

test.each(['/assets/style-of-an-older-build.css', '"><script>alert(1)</script>'])(
  'a browser that names %s gets the styles with the page',
  async (named) => {
    const visitor = server().anonymous()
    visitor.cookies.set(cookieName('http://', STYLES_COOKIE), encodeURIComponent(named))
    const { text } = await visitor.get(PATHS.login)
    expect(styleOf(text)).toContain('.ball')
    expect(text).not.toContain('alert(1)')
  },
)

test('staff get the complete sheet with the first page', async () => {
  const admin = await server().as('admin')
  const { text } = await admin.get(PATHS.admin)
  expect(styleOf(text)).toBe((await admin.get(sheetOf(text))).text)
})

test('the print sheet is a file of its own, which no screen waits for', async () => {
  const printOf = (html: string) =>
    tagsOf(html).find(({ name, attributes }) => name === 'link' && attributes.media === 'print')?.attributes
      .href
  const visitor = await server().as('free')
  const { text } = await visitor.get(PATHS.pastResults)
  const sheet = await visitor.get(printOf(text)!)
  expect(sheet.text).toContain('.no-print')
  expect(sheet.headers.get('cache-control')).toContain('immutable')
  expect(printOf((await visitor.get(PATHS.record)).text)).toBe(printOf(text))
  expect(printOf((await server().anonymous().get(PATHS.login)).text)).toBeUndefined()
  for (const css of [styleOf(text), (await visitor.get(sheetOf(text))).text])
    expect(css).not.toContain('@media print')
})
