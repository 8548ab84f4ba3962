import { expect, test } from 'vitest'
import { BOXES, positioned, positionKey, positionWords, SEARCH_BOXES } from './balls.ts'

// Specification, section 3: "Positions: first_box, second_box, center_box, forth_box, last_box, suffixed _winning or _machine".
test('the ten position keys are those of the specification', () => {
  expect(BOXES.map((box) => positionKey(box, 'winning'))).toEqual(
    'first_box_winning second_box_winning center_box_winning forth_box_winning last_box_winning'.split(' '),
  )
  expect(positionKey('forth_box', 'machine')).toBe('forth_box_machine')
})

test('positions in words spell "Fourth" correctly', () => {
  expect(SEARCH_BOXES.map((box) => positionWords(box, 'machine'))).toEqual([
    'First box (machine)',
    'Second box (machine)',
    'Center box (machine)',
    'Fourth box (machine)',
    'Last box (machine)',
    'Any box (machine)',
  ])
  expect(positionWords('first_box', 'winning')).toBe('First box (winning)')
})

test('five numbers get their positions in drawing order', () => {
  expect(positioned([26, 34, 8, 51, 84], 'winning')).toEqual([
    { position: 'first_box_winning', number: 26 },
    { position: 'second_box_winning', number: 34 },
    { position: 'center_box_winning', number: 8 },
    { position: 'forth_box_winning', number: 51 },
    { position: 'last_box_winning', number: 84 },
  ])
  expect(positioned([], 'machine')).toEqual([])
})
