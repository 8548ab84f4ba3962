import { test } from 'vitest'

/** Whether the run has the slow tests: `npm run test:long` sets it. */
export const IS_LONG = process.env.SLOW_TESTS === 'on'

/** A test that only `npm run test:long` runs, in a file that `npm test` runs too. A file of such tests ends with `.slow.test.ts`. */
export function slowTest(name: string, run: () => Promise<void>, timeoutMs?: number): void {
  if (IS_LONG) test(name, run, timeoutMs)
}
