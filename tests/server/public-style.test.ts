import { expect, test } from 'vitest'
import { PATHS } from '../../src/platform/rules/site/paths.ts'
import { tagsOf } from '../support/html.ts'
import { testServer } from '../support/test-server.ts'

const server = testServer({ template: 'blank', settings: { SAMPLE_DATA: 'on' } })

const sheetOf = (html: string) => /<style>([\s\S]*?)<\/style>/.exec(html)![1]!
/** The names of classes that a sheet has rules for. */
const ruled = (sheet: string) =>
  new Set([...sheet.matchAll(/\.(-?[a-zA-Z_](?:[\w-]|\\.)*)/g)].map(([, name]) => name!.replaceAll('\\', '')))

const mainSheet = async () => ruled(sheetOf((await (await server().as('admin')).get('/admin')).text))

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
