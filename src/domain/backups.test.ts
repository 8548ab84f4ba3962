import { describe, expect, test } from 'vitest'
import { backupInstant, backupName, isBackupDraft, latestBackupDue, surplusBackups } from './backups.ts'

const at = (text: string) => Date.parse(text)
/** The name of a backup at three in the morning in Lagos. */
const named = (date: string) => backupName(at(`${date}T02:00:00Z`))

describe('a daily backup', () => {
  test.each([
    // Three in the morning in Lagos is two o'clock UTC.
    ['2026-11-22T02:00:00Z', '2026-11-22T02:00:00Z'],
    ['2026-11-22T01:59:59.999Z', '2026-11-21T02:00:00Z'],
    ['2026-11-22T22:59:59Z', '2026-11-22T02:00:00Z'],
    // Midnight in Lagos.
    ['2026-11-22T23:00:00Z', '2026-11-22T02:00:00Z'],
    ['2026-03-01T00:30:00Z', '2026-02-28T02:00:00Z'],
  ])('at %s the latest one was due at %s', (now, due) => {
    expect(latestBackupDue(at(now), 3)).toBe(at(due))
  })

  test('at midnight', () => {
    expect(latestBackupDue(at('2026-11-22T22:59:59Z'), 0)).toBe(at('2026-11-21T23:00:00Z'))
    expect(latestBackupDue(at('2026-11-22T23:00:00Z'), 0)).toBe(at('2026-11-22T23:00:00Z'))
  })
})

test('a name holds its instant to the second', () => {
  expect(backupName(at('2026-11-22T02:00:07.900Z'))).toBe('lotto-20261122T020007Z.backup')
  expect(backupInstant('lotto-20261122T020007Z.backup')).toBe(at('2026-11-22T02:00:07Z'))
  for (const other of [
    'lotto-20261122T020007Z.backup.partial',
    'mine.backup',
    'lotto-20261399T020000Z.backup',
  ])
    expect(backupInstant(other)).toBeNull()
})

test.each([
  ['lotto-20261122T020007Z.backup.partial', true],
  ['lotto-20261122T020007Z.backup.0b7f6c1e-5d0c-4a53-9f0e-3a1c7d1b2e4f.partial', true],
  ['lotto-20261122T020007Z.backup', false],
  ['mine.backup.partial', false],
])('%s is a draft of a daily backup: %s', (name, expected) => {
  expect(isBackupDraft(name)).toBe(expected)
})

describe('the rule', () => {
  const november = Array.from({ length: 22 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`)
  const all = ['2026-08-31', '2026-09-30', '2026-10-30', '2026-10-31', ...november]
  const kept = (names: string[], rule: Parameters<typeof surplusBackups>[1]) => {
    const surplus = new Set(surplusBackups(names, rule, at('2026-11-22T12:00:00Z')))
    return names.filter((name) => !surplus.has(name))
  }

  test('keeps the newest of the last days, weeks and months', () => {
    expect(kept(all.map(named), { days: 3, weeks: 3, months: 3 })).toEqual(
      // Sundays end the weeks; 22 November is a Sunday.
      ['2026-09-30', '2026-10-31', '2026-11-08', '2026-11-15', '2026-11-20', '2026-11-21', '2026-11-22'].map(
        named,
      ),
    )
  })

  test('keeps the newest of a day with several, and files of other names', () => {
    const early = backupName(at('2026-11-22T01:00:00Z'))
    const names = ['before-the-move.backup', early, named('2026-11-22')]
    expect(kept(names, { days: 1, weeks: 1, months: 1 })).toEqual([
      'before-the-move.backup',
      named('2026-11-22'),
    ])
  })

  test('keeps old backups when newer ones are missing', () => {
    const names = ['2025-01-01', '2025-06-01'].map(named)
    expect(kept(names, { days: 7, weeks: 0, months: 0 })).toEqual(names)
  })

  test('keeps the newest good backup beside one that a wrong clock dated later', () => {
    const names = ['2099-11-22', '2026-11-22', '2026-11-21'].map(named)
    expect(kept(names, { days: 1, weeks: 0, months: 0 })).toEqual(names.slice(0, 2))
  })
})
