import { beforeAll, expect, test } from 'vitest'
import { PATHS, SCREENS } from '../../src/platform/rules/site/paths.ts'
import { tagsOf } from '../support/html.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

const server = testServer({ template: 'samples' })

const sheetOf = (html: string) => /<style>([\s\S]*?)<\/style>/.exec(html)![1]!
/** The names of classes that a sheet has rules for. */
const ruled = (sheet: string) =>
  new Set([...sheet.matchAll(/\.(-?[a-zA-Z_](?:[\w-]|\\.)*)/g)].map(([, name]) => name!.replaceAll('\\', '')))

/** The sheet of the staff's pages, which has every rule. */
let whole: string
beforeAll(async () => {
  whole = sheetOf((await (await server().as('admin')).get('/admin')).text)
})

/** Expects that a page's sheet has a rule for each of its classes that the whole sheet has one for. */
async function expectRules(visitor: Visitor, page: string, share = 1): Promise<void> {
  const { status, text } = await visitor.get(page)
  // Staff have no Overview.
  if (status === 302) return
  const [own, all] = [ruled(sheetOf(text)), ruled(whole)]
  const used = new Set(tagsOf(text).flatMap(({ attributes }) => (attributes.class ?? '').split(/\s+/)))
  expect([page, [...used].filter((name) => all.has(name) && !own.has(name))]).toEqual([page, []])
  expect(sheetOf(text).length).toBeLessThan(share * whole.length)
}

test('the sheet of the common screens has the rules of every class on them', async () => {
  const { overview, dayResult, pastResults, classification } = SCREENS
  const search = '?number=7&type=winning&position=any_box&game='
  for (const person of ['free', 'pro', 'admin'] as const) {
    const visitor = await server().as(person)
    for (const { path } of [overview, dayResult, pastResults, classification])
      for (const query of ['', search, '?date=2025-06-23', '?notice=logged-out'])
        await expectRules(visitor, path + query, 0.9)
  }
})

test('the sheet of the other screens of players has the rules of every class on them, and none of staff’s alone', async () => {
  const pages = [...Object.values(SCREENS).map(({ path }) => path), PATHS.profile, PATHS.slipAdd, PATHS.help]
  for (const person of ['free', 'pro'] as const) {
    const visitor = await server().as(person)
    for (const page of [...pages, '/dashboard/number/7', PATHS.record, PATHS.methods, '/privacy'])
      await expectRules(visitor, page, 0.96)
  }
})

test('the sheet of strangers has the rules of every class on their pages', async () => {
  const stranger = server().anonymous()
  const draw = /\/d\/[\w.-]+/.exec((await stranger.get('/results/diamond')).text)![0]
  const { login, loginCode, signUp, forgotPassword, results, record, methods, help } = PATHS
  const waysIn = [login, `${login}?notice=logged-out`, loginCode, signUp, forgotPassword]
  const pages = [
    results,
    '/results/2025-06-23',
    '/results/diamond',
    draw,
    record,
    methods,
    '/methods/verdict',
  ]
  for (const page of [...waysIn, ...pages, '/privacy', '/terms', help, '/results/x'])
    await expectRules(stranger, page)
})
