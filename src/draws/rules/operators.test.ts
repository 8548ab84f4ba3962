import { expect, test } from 'vitest'
import { inTitle } from './operators.ts'

test.each([
  [['Premier Lotto', 'Ghana NLA'], 'Premier Lotto (Baba Ijebu) and Ghana NLA'],
  [['Premier Lotto', ''], 'Premier Lotto (Baba Ijebu)'],
  [['Premier Lotto', 'Ghana NLA', 'Winners'], 'Lotto'],
  [[''], 'Lotto'],
  [[], 'Lotto'],
])('the operators %j are %j in a title', (operators, title) => {
  expect(inTitle(operators)).toBe(title)
})
