import { expect, test } from 'vitest'
import { killRounds } from '../long/kill.ts'
import { TEST_SEED } from '../support/seed.ts'

test('after kill -9 of the server, Postgres or both, every acknowledged write is stored', async () => {
  const rounds = await killRounds({ rounds: 3, seed: TEST_SEED })
  expect(rounds.map(({ victim }) => victim)).toEqual(['server', 'postgres', 'both'])
  for (const { acknowledged } of rounds) expect(acknowledged, `seed ${TEST_SEED}`).toBeGreaterThan(0)
}, 120_000)
