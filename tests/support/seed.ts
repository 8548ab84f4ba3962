/**
 * The seed of a run's random choices. `npm test` has a fixed one, so that it tests the same on every machine and a failure
 * has its cause in the change. `npm run test:long` sets a new one, and names it.
 */
export const TEST_SEED = Number(process.env.TEST_SEED ?? 20231002)
