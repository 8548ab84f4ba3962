import { beforeAll, describe, expect, test } from 'vitest'
import { textOf } from '../support/html.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// The app's own frame stays around the pages that everyone may read, and no one gets the page of another.
const server = testServer()
const people: Record<string, Visitor> = {}

beforeAll(async () => {
  for (const person of ['free', 'pro'] as const) people[person] = await server().as(person)
})

const PAGES: [path: string, status: number][] = [
  ['/record', 200],
  ['/results', 200],
  ['/results/diamond', 200],
  ['/methods', 200],
  ['/methods/score', 200],
  ['/privacy', 200],
  ['/terms', 200],
  ['/not-authorized', 200],
  ['/nothing', 404],
  ['/dashboard/nothing', 404],
]

describe.each(PAGES)('%s', (path, status) => {
  test('keeps masthead, plan and navigation of the player who reads it, and is not stored', async () => {
    for (const [person, name] of [
      ['pro', 'Chidi Pro'],
      ['free', 'Funmi Free'],
      ['pro', 'Chidi Pro'],
    ] as const) {
      const answer = await people[person]!.get(path)
      expect(answer.status).toBe(status)
      const words = textOf(answer.text)
      expect(words).toContain(`Welcome, ${name}`)
      expect(answer.text).toContain('href="/dashboard/past-results"')
      expect(answer.text).toContain('action="/logout"')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('etag')).toBeNull()
    }
  })

  test('names no player to a signed-out reader, and its validator is none for a player', async () => {
    await people.pro!.get(path)
    const answer = await server().anonymous().get(path)
    expect(answer.status).toBe(status)
    expect(answer.text).not.toMatch(/Chidi|Funmi|\/logout/)
    if (status === 404) return expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const etag = answer.headers.get('etag')!
    expect(answer.headers.get('cache-control')).toBe(
      path.startsWith('/results') ? 'public, max-age=60' : 'public, no-cache',
    )
    expect(answer.headers.get('vary')).toContain('cookie')
    const own = await people.pro!.get(path, { headers: { 'if-none-match': etag } })
    expect(own.status).toBe(status)
    expect(textOf(own.text)).toContain('Welcome, Chidi Pro')
  })
})
