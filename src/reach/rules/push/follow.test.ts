import { expect, test } from 'vitest'
import { instantAt, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { chooseLiveGame, type LiveGame, nextChangeAt } from './notifications.ts'

const MORNING = instantAt('2026-03-17' as LagosDate, 9 * 60)
const EVENING = instantAt('2026-03-17' as LagosDate, 23 * 60)
const MIDNIGHT = instantAt('2026-03-18' as LagosDate, 0)
const NONE: LiveGame = { game: null, changedAt: null }

test('the first choice is free, and so is one change of that day', () => {
  const gold = chooseLiveGame(NONE, 'gold', MORNING)!
  expect(gold).toEqual({ game: 'gold', changedAt: null })
  const bingo = chooseLiveGame(gold, 'bingo', MORNING)!
  expect(bingo).toEqual({ game: 'bingo', changedAt: MORNING })
  expect(chooseLiveGame(bingo, 'gold', EVENING)).toBeNull()
  expect(chooseLiveGame(bingo, 'bingo', EVENING)).toBe(bingo)
  expect(chooseLiveGame(bingo, 'gold', MIDNIGHT)).toEqual({ game: 'gold', changedAt: MIDNIGHT })
})

test('turning a game off is possible at any time, and leads around no limit', () => {
  const bingo: LiveGame = { game: 'bingo', changedAt: MORNING }
  const off = chooseLiveGame(bingo, null, EVENING)!
  expect(off).toEqual({ game: null, changedAt: EVENING })
  expect(chooseLiveGame(off, 'bingo', EVENING)).toBeNull()
  const firstOff = chooseLiveGame({ game: 'gold', changedAt: null }, null, MORNING)!
  expect(chooseLiveGame(firstOff, 'bingo', EVENING)).toBeNull()
})

test('names the midnight of Lagos at which the next change is possible', () => {
  expect(nextChangeAt(NONE, MORNING)).toBeNull()
  expect(nextChangeAt({ changedAt: MORNING }, EVENING)).toBe(MIDNIGHT)
  expect(nextChangeAt({ changedAt: MORNING }, MIDNIGHT)).toBeNull()
})
