import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, type Settings } from '../../src/server/settings.ts'

let dataDir: string | null = null

/** Settings of a test server: demo mode, any free port, no samples, silent unless asked. */
export function testSettings(overrides: Record<string, string> = {}): Settings {
  dataDir ??= mkdtempSync(join(tmpdir(), 'lotto-data-'))
  return readSettings({
    PORT: '0',
    DATA_DIR: dataDir,
    SAMPLE_DATA: 'off',
    LOG_LEVEL: 'silent',
    // Each visitor of a test has an address of their own, as people have.
    TRUSTED_PROXIES: '1',
    AUTH_SECRET: 'a secret of tests that is long enough',
    ...overrides,
  })
}
