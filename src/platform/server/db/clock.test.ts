import { afterEach, describe, expect, test } from 'vitest'
import { PRODUCTION } from '../../../../tests/support/settings.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { DAY } from '../../rules/base/calendar.ts'

describe('in a demo', () => {
  const server = testServer()
  afterEach(() => server().services.clock.setOffset(0))

  test('the clock is the database’s time plus the offset that tests set', async () => {
    const { clock, db } = server().services
    const serverTime = async () =>
      Number((await server().anonymous().get('/api/site')).headers.get('server-time'))
    const before = await clock.now(db)
    expect(await serverTime()).toBeGreaterThanOrEqual(before)
    clock.setOffset(40 * DAY)
    expect((await serverTime()) - before).toBeGreaterThanOrEqual(40 * DAY)
    expect((await clock.now(db)) - before).toBeLessThan(41 * DAY)
    clock.setOffset(-40 * DAY)
    expect(await serverTime()).toBeLessThan(before - 39 * DAY)
  })
})

describe('in production', () => {
  const server = testServer({ template: 'blank', settings: PRODUCTION })

  test('the clock has no offset', async () => {
    const { clock, db } = server().services
    const before = await clock.now(db)
    for (const offset of [1, -DAY, 0, NaN])
      expect(() => clock.setOffset(offset)).toThrow('The clock has no offset in production.')
    expect(await clock.now(db)).toBeGreaterThanOrEqual(before)
    expect((await clock.now(db)) - before).toBeLessThan(DAY)
  })
})
