import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../../tests/support/programs.ts'
import { PRODUCTION, TEST_SECRET } from '../../../tests/support/settings.ts'
import { rootDir } from './root.ts'
import { SETTING_NAMES } from './environment.ts'
import { readSettings, SettingsError } from './settings.ts'
import { isWeakSecret } from './weak-secret.ts'

const folder = newFolder()
afterAll(() => folder.remove())

const demo = (environment: Record<string, string> = {}) =>
  readSettings({ DATA_DIR: folder.path, ...environment })
const production = {
  ...PRODUCTION,
  HOST: '',
  DRAIN_DELAY: '',
  DATABASE_URL: 'postgres://u@db/lotto',
  DATA_DIR: folder.path,
}
function problemsOf(environment: Record<string, string | undefined>): string[] {
  try {
    readSettings(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    const [first, ...rest] = (error as Error).message.split('\n')
    expect(first).toBe('The settings are invalid:')
    return rest.map((line) => line.replace(/^ {2}- /, ''))
  }
  return []
}

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
    const names = [
      'PORT',
      'HOST',
      'APP_URL',
      'DATABASE_URL',
      'AUTH_SECRET',
      'SAMPLE_DATA',
      'LOG_LEVEL',
      'HELP_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'GOOGLE_CLIENT_ID',
      'GOOGLE_CLIENT_SECRET',
      'SANDBOX_PORT',
      'COOKIE_DOMAIN',
      'NEUTRAL_MESSAGES',
    ]
    expect(demo(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(demo())
  })

  test('have a support email, because the texts refer to it; production has none by default', () => {
    expect(demo().supportEmail).toBe('support@lotto.test')
    expect(demo({ SUPPORT_EMAIL: 'help@lotto.example' }).supportEmail).toBe('help@lotto.example')
    expect(readSettings(production).supportEmail).toBeNull()
  })

  test('hold a generated secret that is stored once and readable by its owner only', () => {
    const file = join(folder.path, 'auth-secret')
    const { authSecret } = demo()
    expect(authSecret).toMatch(/^[\w-]{43}$/)
    expect([existsSync(file), statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([
      true,
      0o600,
      authSecret,
    ])
    expect(demo().authSecret).toBe(authSecret)
    expect(demo({ AUTH_SECRET: TEST_SECRET }).authSecret).toBe(TEST_SECRET)
  })
})

describe('invalid settings', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['APP_URL', 'lotto.example'],
    ['APP_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://u@h/d'],
    ['DATABASE_URL', 'embedded please'],
    ['AUTH_SECRET', 'short'],
    ['SAMPLE_DATA', 'yes'],
    ['TRUSTED_PROXIES', '-1'],
    ['RESULTS_APP_URL', '//evil.example'],
    ['NODE_ENV', 'prod'],
    ['NODE_ENV', 'Production'],
    ['NODE_ENV', 'staging'],
    ['NODE_ENV', 'production '],
    ['AUTH_SECRET', 'x'.repeat(40)],
    ['AUTH_SECRET', '1234567890'.repeat(4)],
    ['AUTH_SECRET', '0f1e2d3c'.repeat(5)],
    ['AUTH_SECRET', 'please-change-me-before-the-launch-of-it'],
    ['AUTH_SECRET', 'better-auth-secret-12345678901234567890'],
    ['AUTH_SECRET', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0987654321'],
    ['METRICS_TOKEN', 'metrics-password'],
    ['METRICS_TOKEN', '7777777777777777'],
    ['ALLOW_TEST_KEYS', 'yes'],
    ['ALLOW_PLAIN_SMTP', 'true'],
    ['LOG_LEVEL', 'loud'],
    ['DRAIN_DELAY', 'soon'],
    ['DRAIN_DELAY', '-1'],
    ['DRAIN_DELAY', '4000'],
    ['HELP_URL', 'call us'],
    ['SMTP_URL', 'mail.example:587'],
    ['SMTP_URL', 'http://mail.example'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'Lotto Forecast'],
    ['MAIL_FROM', 'Lotto <a@b.example>, Other <c@d.example>'],
    ['MAIL_FROM', 'Lotto\r\nBcc: x <a@b.example>'],
    ['SANDBOX_PORT', '70000'],
    ['COOKIE_DOMAIN', 'com'],
    ['COOKIE_DOMAIN', '127.0.0.1'],
    ['COOKIE_DOMAIN', 'lotto.example'],
    ['NEUTRAL_MESSAGES', 'yes'],
  ])('%s=%s is refused by its name', (name, value) => {
    const problems = problemsOf({ DATA_DIR: folder.path, [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name}: \\S`))
  })

  test('include an incomplete Google configuration and a cookie domain that is no parent', () => {
    const problemsWithOnly = (name: string) => problemsOf({ DATA_DIR: folder.path, [name]: 'x' })
    for (const name of ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
      expect(problemsWithOnly(name)).toEqual([
        'GOOGLE_CLIENT_ID: must be set together with GOOGLE_CLIENT_SECRET',
      ])
    for (const domain of ['otto.example', 'www.app.lotto.example', 'evil.example'])
      expect(
        problemsOf({ ...production, APP_URL: 'https://app.lotto.example', COOKIE_DOMAIN: domain }),
      ).toEqual(['COOKIE_DOMAIN: must be a parent of app.lotto.example, the host of APP_URL'])
  })

  test('include incomplete Paystack keys, keys of two modes, and live keys in a demo', () => {
    const keys = (secret: string, open: string) =>
      problemsOf({ DATA_DIR: folder.path, PAYSTACK_SECRET_KEY: secret, PAYSTACK_PUBLIC_KEY: open })
    const together = 'PAYSTACK_SECRET_KEY: must be set together with PAYSTACK_PUBLIC_KEY'
    expect(keys('sk_test_a', '')).toEqual([together])
    expect(keys('', 'pk_test_a')).toEqual([together])
    expect(keys('sk_live_a', 'pk_live_a')).toEqual(['PAYSTACK_SECRET_KEY: the demo accepts test keys only'])
    expect(keys('sk_test_a', 'pk_live_a')).toEqual([
      'PAYSTACK_PUBLIC_KEY: must be of the same mode as PAYSTACK_SECRET_KEY',
      'PAYSTACK_SECRET_KEY: the demo accepts test keys only',
    ])
    expect(keys('pk_test_a', 'sk_test_a')).toHaveLength(2)
    expect(keys('sk_test_a', 'pk_test_a')).toEqual([])
  })

  test('never show the password of the mail server', () => {
    expect(
      problemsOf({ DATA_DIR: folder.path, SMTP_URL: 'smpt://u:hush@mail.example' }).join(),
    ).not.toContain('hush')
  })

  test('include a data directory that is not writable', () => {
    const file = join(folder.path, 'a-file')
    writeFileSync(file, '')
    for (const dataDir of ['/proc/lotto', join(file, 'data')]) {
      const [problem, ...more] = problemsOf({ DATA_DIR: dataDir, PORT: '4000' })
      expect(problem).toMatch(`DATA_DIR: ${dataDir} is not writable (E`)
      expect(more).toEqual([])
    }
    expect(problemsOf({ ...production, DATA_DIR: '/proc/lotto' })).toEqual([])
    expect(problemsOf({ ...production, DATABASE_URL: 'embedded', DATA_DIR: '/proc/lotto' })).toHaveLength(1)
  })

  test('are reported together', () => {
    const wrong = { PORT: 'x', APP_URL: 'x', SAMPLE_DATA: 'x', AUTH_SECRET: 'x', DATABASE_URL: 'x' }
    const named = problemsOf(wrong).map((problem) => problem.split(':')[0])
    expect(new Set(named)).toEqual(new Set(Object.keys(wrong)))
  })
})

describe('in production', () => {
  test('every missing variable is reported at once', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      'PAYSTACK_SECRET_KEY, PAYSTACK_PUBLIC_KEY: missing',
      'DATABASE_URL: missing ("embedded" uses the embedded server)',
      'AUTH_SECRET: missing',
      'APP_URL: must be set and start with https://',
      'TRUSTED_PROXIES: missing (the number of proxies in front of this server; 0 for none)',
      'SMTP_URL: missing',
    ])
    expect(problemsOf({ ...production, APP_URL: 'http://lotto.example' })).toHaveLength(1)
    expect(problemsOf({ ...production, AUTH_SECRET: '' })).toEqual(['AUTH_SECRET: missing'])
  })

  test('payments go to Paystack only', () => {
    expect(readSettings(production).paystack).toEqual({
      secretKey: PRODUCTION.PAYSTACK_SECRET_KEY,
      publicKey: PRODUCTION.PAYSTACK_PUBLIC_KEY,
      apiUrl: 'https://api.paystack.co',
    })
    expect(problemsOf({ ...production, PAYSTACK_API_URL: 'http://127.0.0.1:3001' })).toEqual([
      'PAYSTACK_API_URL: must be https://api.paystack.co in production',
    ])
    expect(problemsOf({ ...production, PAYSTACK_SECRET_KEY: '' })).toHaveLength(1)
  })

  test('TRUSTED_PROXIES must be set, and 0 is allowed', () => {
    expect(problemsOf({ ...production, TRUSTED_PROXIES: '' })).toEqual([
      'TRUSTED_PROXIES: missing (the number of proxies in front of this server; 0 for none)',
    ])
    expect(readSettings({ ...production, TRUSTED_PROXIES: '0' }).trustedProxies).toBe(0)
  })

  test('test keys and plain SMTP are refused unless each has its own permission', () => {
    const lax = {
      ...production,
      SMTP_URL: 'smtp://mail.example:25',
      PAYSTACK_SECRET_KEY: 'sk_test_a',
      PAYSTACK_PUBLIC_KEY: 'pk_test_a',
    }
    const names = (more: Record<string, string>) =>
      problemsOf({ ...lax, ...more }).map((problem) => problem.split(':')[0])
    expect(names({})).toEqual(['SMTP_URL', 'PAYSTACK_SECRET_KEY'])
    expect(names({ ALLOW_TEST_KEYS: 'on' })).toEqual(['SMTP_URL'])
    expect(names({ ALLOW_PLAIN_SMTP: 'on' })).toEqual(['PAYSTACK_SECRET_KEY'])
    expect(names({ ALLOW_TEST_KEYS: 'on', ALLOW_PLAIN_SMTP: 'on' })).toEqual([])
  })

  test('Google sign-in is off without credentials', () => {
    expect(readSettings(production).google).toBeNull()
  })

  test('the server listens on every address, has no samples and generates no secret', () => {
    expect(readSettings({ ...production, SAMPLE_DATA: 'on' })).toMatchObject({
      mode: 'production',
      host: '0.0.0.0',
      appUrl: 'https://lotto.example',
      sampleData: false,
      authSecret: TEST_SECRET,
      drainDelayMs: 5000,
    })
    expect(readSettings({ ...production, DRAIN_DELAY: '0' }).drainDelayMs).toBe(0)
    expect(readSettings({ ...production, DATABASE_URL: 'embedded' }).databaseUrl).toBeNull()
  })
})

test('the README lists exactly the settings that exist', () => {
  const readme = readFileSync(join(rootDir(), 'README.md'), 'utf8')
  const [, table] = readme.split('## Settings')
  const names = table!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => line.split('|')[1]!.match(/[A-Z_]{2,}/g) ?? [])
  expect(names.sort()).toEqual([...SETTING_NAMES].sort())
})

test('random secrets are not weak', () => {
  for (let i = 0; i < 300; i++)
    for (const secret of [
      randomBytes(16).toString('hex'),
      randomBytes(32).toString('hex'),
      randomBytes(64).toString('hex'),
      randomBytes(32).toString('base64'),
    ])
      expect([secret, isWeakSecret(secret)]).toEqual([secret, false])
})
