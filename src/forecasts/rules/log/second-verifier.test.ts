import { expect, test } from 'vitest'
import { compareVerifiers, hasSecondVerifier } from '../../../../tests/long/compare-verifiers.ts'

// `npm run test:long` compares a thousand of each.
test.skipIf(!hasSecondVerifier)(
  'a second implementation gives the same verdict and the same figures of generated and of mutated logs',
  async () => {
    const { generated, mutated } = await compareVerifiers(1, 20)
    expect([...generated.disagreements, ...mutated.disagreements]).toEqual([])
    expect(generated.correct).toBe(20)
    // Mutations that change nothing of importance are the exception, and many rules are broken.
    expect(mutated.correct).toBeLessThan(10)
    expect(mutated.checks.size).toBeGreaterThan(8)
  },
)
