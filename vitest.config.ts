import { defineConfig } from 'vitest/config'

// One worker takes many files and keeps the modules that it has loaded: loading them anew for each took half of the time.
// Nothing in src holds state of its own. The time limits only end what hangs; a busy machine is no failure.
const shared = { isolate: false, testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'src/domain/**/*.test.ts',
            'src/web/**/*.test.ts',
            'src/sandbox/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          // Each waits for the database more than it computes.
          maxWorkers: 2,
          include: ['src/server/**/*.test.ts', 'tests/server/**/*.test.ts'],
          globalSetup: 'tests/support/vitest-setup.ts',
        },
      },
      {
        // What needs other programs of the machine, such as proxies: `npm run test:ops` only.
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
