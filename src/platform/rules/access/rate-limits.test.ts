import { expect, test } from 'vitest'
import { RATE_LIMITS } from './rate-limits.ts'

test('attempts are counted in windows of a minute to a day; a pause lasts as long as its window, or there is none', () => {
  for (const [name, { points, duration, pause }] of Object.entries(RATE_LIMITS)) {
    expect(points, name).toBeGreaterThan(0)
    expect(duration, name).toBeGreaterThanOrEqual(60)
    expect(duration, name).toBeLessThanOrEqual(86_400)
    expect([0, duration], name).toContain(pause)
  }
  const { loginAccount, loginAddress, unknownAddress } = RATE_LIMITS
  expect([loginAccount.duration, loginAddress.duration, unknownAddress.duration]).toEqual([900, 900, 86_400])
  expect(loginAddress.points).toBeGreaterThan(loginAccount.points)
})
