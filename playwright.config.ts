import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]
const executablePath = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path))

/** Flags for a closed network and for running as root; none changes how pages behave. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/playwright-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  reporter: [
    ['line'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/report.json' }],
  ],
  use: {
    viewport: { width: 360, height: 640 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    launchOptions: { args, ...(executablePath && { executablePath }) },
    screenshot: 'only-on-failure',
  },
})
