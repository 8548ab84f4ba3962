import { expect, test } from 'vitest'
import { PATHS, SCREENS } from '../../src/platform/rules/site/paths.ts'
import { tagsOf } from '../support/html.ts'
import { testServer } from '../support/test-server.ts'

const server = testServer({ template: 'blank', settings: { SAMPLE_DATA: 'on' } })

const sheetOf = (html: string) => /<style>([\s\S]*?)<\/style>/.exec(html)![1]!
/** The names of classes that a sheet has rules for. */
const ruled = (sheet: string) =>
  new Set([...sheet.matchAll(/\.(-?[a-zA-Z_](?:[\w-]|\\.)*)/g)].map(([, name]) => name!.replaceAll('\\', '')))

const mainText = async () => sheetOf((await (await server().as('admin')).get('/admin')).text)
const mainSheet = async () => ruled(await mainText())

test('the sheet of the common screens has the rules of every class on them', async () => {
  const { length: whole } = await mainText()
  const main = await mainSheet()
  const { overview, dayResult, pastResults, classification } = SCREENS
  for (const person of ['free', 'pro', 'admin'] as const) {
    const visitor = await server().as(person)
    for (const { path } of [overview, dayResult, pastResults, classification])
      for (const query of [
        '',
        '?number=7&type=winning&position=any_box&game=',
        '?date=2025-06-23',
        '?notice=logged-out',
      ]) {
        const { status, text } = await visitor.get(path + query)
        // Staff have no Overview.
        if (status === 302) continue
        const sheet = ruled(sheetOf(text))
        const used = new Set(tagsOf(text).flatMap(({ attributes }) => (attributes.class ?? '').split(/\s+/)))
        expect([path + query, [...used].filter((name) => main.has(name) && !sheet.has(name))]).toEqual([
          path + query,
          [],
        ])
        expect(sheetOf(text).length).toBeLessThan(0.9 * whole)
        expect(text).toMatch(
          /<meta name="sheet" content="\/assets\/screens-[\w-]+\.css" data-whole="\/assets\/main-/,
        )
      }
  }
})

test('the sheet of the other screens of players has the rules of every class on them, and none of staff’s alone', async () => {
  const { length: whole } = await mainText()
  const main = await mainSheet()
  const pages = [...Object.values(SCREENS).map(({ path }) => path), PATHS.profile, PATHS.slipAdd, PATHS.help]
  for (const person of ['free', 'pro'] as const) {
    const visitor = await server().as(person)
    for (const page of [...pages, '/dashboard/number/7', PATHS.record, PATHS.methods, '/privacy']) {
      const { text } = await visitor.get(page)
      const sheet = ruled(sheetOf(text))
      const used = new Set(tagsOf(text).flatMap(({ attributes }) => (attributes.class ?? '').split(/\s+/)))
      expect([page, [...used].filter((name) => main.has(name) && !sheet.has(name))]).toEqual([page, []])
      expect(sheetOf(text).length).toBeLessThan(0.96 * whole)
    }
  }
})

test('the sheet of strangers has the rules of every class on their pages', async () => {
  const stranger = server().anonymous()
  const main = await mainSheet()
  const { text: day } = await stranger.get('/results/diamond')
  const draw = /\/d\/[\w.-]+/.exec(day)![0]
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
  for (const page of [...waysIn, ...pages, '/privacy', '/terms', help, '/results/x']) {
    const { text } = await stranger.get(page)
    const sheet = ruled(sheetOf(text))
    const used = new Set(tagsOf(text).flatMap(({ attributes }) => (attributes.class ?? '').split(/\s+/)))
    expect([page, [...used].filter((name) => main.has(name) && !sheet.has(name))]).toEqual([page, []])
  }
})
