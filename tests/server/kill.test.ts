import { expect, test } from 'vitest'
import { killRounds } from '../long/kill.ts'

test('after kill -9 of the server, Postgres or both, every acknowledged write is stored', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const rounds = await killRounds({ rounds: 3, seed })
  expect(rounds.map(({ victim }) => victim)).toEqual(['server', 'postgres', 'both'])
  for (const { acknowledged } of rounds) expect(acknowledged, `seed ${seed}`).toBeGreaterThan(0)
}, 120_000)
