import { describe, expect, test } from 'vitest'
import {
  baseName,
  basesOf,
  planRecovery,
  recoveryName,
  surplusBases,
  surplusSegments,
} from './wal-archive.ts'

const at = (text: string) => Date.parse(`2026-11-${text}:00Z`)
const segment = (number: number, timeline = 1) =>
  timeline.toString(16).padStart(8, '0') + number.toString(16).toUpperCase().padStart(16, '0')
const base = (text: string, number: number, timeline?: number) =>
  baseName(at(text), segment(number, timeline))

test('the name of a base backup is its end, rounded up, and its first segment', () => {
  const name = baseName(Date.parse('2026-11-22T20:41:00.001Z'), segment(31))
  expect(name).toBe('base-20261122T204101Z-00000001000000000000001F.zst')
  expect(basesOf([name, `${name}.partial`, 'mine.zst'])).toEqual([
    { name, at: Date.parse('2026-11-22T20:41:01Z'), segment: '00000001000000000000001F' },
  ])
})

describe('a recovery', () => {
  const [first, second, left] = [base('20T03:00', 2), base('21T03:00', 40), base('22T03:00', 90)]
  const recovery = recoveryName({ at: at('22T10:00'), to: at('21T12:00'), timeline: 2 })
  const after = base('23T03:00', 120, 2)
  const names = [after, recovery, left, first, second]

  test.each<[string, string, [string, number] | null]>([
    ['before the first base backup is impossible', '20T02:59', null],
    ['starts from the newest base backup before the instant', '21T02:59', [first, 1]],
    ['can start at the end of a base backup', '21T03:00', [second, 1]],
    ['goes to an instant that an earlier recovery left', '22T09:59', [left, 1]],
    ['follows an earlier recovery, from a base backup that it kept', '22T10:01', [second, 2]],
    ['starts from a base backup after an earlier recovery', '24T00:00', [after, 2]],
  ])('%s', (_, instant, expected) => {
    const plan = planRecovery(names, at(instant))
    expect(plan && [plan.base.name, plan.timeline]).toEqual(expected)
  })

  test('to the end of the archive follows the last recovery', () => {
    expect(planRecovery(names, Infinity)).toMatchObject({ base: { name: after }, timeline: 2 })
    expect(planRecovery([first, recovery], Infinity)).toMatchObject({ base: { name: first }, timeline: 2 })
  })
})

test('the base backups of the last days are kept, and one from before them', () => {
  const names = ['19', '20', '21', '22'].map((day, index) => base(`${day}T03:00`, index))
  expect(surplusBases(names, at('22T04:00'), 2)).toEqual([names[0]])
  expect(surplusBases(names, at('22T02:00'), 2)).toEqual([])
  expect(surplusBases(names.slice(0, 1), at('30T00:00'), 2)).toEqual([])
})

describe('a recovery that was undone', () => {
  const first = base('20T03:00', 2)
  const recovery = recoveryName({ at: at('22T10:00'), to: at('21T12:00'), timeline: 2 })

  test('does not count once the earlier timeline has a newer base backup', () => {
    const again = base('22T10:01', 95)
    expect(planRecovery([first, recovery, again], at('23T00:00'))).toMatchObject({
      base: { name: again },
      timeline: 1,
    })
  })

  test('is not seen in a base backup that ended just before the recovery', () => {
    const before = baseName(at('22T10:00') - 900, segment(90))
    expect(planRecovery([first, recovery, before], at('23T00:00'))).toMatchObject({
      base: { name: first },
      timeline: 2,
    })
  })
})

test('the log is kept from the first segment of the oldest base backup on, on every timeline', () => {
  const oldest = basesOf([base('20T03:00', 40), base('21T03:00', 60)])
  const log = [39, 40, 41].map((number) => `${segment(number)}.gz`)
  const others = [`${segment(39, 2)}.gz`, `${segment(39)}.00000028.backup.gz`, '00000002.history.gz', 'mine']
  expect(surplusSegments([...log, ...others], oldest)).toEqual([log[0], others[0], others[1]])
  expect(surplusSegments(log, [])).toEqual([])
})

test('the log of a base backup after a recovery is kept, though an older base backup begins later in the log', () => {
  const bases = basesOf([base('22T03:00', 90), base('22T10:01', 61, 2)])
  const log = [`${segment(60)}.gz`, `${segment(61, 2)}.gz`, `${segment(62, 2)}.gz`]
  expect(surplusSegments(log, bases)).toEqual([log[0]])
})
