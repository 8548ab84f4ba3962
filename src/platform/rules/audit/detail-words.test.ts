import { describe, expect, test } from 'vitest'
import { detailLabel, detailText } from './detail-words.ts'

const names = { 'game:diamond': 'Diamond', 'user:7f': 'Ngozi (ngozi@example.com)' }

test.each([
  ['inTime', 'saved before the close'],
  ['requestedAmount', 'requested amount'],
  ['kobo', 'amount'],
  ['paidKobo', 'paid amount'],
  ['winning', 'winning'],
  ['koboCount', 'kobo count'],
  ['closesAt', 'closes'],
  ['endsAt', 'ends'],
  ['image', 'picture'],
])('the field %s is called "%s"', (name, label) => {
  expect(detailLabel(name)).toBe(label)
})

describe('a value in words', () => {
  test.each([
    ['inTime', true, 'yes'],
    ['active', false, 'no'],
    ['serial', null, 'none'],
    ['serial', undefined, 'none'],
    ['reason', '', 'none'],
    ['machine', [], 'none'],
    ['winning', [7, 12, 45, 60, 89], '7 - 12 - 45 - 60 - 89'],
    ['numbers', [36, 66], '36, 66'],
    ['gamesAdded', ['diamond', 'newer'], 'Diamond, newer'],
    ['faults', ['₦1 arrived, ₦1,500 is due.', 'Another plan.'], '₦1 arrived, ₦1,500 is due. Another plan.'],
    ['reasons', ['One.', 'two'], 'One., two'],
    ['reasons', [1, 'two'], '1, two'],
    ['amountOfDays', 150000, '150000'],
    ['name', 'no_draw', 'no_draw'],
    ['length', { months: 1, plan: 'pro' }, 'months: 1; plan: Pro'],
    ['kobo', 150000, '₦1,500'],
    ['requestedAmount', 150050, '₦1,500.50'],
    ['closesAt', '2026-11-23T08:30:00.000Z', 'Mon 23 Nov 2026, 09:30'],
    ['startsAt', 1795422600000, 'Mon 23 Nov 2026, 09:30'],
    ['date', '2026-11-23', 'Mon 23 Nov 2026'],
    ['close', 570, '09:30'],
    ['expectedMinutes', 30, '30 min'],
    ['plan', 'pro', 'Pro'],
    ['plan', 'gold', 'gold'],
    ['game', 'diamond', 'Diamond'],
    ['game', 'newer', 'newer'],
    ['userId', '7f', 'Ngozi (ngozi@example.com)'],
    ['state', 'no_draw', 'no draw'],
    ['form', 'two_sure', 'two sure'],
    ['length', { months: 1 }, 'months: 1'],
    ['name', 'draws.csv', 'draws.csv'],
    ['people', 3, '3'],
    ['since', '2026-11-28T05:00:00.000Z', 'Sat 28 Nov 2026, 06:00'],
    ['before', '2025-01-01T23:30:00Z', 'Thu 2 Jan 2025, 00:30'],
  ])('%s %o is "%s"', (name, value, text) => {
    expect(detailText(name, value, names)).toBe(text)
  })
})
