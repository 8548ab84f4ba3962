import { expect, test } from 'vitest'
import { SHORTCUTS, shortcutOf } from './shortcuts.ts'
import { STAFF_PATHS } from '../access/staff.ts'

test('keys are a shortcut, the beginning of one, or nothing', () => {
  expect(shortcutOf('g d', SHORTCUTS)).toMatchObject({ to: STAFF_PATHS.results })
  expect(shortcutOf('g', SHORTCUTS)).toBe('begins')
  expect(['x', 'g x', 'd', 'G', ''].map((keys) => shortcutOf(keys, SHORTCUTS))).toEqual(Array(5).fill(null))
  expect(shortcutOf('g d', [])).toBeNull()
})

test('no shortcut is the beginning of another one, and none is there twice', () => {
  for (const { keys } of SHORTCUTS)
    expect(SHORTCUTS.filter((one) => one.keys.startsWith(keys))).toHaveLength(1)
})
