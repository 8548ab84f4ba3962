import { expect, test } from 'vitest'
import { BILLING_LIMITS } from '../../../money/rules/limits.ts'
import { DESK_LIMITS } from '../../../draws/rules/desk.ts'
import { DRAW_LIMITS } from './balls.ts'
import { IMAGE_LIMITS } from '../../../forecasts/rules/images.ts'
import { SEARCH_LIMITS } from '../site/search-address.ts'
import { SERVER_LIMITS } from './limits.ts'

test('the rows of a search fit the 16 bits in which finds are marked', () => {
  expect(SEARCH_LIMITS.rows).toBeLessThanOrEqual(16)
})

test('serials and balls fit the arrays of the history', () => {
  expect(DRAW_LIMITS.highestSerial).toBeLessThanOrEqual(65_535)
  expect(DRAW_LIMITS.highestBall).toBe(90)
})

test('the sizes in bytes are 8 MiB, 16 MiB, 64 KiB and 256 KiB', () => {
  expect(IMAGE_LIMITS.bytes).toBe(8_388_608)
  expect(DESK_LIMITS.importBytes).toBe(16_777_216)
  expect(SERVER_LIMITS.bodyBytes).toBe(65_536)
  expect(BILLING_LIMITS.webhookBytes).toBe(262_144)
})

const rules = import.meta.glob<object>(['/src/*/rules/**/*.ts', '!**/*.test.ts'], { eager: true })

const isNumbers = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isNumbers))

// Other tests read limits from their tables, so a changed one may fail here alone. `npx vitest run limits -u` writes the
// new one, and its review sees the difference.
test('the limits are those that were decided', async () => {
  const lines = Object.values(rules).flatMap((exports) =>
    Object.entries(exports)
      .filter(([name, value]) => name.endsWith('_LIMITS') || (/^[A-Z_]+$/.test(name) && isNumbers(value)))
      .flatMap(([name, value]) =>
        Object.entries(typeof value === 'number' ? { '': value } : (value as object)).map(
          ([key, limit]) => `${name}${key && `.${key}`} ${JSON.stringify(limit)}\n`,
        ),
      ),
  )
  await expect(lines.sort().join('')).toMatchFileSnapshot('limits.txt')
})
