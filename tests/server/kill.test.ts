import { expect, test } from 'vitest'
import { killRounds } from '../long/kill.ts'

test('whatever is killed under writes, every acknowledged write is there and the next start takes seconds', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const rounds = await killRounds({ rounds: 3, seed })
  expect(rounds.map(({ victim }) => victim)).toEqual(['server', 'postgres', 'both'])
  for (const { acknowledged } of rounds) expect(acknowledged, `seed ${seed}`).toBeGreaterThan(0)
}, 120_000)
