import { describe, expect, test } from 'vitest'
import { type LabQuery, parseLabQuery, type TypedLabQuery } from './query.ts'
import { LAB_FIGURE_KEYS, type LabFigureKey } from './figures.ts'

const queryOf = (figure: LabFigureKey, typed: TypedLabQuery): Partial<LabQuery> | object => {
  const read = parseLabQuery(figure, typed)
  return 'problems' in read ? read.problems : read.query
}

test('an empty address asks for every winning draw', () => {
  for (const figure of LAB_FIGURE_KEYS)
    expect(queryOf(figure, {})).toEqual({
      figure,
      games: null,
      operator: null,
      weekday: null,
      window: 'all',
      set: figure === 'carry' ? 'both' : 'winning',
      leavesOutHoles: false,
      box: null,
      number: null,
      numbers: null,
      lag: 1,
    })
})

describe('reads', () => {
  test.each<[LabFigureKey, TypedLabQuery, Partial<LabQuery>]>([
    ['frequency', { games: 'gold,06' }, { games: ['gold', '06'] }],
    ['frequency', { games: 'gold,06,gold' }, { games: ['gold', '06'] }],
    ['frequency', { operator: 'Ghana NLA', weekday: 'monday' }, { operator: 'Ghana NLA', weekday: 'monday' }],
    ['frequency', { window: '100' }, { window: { last: 100 } }],
    ['frequency', { window: 'last 1000' }, { window: { last: 1000 } }],
    ['frequency', { window: '2024' }, { window: { year: 2024 } }],
    ['frequency', { set: 'both', box: '10' }, { set: 'both', box: 10 }],
    ['followers', { number: '07', lag: '3', box: '' }, { number: 7, lag: 3, box: null }],
    ['groups', { numbers: '45, 33 7' }, { numbers: [7, 33, 45] }],
    ['moving', { holes: 'out' }, { leavesOutHoles: true }],
    [
      'gaps',
      { window: 'dates', from: '2024-01-01', to: '2024-01-01' },
      { window: { from: '2024-01-01', to: '2024-01-01' } as LabQuery['window'] },
    ],
  ])('%s %o', (figure, typed, expected) => {
    expect(queryOf(figure, typed)).toMatchObject(expected)
  })
})

describe('refuses', () => {
  const useless = 'This has no effect here.'
  const window = 'The window must be all, dates, a year, or the last 1 to 1000 draws.'
  const numbers = 'Enter two to five different numbers from 1 to 90.'
  test.each<[LabFigureKey, TypedLabQuery, Partial<Record<keyof TypedLabQuery, string>>]>([
    ['frequency', { weekday: 'someday' }, { weekday: 'Choose a day of the week.' }],
    ['frequency', { window: '0' }, { window }],
    ['frequency', { window: '2024x' }, { window }],
    ['frequency', { window: '1001' }, { window }],
    ['frequency', { window: 'dates' }, { from: 'Enter a date.', to: 'Enter a date.' }],
    [
      'frequency',
      { window: 'dates', from: '2024-01-02', to: '2024-01-01' },
      { to: 'The last date must not be before the first.' },
    ],
    ['frequency', { set: 'none' }, { set: 'The set must be winning, machine or both.' }],
    ['frequency', { box: '6' }, { box: 'The box must be from 1 to 5.' }],
    ['followers', { number: '91' }, { number: 'Enter a number from 1 to 90.' }],
    ['followers', { lag: '4' }, { lag: 'Choose one, two or three draws later.' }],
    ['groups', { numbers: '7' }, { numbers }],
    ['groups', { numbers: '7 7' }, { numbers }],
    ['groups', { numbers: '1 2 3 4 5 6' }, { numbers }],
    ['groups', { numbers: '1 x' }, { numbers }],
    ['moving', { holes: 'yes' }, { holes: 'The holes must be join or out.' }],
    ['moving', { number: '7' }, { number: useless }],
    ['followers', { number: '7', box: '2' }, { box: useless }],
    ['carry', { set: 'winning' }, { set: useless }],
    ['frequency', { holes: 'out' }, { holes: useless }],
    ['frequency', { from: '2024-01-01', to: '2024-02-01' }, { from: useless, to: useless }],
    ['frequency', { window: 'all', to: '2024-02-01' }, { to: useless }],
  ])('%s %o', (figure, typed, problems) => expect(queryOf(figure, typed)).toEqual(problems))
})
