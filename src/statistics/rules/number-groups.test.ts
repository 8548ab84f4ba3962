import { expect, test } from 'vitest'
import { groupText, parseGroupNumbers } from './number-groups.ts'

test.each([
  ['1-10-89', '1-10-89'],
  [' 89, 10 ,1 ', '1-10-89'],
  ['07 8;9', '7-8-9'],
  ['1-2-3-4-5-6-7-8-9-10', '1-2-3-4-5-6-7-8-9-10'],
])('reads "%s" as the group %s', (text, group) => {
  expect(groupText(parseGroupNumbers(text).numbers!)).toBe(group)
})

test.each([
  ['', 'Enter 3 to 10 numbers.'],
  ['1-10', 'Enter 3 to 10 numbers.'],
  ['1-2-3-4-5-6-7-8-9-10-11', 'Enter 3 to 10 numbers.'],
  ['1-10-10', '10 is entered twice.'],
  ['1-01-10', '1 is entered twice.'],
  ['0-1-10', 'Enter numbers from 1 to 90; "0" is not one.'],
  ['1-10-91', 'Enter numbers from 1 to 90; "91" is not one.'],
  ['1-10-x', 'Enter numbers from 1 to 90; "x" is not one.'],
])('refuses "%s"', (text, problem) => {
  expect(parseGroupNumbers(text)).toEqual({ problem })
})
