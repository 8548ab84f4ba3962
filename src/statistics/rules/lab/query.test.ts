import { describe, expect, test } from 'vitest'
import { type LabQuery, parseLabQuery, type TypedLabQuery } from './query.ts'
import { LAB_FIGURE_KEYS, type LabFigureKey } from './figures.ts'

const queryOf = (figure: LabFigureKey, typed: TypedLabQuery): Partial<LabQuery> | string[] => {
  const read = parseLabQuery(figure, typed)
  return 'problems' in read ? Object.keys(read.problems) : read.query
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
  test.each<[LabFigureKey, TypedLabQuery, string[]]>([
    ['frequency', { weekday: 'someday' }, ['weekday']],
    ['frequency', { window: '0' }, ['window']],
    ['frequency', { window: '2024x' }, ['window']],
    ['frequency', { window: '1001' }, ['window']],
    ['frequency', { window: 'dates' }, ['from', 'to']],
    ['frequency', { window: 'dates', from: '2024-01-02', to: '2024-01-01' }, ['to']],
    ['frequency', { set: 'none' }, ['set']],
    ['frequency', { box: '6' }, ['box']],
    ['followers', { number: '91' }, ['number']],
    ['followers', { lag: '4' }, ['lag']],
    ['groups', { numbers: '7' }, ['numbers']],
    ['groups', { numbers: '7 7' }, ['numbers']],
    ['groups', { numbers: '1 2 3 4 5 6' }, ['numbers']],
    ['groups', { numbers: '1 x' }, ['numbers']],
    ['moving', { holes: 'yes' }, ['holes']],
    ['moving', { number: '7' }, ['number']],
    ['followers', { number: '7', box: '2' }, ['box']],
    ['carry', { set: 'winning' }, ['set']],
    ['frequency', { holes: 'out' }, ['holes']],
    ['frequency', { from: '2024-01-01', to: '2024-02-01' }, ['from', 'to']],
    ['frequency', { window: 'all', to: '2024-02-01' }, ['to']],
  ])('%s %o', (figure, typed, fields) => expect(queryOf(figure, typed)).toEqual(fields))
})
