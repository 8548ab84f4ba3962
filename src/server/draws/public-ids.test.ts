import { expect, test } from 'vitest'
import { PublicIds } from './load-draws.ts'

const drawOn = (day: number, publicId: string, game = 'metro') => ({ game, day, publicId })

/** Ids that share their first half, and one that begins with zeros. */
const [A, B, ZEROS] = ['ffffffff00000001', 'ffffffff80000000', '000000000000002a']
const first = [drawOn(10, A), drawOn(20, B), drawOn(20, ZEROS, 'king')]
const ids = new PublicIds().after([], first)

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
  const after = ids.after([...ids.placesOf([B]), ...ids.placesOf([ZEROS])], written)
  expect([after.of('metro', 5), after.of('metro', 10), after.of('metro', 20)]).toEqual([B, A, undefined])
  expect(after.of('king', 20)).toBeUndefined()
})
