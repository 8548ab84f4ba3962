import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import installed from './scripts/browsers.json' with { type: 'json' }

/**
 * The headless shell is preferred. It is Chromium without the code of its windows, and the browser tests take a quarter
 * less processor time with it.
 */
const executablePath = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path))

/**
 * Flags for a closed network and for running as root; none changes how pages behave. Pages of tests live too briefly to
 * repay the optimizing compilers, which took an eighth of the browser's processor time.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--no-maglev,--no-turbofan',
]

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/playwright-setup.ts',
  // Node itself runs the built renderer of pages and the TypeScript of the server. Playwright transpiled them for nothing.
  build: { external: ['**/dist/**', '**/src/**', '**/tests/support/**'] },
  fullyParallel: true,
  workers: 3,
  // The timeouts only end a test that hangs, so a busy machine does not fail it.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['line'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/report.json' }],
  ],
  use: {
    viewport: { width: 360, height: 640 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // The tests of the offline app allow them: their requests pass no route of a test.
    serviceWorkers: 'block',
    launchOptions: { args, ...(executablePath && { executablePath }) },
    screenshot: 'only-on-failure',
  },
})
