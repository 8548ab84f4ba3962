import { expect, test } from 'vitest'
import { planOf } from './answer/decide.ts'
import { INTENTS } from './read/types.ts'

test('names the lowest plan of each kind of question', () => {
  const of = (plan: string) => INTENTS.filter((intent) => planOf(intent) === plan)
  expect(of('basic')).toEqual(['hot', 'cold', 'never-drawn'])
  expect(of('pro')).toEqual([
    'longest-gap',
    'best-pairs',
    'pairs-with',
    'followers',
    'then',
    'chart-hit',
    'due',
    'shape',
  ])
  expect(of('free')).toHaveLength(INTENTS.length - 11)
})
