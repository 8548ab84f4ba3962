import { expect, test } from 'vitest'
import { announcementsFor } from './announcements.ts'

test.each([
  ['before its time', 'all', null, 9, false],
  ['from its first millisecond on', 'all', null, 10, true],
  ['to its last', 'all', null, 19, true],
  ['at its end', 'all', null, 20, false],
  ['for another plan', 'pro', 'free', 15, false],
  ['for its plan', 'pro', 'pro', 15, true],
  ['for a plan, without an account', 'free', null, 15, false],
] as const)('a line from 10 until 20 %s', (_, audience, plan, now, isShown) => {
  const line = { id: 1, text: 'Late', audience, from: 10, until: 20 }
  expect(announcementsFor([line], plan, now)).toEqual(isShown ? [line] : [])
})
