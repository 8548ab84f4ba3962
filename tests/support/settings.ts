import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, type Settings, SettingsError } from '../../src/platform/server/base/settings.ts'

/**
 * The built program of the worker thread. From the sources each thread compiles a hundred files, and the compiler, which is
 * WebAssembly in Node, crashes now and then in a thread.
 */
export const BUILT_THREAD = new URL('../../dist/server/thread.js', import.meta.url)

/** The key that signs the test servers' sessions. */
export const TEST_SECRET = 'k7Wm2Rz9Qp4Xc8Lt6Vb1Nf5Hd3Js0GyUe'

/** A complete production environment. Tests pass the database separately. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  APP_URL: 'https://lotto.example',
  DATABASE_URL: 'postgres://u@db/lotto',
  AUTH_SECRET: TEST_SECRET,
  TRUSTED_PROXIES: '1',
  DRAIN_DELAY: '0',
  SMTP_URL: 'smtps://127.0.0.1:1',
  PAYSTACK_SECRET_KEY: 'sk_live_' + 'a'.repeat(40),
  PAYSTACK_PUBLIC_KEY: 'pk_live_' + 'b'.repeat(40),
}

let dataDir: string | null = null

/**
 * Settings of a test server: demo mode, a free port, no samples, no log.
 * @param overrides environment variables; `adminFactor` demands the second factor of admins and `realPasswords` hashes
 * passwords, both as production does
 */
export function testSettings({
  adminFactor,
  realPasswords,
  ...overrides
}: Record<string, string> = {}): Settings {
  dataDir ??= mkdtempSync(join(tmpdir(), 'lotto-data-'))
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: dataDir,
    SAMPLE_DATA: 'off',
    LOG_LEVEL: 'silent',
    // Each visitor sends its own network address.
    TRUSTED_PROXIES: '1',
    AUTH_SECRET: TEST_SECRET,
    ...overrides,
  })
  return {
    ...settings,
    ...(adminFactor && { adminFactor: true }),
    // Hundreds of tests sign in.
    ...(!realPasswords && { passwordCost: { memory: 8, passes: 1 } }),
  }
}

/** The settings of a production installation with its data in a folder. */
export const productionIn = (dataDir: string) => ({
  ...PRODUCTION,
  HOST: '',
  DRAIN_DELAY: '',
  DATA_DIR: dataDir,
})

/** The sentences about an environment that the server refuses; none if it accepts it. */
export function problemsOf(environment: Record<string, string | undefined>): string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const [first, ...rest] = error.message.split('\n')
    if (first !== 'The settings are invalid:') throw error
    return rest.map((line) => line.replace(/^ {2}- /, ''))
  }
}
