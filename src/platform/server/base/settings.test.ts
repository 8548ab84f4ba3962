import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../../../tests/support/programs.ts'
import { problemsOf, productionIn, TEST_SECRET } from '../../../../tests/support/settings.ts'
import { rootDir } from './root.ts'
import { SETTING_NAMES } from './environment.ts'
import { isWeakSecret } from './weak-secret.ts'
import { readSettings } from './settings.ts'

const folder = newFolder()
afterAll(() => folder.remove())

const demo = (environment: Record<string, string> = {}) =>
  readSettings({ DATA_DIR: folder.path, ...environment })
const production = productionIn(folder.path)

describe('the settings of a demo', () => {
  test('have a default for every variable', () => {
    expect(demo()).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      appUrl: 'http://localhost:3000',
      dataDir: folder.path,
      databaseUrl: null,
      sampleData: true,
      trustedProxies: 0,
      resultsAppUrl: '/dashboard/past-results',
      basicAppUrl: '/dashboard/frequent-numbers',
      classificationUrl: '/dashboard/classification',
      smtpUrl: null,
      mailFrom: 'Lotto Forecast <no-reply@localhost>',
      google: null,
      sandboxPort: 3001,
      cookieDomain: null,
      neutralMessages: false,
      drainDelayMs: 0,
    })
  })

  test('come from the environment, with addresses cut of trailing slashes', () => {
    const settings = demo({
      PORT: '4000',
      HOST: '0.0.0.0',
      SAMPLE_DATA: 'off',
      DATABASE_URL: 'postgresql://u@h/d',
      RESULTS_APP_URL: 'https://results.example/app//',
      TRUSTED_PROXIES: '2',
      LOG_LEVEL: 'warn',
      DRAIN_DELAY: '1.5',
    })
    expect(settings).toMatchObject({
      port: 4000,
      appUrl: 'http://localhost:4000',
      host: '0.0.0.0',
      sampleData: false,
      databaseUrl: 'postgresql://u@h/d',
      resultsAppUrl: 'https://results.example/app',
      trustedProxies: 2,
      logLevel: 'warn',
      drainDelayMs: 1500,
    })
    expect(demo({ APP_URL: 'http://lotto.test:8080/', PORT: '1' }).appUrl).toBe('http://lotto.test:8080')
    expect(demo({ DATABASE_URL: 'embedded' }).databaseUrl).toBeNull()
  })

  test('name the external services', () => {
    const smtp = 'smtp://a%40b:p%2Fw@mail.example:587'
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    expect(
      demo({ SMTP_URL: smtp, ...google, MAIL_FROM: 'lotto@example.com', NEUTRAL_MESSAGES: 'on' }),
    ).toMatchObject({
      smtpUrl: smtp,
      mailFrom: 'lotto@example.com',
      google: {
        clientId: 'id',
        clientSecret: 'secret',
        discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration',
      },
      neutralMessages: true,
    })
    expect(demo({ APP_URL: 'http://lotto.test:8080' }).mailFrom).toBe('Lotto Forecast <no-reply@lotto.test>')
  })

  test.each([
    [{ PORT: '4000' }, 4001],
    [{ PORT: '0' }, 0],
    [{ PORT: '65535' }, 0],
    [{ PORT: '4000', SANDBOX_PORT: '5000' }, 5000],
    [{ PORT: '4000', SANDBOX_PORT: '0' }, 0],
  ])('%j put the stand-ins on port %i', (environment, port) => {
    expect(demo(environment as Record<string, string>).sandboxPort).toBe(port)
  })

  test.each([
    ['https://app.lotto.example', 'lotto.example', 'lotto.example'],
    ['https://app.lotto.example:8443', '.Lotto.example', 'lotto.example'],
    ['https://lotto.example', 'lotto.example', 'lotto.example'],
  ])('%s accepts the cookie domain %s', (appUrl, given, domain) => {
    expect(demo({ APP_URL: appUrl, COOKIE_DOMAIN: given }).cookieDomain).toBe(domain)
  })

  test('treat an empty variable as unset', () => {
    const names = SETTING_NAMES.filter((name) => name !== 'DATA_DIR')
    expect(demo(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(demo())
  })

  test('have a support email, because the texts refer to it; production has none by default', () => {
    expect(demo().supportEmail).toBe('support@lotto.test')
    expect(demo({ SUPPORT_EMAIL: 'help@lotto.example' }).supportEmail).toBe('help@lotto.example')
    expect(readSettings(production).supportEmail).toBeNull()
  })

  test('hold a generated secret that is stored once and readable by its owner only', () => {
    const file = join(folder.path, 'auth-secret')
    const [{ value: secret }] = demo().authSecrets
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(existsSync(file)).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toEqual(secret)
    expect(demo().authSecrets).toEqual([{ version: null, value: secret }])
    expect(demo({ AUTH_SECRET: TEST_SECRET }).authSecrets).toEqual([{ version: null, value: TEST_SECRET }])
  })

  test('hold a key of notifications: generated in the demo, given or missing in production', () => {
    const { vapid } = demo()
    expect(vapid).toEqual({
      privateKey: expect.stringMatching(/^[\w-]{43}$/),
      subject: 'mailto:support@lotto.test',
    })
    expect(statSync(join(folder.path, 'vapid-key')).mode & 0o777).toBe(0o600)
    expect(demo().vapid).toEqual(vapid)
    expect(readSettings(production).vapid).toBeNull()
    const key = { VAPID_PRIVATE_KEY: vapid!.privateKey }
    const { privateKey } = vapid!
    expect(readSettings({ ...production, ...key }).vapid).toEqual({ privateKey, subject: production.APP_URL })
    const withSupport = readSettings({ ...production, ...key, SUPPORT_EMAIL: 'it@lotto.example' })
    expect(withSupport.vapid).toEqual({ privateKey, subject: 'mailto:it@lotto.example' })
  })
})

