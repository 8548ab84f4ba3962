import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ALARM_KINDS } from '../../domain/payments.ts'
import { rowsOf } from '../../../tests/support/database.ts'
import { newPerson } from '../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

const TOKEN = 'a-token-of-tests-012345'
const server = testServer({ settings: { METRICS_TOKEN: TOKEN } })
const authorization = `Bearer ${TOKEN}`

/** Each metric's value by its name and labels. */
async function figures(visitor: Visitor = server().anonymous()): Promise<Map<string, number>> {
  const { status, text } = await visitor.get('/metrics', { headers: { authorization } })
  expect(status).toBe(200)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

describe('/metrics', () => {
  test('counts requests by route, without paths or queries', async () => {
    const visitor = server().anonymous()
    const name =
      'lotto_request_duration_seconds_count{method="GET",route="/api/lottoDailyResults/:month_year",status="401"}'
    const before = (await figures()).get(name) ?? 0
    await visitor.get('/api/lottoDailyResults/canary_2026?q=canary')
    await visitor.get('/canary')
    const after = await figures()
    expect(after.get(name)).toBe(before + 1)
    expect([...after.keys()].filter((key) => key.includes('canary'))).toEqual([])
  })

  test('reports the queues in the database, the process and its connections', async () => {
    await rowsOf(
      server(),
      sql`insert into alarms (kind, reference, details, raised_at) values (${ALARM_KINDS[0]}, 'x', '{}', now())`,
    )
    const found = await figures()
    expect(found.get('lotto_alarms_open')).toBe(1)
    expect(found.get('lotto_payments_open')).toBe(0)
    expect(found.get('lotto_webhooks_unprocessed')).toBe(0)
    expect(found.get('lotto_jobs_given_up')).toBe(0)
    expect(found.get('lotto_database_up')).toBe(1)
    expect(found.get('lotto_database_connections{pool="main",state="waited_for"}')).toBe(0)
    expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  })

  test.each([undefined, '', 'Bearer', 'Bearer x', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, TOKEN])(
    'is closed to %s',
    async (wrong) => {
      const headers: Record<string, string> = wrong === undefined ? {} : { authorization: wrong }
      const answer = await server().anonymous().get('/metrics', { headers })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.text).not.toContain('lotto_')
    },
  )

  test('is closed to users, including admins', async () => {
    expect((await (await server().as('admin')).get('/metrics')).status).toBe(401)
    expect((await (await newPerson(server())).visitor.get('/metrics')).status).toBe(401)
  })

  test('does not exist without METRICS_TOKEN', async () => {
    const other = await server().another({ METRICS_TOKEN: '' })
    expect((await other.anonymous().get('/metrics', { headers: { authorization } })).status).toBe(404)
  })
})
