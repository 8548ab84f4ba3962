import { defineConfig } from 'vitest/config'

// One worker runs many files and keeps the loaded modules: loading them for each file took half of the time. Modules in
// src hold no state. The timeouts only end a test that hangs, so a busy machine does not fail it.
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
          // Each test waits for the database longer than it computes.
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
