import { expect, test } from 'vitest'
import { RATE_LIMITS, type RateLimit } from './rate-limits.ts'

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

// Other tests read the limits from the table, so a changed limit of a secret or of mails fails here alone.
test.each<[RateLimit, points: number, minutes: number]>([
  ['loginAccount', 10, 15],
  ['loginKnownDevice', 10, 15],
  ['loginAddress', 60, 15],
  ['proof', 10, 15],
  ['code', 10, 60],
  ['codeAccount', 30, 24 * 60],
  ['codeOnce', 1, 2],
  ['tokenAddress', 30, 60],
  ['voucherAccount', 10, 60],
  ['voucherAddress', 200, 60],
  ['resetMail', 1, 5],
  ['linkMail', 1, 5],
  ['resendAccount', 3, 60],
  ['pushTest', 5, 10],
  ['export', 20, 60],
  ['slip', 120, 60],
])('%s allows %i in %i minutes', (name, points, minutes) => {
  expect(RATE_LIMITS[name]).toMatchObject({ points, duration: minutes * 60 })
})
