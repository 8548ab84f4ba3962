import { expect, test } from 'vitest'
import { ACCOUNT_LIMITS, LOGIN_LIMITS } from '../access/limits.ts'
import { BILLING_LIMITS } from '../../../money/rules/payments.ts'
import { DESK_LIMITS } from '../../../draws/rules/desk.ts'
import { DRAW_LIMITS } from './balls.ts'
import { HISTORY_LIMITS } from '../../../draws/rules/history.ts'
import { IMAGE_LIMITS } from '../../../forecasts/rules/images.ts'
import { LAB_LIMITS } from '../../../statistics/rules/lab/query.ts'
import { LIVE_LIMITS } from './streams.ts'
import { SEARCH_LIMITS } from '../site/search-address.ts'
import { SERVER_LIMITS } from './limits.ts'
import { STAFF_LIMITS } from '../access/staff.ts'

test('the rows of a search fit the 16 bits in which finds are marked', () => {
  expect(SEARCH_LIMITS.rows).toBeLessThanOrEqual(16)
})

test('serials and balls fit the arrays of the history', () => {
  expect(DRAW_LIMITS.highestSerial).toBeLessThanOrEqual(65_535)
  expect(DRAW_LIMITS.highestBall).toBe(90)
})

test('the sizes in bytes are 8 MiB, 16 MiB, 64 KiB and 256 KiB', () => {
  expect([
    IMAGE_LIMITS.bytes,
    DESK_LIMITS.importBytes,
    SERVER_LIMITS.bodyBytes,
    BILLING_LIMITS.webhookBytes,
  ]).toEqual([8_388_608, 16_777_216, 65_536, 262_144])
})

// Other tests read these limits from their tables, so a changed one fails here alone.
test.each([
  ['accounts', ACCOUNT_LIMITS, { email: 254, proofMinutes: 10, verificationLinkMinutes: 60 }],
  ['logins', LOGIN_LIMITS, { sessions: 10, resetLinkMinutes: 60, recoveryCodes: 10 }],
  ['staff', STAFF_LIMITS, { usersPage: 50, auditPage: 100, auditKeptDays: 365, attacksKeptDays: 90 }],
  ['the desk', DESK_LIMITS, { drawsPage: 25, gapsPage: 50, verdictRows: 500, importRows: 100_000 }],
  ['searches', SEARCH_LIMITS, { rows: 10, question: 300, newestMatches: 6, pageRows: 26 }],
  ['live results', LIVE_LIMITS, { streamsOfUser: 6, keptChanges: 1000 }],
  ['phones’ copies of the history', HISTORY_LIMITS, { changes: 2000 }],
  ['pictures', IMAGE_LIMITS, { side: 1280 }],
  ['the lab', LAB_LIMITS, { pageDraws: 20 }],
  ['mails', SERVER_LIMITS, { mailKeptDays: 7 }],
])('the limits of %s are those that were decided', (_of, limits, expected) => {
  expect(limits).toMatchObject(expected)
})