test('a start names at once what is missing, wrong, or still as in the example', () => {
  const { SMTP_URL: _, ...rest } = production
  const environment = { ...rest, PORT: 'x', PAYSTACK_PUBLIC_KEY: 'replace-me', AUTH_SECRET: 'short' }
  expect(problemsOf(environment)).toEqual([
    'PAYSTACK_PUBLIC_KEY: still has the value of the example',
    'PORT: Invalid input: expected number, received NaN',
    'AUTH_SECRET: each secret must have at least 32 characters',
    'SMTP_URL: missing',
  ])
})

test('docs/settings.md lists exactly the settings that exist', () => {
  const names = readFileSync(join(rootDir(), 'docs/settings.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- `'))
    .flatMap((line) => line.split(': ')[0]!.match(/[A-Z_]{2,}/g) ?? [])
  expect(names.sort()).toEqual([...SETTING_NAMES].sort())
})

test('random secrets are not weak', () => {
  // The bytes are equal in each run: about one random secret in a million is refused.
  for (let i = 0; i < 2000; i++) {
    const bytes = createHash('sha512').update(`secret ${i}`).digest()
    for (const secret of [
      bytes.toString('hex', 0, 16),
      bytes.toString('hex', 0, 32),
      bytes.toString('hex'),
      bytes.toString('base64', 0, 32),
      bytes.toString('base64'),
    ])
      expect([secret, isWeakSecret(secret)]).toEqual([secret, false])
  }
})

test.each([
  // Hexadecimal digits that form a short sequence by chance.
  ['bb0b0729aeafc8f18e047e64abcdef3f', false],
  ['58bbe92bf062123456ef29e7099e559a', false],
  // Base64 text with the letters of a short word in mixed case.
  ['+tNaceiGlOtToaTk2kq3cwYKaVShE6zYGtBbPwt2xhE=', false],
  ['77pONIbNaYYIADMInNPtHkVcWS/mNOcatqjpkQoQkz0=', false],
  ['bb0b0729aeafc8f18e047e12345678af', true],
  ['Our-Lotto-Site-On-The-Server-In-Ikeja', true],
  ['wq81-rt55-admin-kk20-pz77-mm41-xv93', true],
])('the secret %s is weak: %s', (secret, weak) => {
  expect(isWeakSecret(secret)).toBe(weak)
})
