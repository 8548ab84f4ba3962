import { expect, test } from 'vitest'
import { EMPTY_HISTORY, type HistoryDraw, withChanges } from '../../domain/draws/history.ts'
import { PublicIds } from './public-ids.ts'

const NONE = new PublicIds([])
const drawOn = (day: number, publicId: string, game = 'metro') => ({
  ...({ game, day, state: 'drawn', serial: null, sample: false } satisfies Partial<HistoryDraw>),
  winning: [1, 2, 3, 4, 5],
  machine: [],
  publicId,
})

/** Ids that share their first half, and one that begins with zeros. */
const [A, B, ZEROS] = ['ffffffff00000001', 'ffffffff80000000', '000000000000002a']
const first = [drawOn(10, A), drawOn(20, B), drawOn(20, ZEROS, 'king')]
const history = withChanges(EMPTY_HISTORY, first, [])
const ids = NONE.after(history, first)

test('each draw has its id, with every digit', () => {
  expect([ids.of('metro', 10), ids.of('metro', 20), ids.of('king', 20)]).toEqual([A, B, ZEROS])
  expect([ids.of('metro', 15), ids.of('king', 10), ids.of('gold', 10)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a draw is found by its whole id', () => {
  expect(ids.placesOf([B])).toEqual([{ game: 'metro', day: 20 }])
  expect(ids.placesOf(['ffffffff00000002'])).toEqual([])
})

test('a moved draw keeps its id, a deleted one loses it, and the others keep theirs', () => {
  const written = [drawOn(5, B)]
  const next = withChanges(history, written, [...ids.placesOf([B]), ...ids.placesOf([ZEROS])])
  const after = ids.after(next, written)
  expect([after.of('metro', 5), after.of('metro', 10), after.of('metro', 20)]).toEqual([B, A, undefined])
  expect(after.of('king', 20)).toBeUndefined()
})
