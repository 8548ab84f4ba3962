import { describe, expect, test } from 'vitest'
import { rightOfPage } from '../../../platform/rules/access/staff.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { CONTROL_FIGURES, CONTROL_GROUPS, controlLine, isRed } from './control-room.ts'

const limited = CONTROL_FIGURES.filter((figure) => controlLine(figure).most !== undefined)

describe.each(limited)('%s', (figure) => {
  const { most, does, link } = controlLine(figure)

  test('is red above its limit only', () => {
    expect([most! - 1, most!, most! + 1].map((value) => isRed(figure, value))).toEqual([false, false, true])
  })

  test('says in whole sentences what an owner does, and links to a page', () => {
    expect(does).toMatch(/^[A-Z].*\.$/)
    expect(does).not.toMatch(/docs\/|pgbackrest|sql|prometheus/i)
    const isPage = link!.to === PATHS.profile || link!.to === PATHS.admin || rightOfPage(link!.to) !== 'staff'
    expect(isPage).toBe(true)
  })
})

test('a figure without a limit is never red, and only a backup that nobody reported is red without a value', () => {
  expect(isRed('onScreen', 1e9)).toBe(false)
  expect(CONTROL_FIGURES.filter((figure) => isRed(figure, null))).toEqual(['backup'])
})

test('each group has lines, which are together', () => {
  const groups = CONTROL_FIGURES.map((figure) => controlLine(figure).group)
  expect(groups.filter((group, i) => group !== groups[i - 1])).toEqual(CONTROL_GROUPS)
})
