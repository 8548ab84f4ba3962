import { expect, test } from 'vitest'
import { LIMITS, SERVER_LIMITS, TRIES } from './limits.ts'

test('the rows of a search fit the 16 bits in which finds are marked', () => {
  expect(LIMITS.searchRows).toBeLessThanOrEqual(16)
})

test('serials and balls fit the arrays of the history', () => {
  expect(LIMITS.highestSerial).toBeLessThanOrEqual(65_535)
  expect(LIMITS.highestBall).toBe(90)
})

test('the sizes in bytes are 8 MiB, 16 MiB, 64 KiB and 256 KiB', () => {
  const { importBytes, bodyBytes, webhookBytes } = SERVER_LIMITS
  expect([LIMITS.imageBytes, importBytes, bodyBytes, webhookBytes]).toEqual([
    8_388_608, 16_777_216, 65_536, 262_144,
  ])
})

test('attempts are counted in windows of a minute to a day; a pause lasts as long as its window, or there is none', () => {
  for (const [name, { points, duration, pause }] of Object.entries(TRIES)) {
    expect(points, name).toBeGreaterThan(0)
    expect([60, 120, 300, 900, 3600, 86_400], name).toContain(duration)
    expect([0, duration], name).toContain(pause)
  }
  const { loginAccount, loginAddress, unknownAddress } = TRIES
  expect([loginAccount.duration, loginAddress.duration, unknownAddress.duration]).toEqual([900, 900, 86_400])
  expect(loginAddress.points).toBeGreaterThan(loginAccount.points)
})
