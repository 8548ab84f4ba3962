import { expect, test } from 'vitest'
import { tagsOf } from '../support/html.ts'
import { testServer } from '../support/test-server.ts'

const server = testServer({ template: 'blank', settings: { SAMPLE_DATA: 'on' } })

const sheetOf = (html: string) => /<style>([\s\S]*?)<\/style>/.exec(html)![1]!
/** The names of classes that a sheet has rules for. */
const ruled = (sheet: string) =>
  new Set([...sheet.matchAll(/\.(-?[a-zA-Z_](?:[\w-]|\\.)*)/g)].map(([, name]) => name!.replaceAll('\\', '')))

// The words in the code of the pages decide what the small sheet keeps.
test('the small sheet of strangers has the rules of every class on their pages', async () => {
  const stranger = server().anonymous()
  const whole = ruled(sheetOf((await stranger.get('/login')).text))
  const { text: day } = await stranger.get('/results/diamond')
  const draw = /\/d\/[\w.-]+/.exec(day)![0]
  const pages = ['/results', '/results/2025-06-23', '/results/diamond', '/record', '/methods']
  for (const page of [
    ...pages,
    '/methods/verdict',
    '/record/funnel',
    '/privacy',
    '/terms',
    '/help',
    '/results/x',
    draw,
  ]) {
    const { text } = await stranger.get(page)
    const small = ruled(sheetOf(text))
    const used = new Set(tagsOf(text).flatMap(({ attributes }) => (attributes.class ?? '').split(/\s+/)))
    expect([page, [...used].filter((name) => whole.has(name) && !small.has(name))]).toEqual([page, []])
  }
})
