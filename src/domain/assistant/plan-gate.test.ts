import { expect, test } from 'vitest'
import { planOf } from './intents/all.ts'
import { INTENTS } from './read/types.ts'

test('names the lowest plan of each kind of question', () => {
  const of = (plan: string) => INTENTS.filter((intent) => planOf(intent) === plan)
  expect(of('basic')).toEqual(['hot', 'cold'])
  expect(of('pro')).toEqual(['pairs-with', 'followers', 'then', 'chart-hit', 'due', 'shape'])
  expect(of('free')).toHaveLength(INTENTS.length - 8)
})
