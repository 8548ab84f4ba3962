import { describe, expect, test } from 'vitest'
import { RATE_LIMITS, type RateLimit } from '../../src/platform/rules/access/rate-limits.ts'
import { tagsOf } from '../support/html.ts'
import { give, newPerson } from '../support/people.ts'
import { expectProblem } from '../support/refusals.ts'
import { type Answer, testServer, type Visitor } from '../support/test-server.ts'

// Calls that cost more than a query are limited; beyond the limit the server answers 429.
const server = testServer()

/** The answers to a call that exceeds its limit by five requests. */
async function exceedLimit(visitor: Visitor, path: string, what: 'search' | 'export'): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i < RATE_LIMITS[what].points + 5; i++) answers.push(await visitor.get(path))
  return answers
}

function expectLimit(answers: Answer[], what: RateLimit, sentence: RegExp): void {
  const { points, duration } = RATE_LIMITS[what]
  expect(answers.slice(0, points).map(({ status }) => status)).toEqual(Array(points).fill(200))
  for (const answer of answers.slice(points)) {
    expectProblem(answer as Answer<any>)
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([429, 'too-many'])
    expect((answer.body as { title: string }).title).toMatch(sentence)
    const wait = Number(answer.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(duration)
  }
}

describe('searches on the server', () => {
  const SENTENCE = /^Too many searches\. Please try again in a minute\.$/

  test('share one limit per account between the results and the assistant', async () => {
    const { visitor } = await newPerson(server())
    expectLimit(
      await exceedLimit(visitor, '/api/results?number=7&type=winning&position=any_box_winning', 'search'),
      'search',
      SENTENCE,
    )
    const asked = await visitor.get('/api/assistant?chosen=ask%3Dcount%26numbers%3D7')
    expect(asked.status).toBe(429)
    expect((asked.body as { title: string }).title).toBe('Too many searches. Please try again in a minute.')
    // Results without a search do not count.
    expect((await visitor.get('/api/results')).status).toBe(200)
    const { visitor: other } = await newPerson(server())
    expect((await other.get('/api/assistant?chosen=ask%3Dcount%26numbers%3D7')).status).toBe(200)
  })

  test('count on pages too, and the page shows the refusal', async () => {
    const { visitor } = await newPerson(server())
    await exceedLimit(visitor, '/api/assistant?chosen=ask%3Dcount%26numbers%3D7', 'search')
    const page = await visitor.get('/dashboard/ai?chosen=ask%3Dcount%26numbers%3D7')
    // Typing has a limit of its own.
    expect((await visitor.get('/api/assistant?question=7')).status).toBe(200)
    expect([page.status, page.text.includes('<h1')]).toEqual([200, true])
    expect(page.text).toContain('"status":429')
  })
})

describe('figures of the lab', () => {
  test('are limited per user while they must be computed; the page says so and keeps what was typed', async () => {
    const { visitor, uid } = await newPerson(server())
    const { db, clock } = server().services
    await give(server(), uid, await clock.now(db))
    const path = (n: number) => `/api/lab/pairs?numbers=${1 + (n % 89)},90&window=${100 + n}`
    const answers: Answer[] = []
    for (let n = 0; n < RATE_LIMITS.lab.points + 5; n++) answers.push(await visitor.get(path(n)))
    expectLimit(answers, 'lab', /^Too many figures\. Please try again in a minute\.$/)
    // A figure that is computed already costs nothing.
    expect((await visitor.get(path(0))).status).toBe(200)
    expect((await visitor.get(`/api/lab/pairs/draws?mark=1-90`)).status).toBe(429)

    const { status, text } = await visitor.get('/dashboard/statistics?figure=pairs&numbers=33-45')
    expect([status, text.includes('Too many figures. Please try again in a minute.')]).toEqual([200, true])
    expect(tagsOf(text)).toContainEqual(
      expect.objectContaining({ attributes: expect.objectContaining({ name: 'numbers', value: '33-45' }) }),
    )
    const other = await server().as('pro')
    expect((await other.get(path(500))).status).toBe(200)
  })
})

test.each(['/api/profile/data.json', '/api/profile/data.csv'])('%s is limited', async (path) => {
  const { visitor } = await newPerson(server())
  expectLimit(
    await exceedLimit(visitor, path, 'export'),
    'export',
    /^Too many exports\. Please try again in \d+ minutes\.$/,
  )
})

test('exports of the audit trail are limited', async () => {
  const admin = await server().as('admin')
  expectLimit(
    await exceedLimit(admin, '/api/admin/audit/export', 'export'),
    'export',
    /^Too many exports\. Please try again in \d+ minutes\.$/,
  )
})
