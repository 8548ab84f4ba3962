import { expect, test } from 'vitest'
import { adminArea, groupByFour, readFactorCode } from './second-factor.ts'

test.each([
  ['user', false, false, 'closed'],
  ['user', true, true, 'closed'],
  ['admin', false, false, 'open'],
  ['admin', true, false, 'open'],
  ['admin', false, true, 'factor-needed'],
  ['admin', true, true, 'open'],
] as const)('%s, factor %s, required %s: the admin area is %s', (role, secondFactor, required, area) => {
  expect(adminArea({ role, secondFactor }, required)).toBe(area)
})

const RECOVERY = 'ABCDEFGHIJKLMNOPQRSTUVWX'

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['012345', { kind: 'app', code: '012345' }],
  [RECOVERY, { kind: 'recovery', code: RECOVERY }],
  [groupByFour(RECOVERY), { kind: 'recovery', code: RECOVERY }],
  [groupByFour(RECOVERY).toLowerCase().replaceAll('-', ' '), { kind: 'recovery', code: RECOVERY }],
  ['', null],
  ['12345', null],
  ['1234567', null],
  ['１２３４５６', null],
  ['12345a', null],
  [RECOVERY.slice(1), null],
  [`${RECOVERY}A`, null],
  [RECOVERY.replace('A', '1'), null],
])('%j is read as %j', (typed, expected) => {
  expect(readFactorCode(typed)).toEqual(expected)
})

test('codes are shown in groups of four', () => {
  expect(groupByFour('ABCDEFGH')).toBe('ABCD-EFGH')
  expect(groupByFour('ABCDEF')).toBe('ABCD-EF')
})
