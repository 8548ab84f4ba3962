import { expect, test } from 'vitest'
import { PATHS, SCREENS } from '../../src/domain/site/paths.ts'
import { tagsOf } from '../support/html.ts'
import { testServer } from '../support/test-server.ts'

const server = testServer({ template: 'blank', settings: { SAMPLE_DATA: 'on' } })

const sheetOf = (html: string) => /<style>([\s\S]*?)<\/style>/.exec(html)![1]!
/** The names of classes that a sheet has rules for. */
const ruled = (sheet: string) =>
  new Set([...sheet.matchAll(/\.(-?[a-zA-Z_](?:[\w-]|\\.)*)/g)].map(([, name]) => name!.replaceAll('\\', '')))

const wholeSheet = async () => ruled(sheetOf((await (await server().as('admin')).get('/admin')).text))

// The words in the code of the pages decide what the small sheets keep.
test('the small sheet of strangers has the rules of every class on their pages', async () => {
  const stranger = server().anonymous()
  const whole = await wholeSheet()
  const { text: day } = await stranger.get('/results/diamond')
  const draw = /\/d\/[\w.-]+/.exec(day)![0]
  const pages = ['/results', '/results/2025-06-23', '/results/diamond', '/record', '/methods']
  for (const page of [...pages, '/methods/verdict', '/privacy', '/terms', '/help', '/results/x', draw]) {
    const { text } = await stranger.get(page)
    const small = ruled(sheetOf(text))
    const used = new Set(tagsOf(text).flatMap(({ attributes }) => (attributes.class ?? '').split(/\s+/)))
    expect([page, [...used].filter((name) => whole.has(name) && !small.has(name))]).toEqual([page, []])
  }
})

const { profile, confirmation, slipAdd, downloads, number, record, results, help } = PATHS
const more = [
  profile,
  confirmation,
  slipAdd,
  downloads,
  number,
  `${number}/7`,
  record,
  results,
  help,
  '/nothing',
]
const MORE_PAGES = more.map((path) => ({ path }))

test('the sheet of players has the rules of every class on their pages', async () => {
  const whole = await wholeSheet()
  const visitor = await server().as('pro')
  for (const { path } of [...Object.values(SCREENS), ...MORE_PAGES]) {
    const { text } = await visitor.get(path)
    const small = ruled(sheetOf(text))
    expect([path, small.size < whole.size]).toEqual([path, true])
    const used = new Set(tagsOf(text).flatMap(({ attributes }) => (attributes.class ?? '').split(/\s+/)))
    expect([path, [...used].filter((name) => whole.has(name) && !small.has(name))]).toEqual([path, []])
  }
})
