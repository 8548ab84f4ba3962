import { defineConfig } from 'vitest/config'

// One worker runs many files and keeps the loaded modules: loading them for each file took half of the time. Modules in
// src hold no state. Three workers suit two cores, because server tests often wait for the database; the equal numbers let
// both projects run together. The timeouts only end a test that hangs, so a busy machine does not fail it.
const shared = {
  isolate: false,
  maxWorkers: 3,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
  setupFiles: 'tests/support/property-seed.ts',
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['src/*/{rules,web}/**/*.test.ts', 'src/stand-ins/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['src/*/server/**/*.test.ts', 'tests/server/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          globalSetup: 'tests/support/vitest-setup.ts',
        },
      },
      {
        // Whole processes: kills, storms, restores, commands. Only `npm run test:long` runs all of them.
        test: {
          ...shared,
          name: 'slow',
          include: ['src/*/server/**/*.slow.test.ts', 'tests/server/**/*.slow.test.ts'],
          globalSetup: 'tests/support/vitest-setup.ts',
        },
      },
      {
        // Tests that need other installed programs, such as proxies. Only `npm run test:ops` runs them.
        test: {
          ...shared,
          name: 'ops',
          maxWorkers: 1,
          include: ['tests/ops/**/*.test.ts'],
          globalSetup: 'tests/support/vitest-setup.ts',
        },
      },
    ],
  },
})
