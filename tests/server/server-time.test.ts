import { expect, test } from 'vitest'
import { testServer } from '../support/test-server.ts'

// The browser ignores the phone's clock and zone and takes the time from the answers.
const server = testServer()

test('every answer of the API has the server’s time, including refusals and 304', async () => {
  const free = await server().as('free')
  const etag = (await free.get('/api/getResults')).headers.get('etag')!
  const { clock, db } = server().services
  for (const offset of [0, 86_400_000, -86_400_000 * 400]) {
    clock.setOffset(offset)
    const before = await clock.now(db)
    const answers = [
      await free.get('/api/site'),
      await free.get('/api/me'),
      await free.get('/api/movingNumbers'),
      await free.get('/api/getResults', { headers: { 'if-none-match': etag } }),
      await free.get('/api/days/never'),
      await free.get('/api/history'),
    ]
    const after = await clock.now(db)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 402, 304, 400, 200])
    for (const { headers } of answers) {
      const time = Number(headers.get('server-time'))
      expect(time).toBeGreaterThanOrEqual(before)
      expect(time).toBeLessThanOrEqual(after)
    }
  }
})

test('today is the date in Lagos, one hour ahead of UTC', async () => {
  const free = await server().as('free')
  const { clock, db } = server().services
  const today = async (utc: string) => {
    clock.setOffset(0)
    clock.setOffset(Date.parse(utc) - (await clock.now(db)))
    return (await free.get('/api/days/today')).body.today
  }
  expect(await today('2019-12-31T22:59:30Z')).toBe('2019-12-31')
  expect(await today('2019-12-31T23:00:00Z')).toBe('2020-01-01')
  expect(await today('2020-02-28T23:30:00Z')).toBe('2020-02-29')
})
