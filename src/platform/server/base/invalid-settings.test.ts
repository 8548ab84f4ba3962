import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../../../tests/support/programs.ts'
import { problemsOf, PRODUCTION, productionIn, TEST_SECRET } from '../../../../tests/support/settings.ts'
import { rootDir } from './root.ts'
import { readSettings } from './settings.ts'

const folder = newFolder()
afterAll(() => folder.remove())

const production = productionIn(folder.path)

const WRONG: [name: string, values: string[]][] = [
  ['PORT', ['abc', '70000', '80.5']],
  ['APP_URL', ['lotto.example', 'javascript:alert(1)']],
  ['DATABASE_URL', ['mysql://u@h/d', 'embedded please']],
  ['AUTH_SECRET', ['short', 'x'.repeat(40), '1234567890'.repeat(4), '0f1e2d3c'.repeat(5)]],
  ['AUTH_SECRET', ['please-change-me-before-the-launch-of-it', 'better-auth-secret-12345678901234567890']],
  ['AUTH_SECRET', ['ABCDEFGHIJKLMNOPQRSTUVWXYZ0987654321']],
  ['AUTH_SECRET', ['zQ8mW2nR5tY7uI9oP1aS3dF6gH4jK0lX,1:bQ8mW2nR5tY7uI9oP1aS3dF6gH4jK0lX', '1:short']],
  ['AUTH_SECRET', [`1:${'x'.repeat(40)}`]],
  ['AUTH_SECRET', ['1:zQ8mW2nR5tY7uI9oP1aS3dF6gH4jK0lX,1:bQ8mW2nR5tY7uI9oP1aS3dF6gH4jK0lX']],
  ['SAMPLE_DATA', ['yes']],
  ['TRUSTED_PROXIES', ['-1']],
  ['RESULTS_APP_URL', ['//evil.example']],
  ['NODE_ENV', ['prod', 'Production', 'staging', 'production ']],
  ['AUTH_SECRETS', [`1:${TEST_SECRET}`]],
  ['METRICS_TOKEN', ['metrics-password', '7777777777777777']],
  ['ALLOW_TEST_KEYS', ['yes']],
  ['LOG_LEVEL', ['loud']],
  ['DRAIN_DELAY', ['soon', '-1', '4000']],
  ['SMTP_URL', ['mail.example:587', 'http://mail.example', 'smtp://']],
  ['MAIL_FROM', ['Lotto Forecast', 'Lotto <a@b.example>, Other <c@d.example>']],
  ['MAIL_FROM', ['Lotto\r\nBcc: x <a@b.example>']],
  ['SANDBOX_PORT', ['70000']],
  ['COOKIE_DOMAIN', ['com', '127.0.0.1', 'lotto.example']],
  ['NEUTRAL_MESSAGES', ['yes']],
  ['OFFLINE_APP', ['no']],
  ['VAPID_PRIVATE_KEY', ['short']],
  ['SANDBOX_URL', ['sandbox.example']],
  ['TIMESTAMP_URLS', ['http://tsa.example', 'Acme=http://tsa.example', 'acme=ftp://tsa.example']],
  ['TIMESTAMP_URLS', ['acme=http://a.example acme=http://b.example']],
  ['TIMESTAMP_URLS', ['acme=http://a.example,other=http://b.example']],
  ['TIMESTAMP_ROOTS', ['/nowhere']],
  ['ANALYTICS_CONFIG_URL', ['analytics.example']],
  ['ANALYTICS_API_KEY', ['two words']],
  ['PAYSTACK_SECRET_KEY', ['replace']],
  ['PAYSTACK_PUBLIC_KEY', ['replace']],
  ['DATABASE_OWNER_URL', ['mysql://u@h/d', 'postgres://u@h/d']],
  ['IMAGE_UPLOAD_URL', ['https://images.example']],
  ['TIMESTAMP_URLS', ['acme=http://[']],
]

describe('invalid settings', () => {
  test.each(WRONG)('%s is refused by its name as each of %j', (name, values) => {
    for (const value of values)
      expect(problemsOf({ DATA_DIR: folder.path, [name]: value }), value).toEqual([
        expect.stringMatching(new RegExp(`^${name}: \\S`)),
      ])
  })

  test('include an authority without a root, and one on this computer in production', () => {
    const names = (TIMESTAMP_URLS: string) => ({ TIMESTAMP_URLS, TIMESTAMP_ROOTS: folder.path })
    writeFileSync(join(folder.path, 'acme.pem'), 'no certificate')
    expect(problemsOf({ ...production, ...names('acme=http://tsa.example') })).toEqual([
      `TIMESTAMP_ROOTS: ${join(folder.path, 'acme.pem')} must hold a certificate in PEM`,
    ])
    cpSync(join(rootDir(), 'tests/support/tls/cert.pem'), join(folder.path, 'acme.pem'))
    expect(problemsOf({ ...production, ...names('acme=http://tsa.example') })).toEqual([])
    for (const host of ['localhost', '127.0.0.1:4000', '[::1]'])
      expect(problemsOf({ ...production, ...names(`acme=http://${host}/tsa`) })).toEqual([
        'TIMESTAMP_URLS: cannot name this computer in production; a stand-in proves nothing',
      ])
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

  test('include incomplete settings of analytics, and addresses without https in production', () => {
    const all = {
      ANALYTICS_CONFIG_URL: 'http://analytics.example/webConfig',
      ANALYTICS_API_KEY: 'key',
      ANALYTICS_API_SECRET: 'secret',
      ANALYTICS_COLLECT_URL: 'http://analytics.example/collect',
    }
    expect(problemsOf({ DATA_DIR: folder.path, ...all })).toEqual([])
    const missing = (name: string) => `${name}: must be set together with the other ANALYTICS settings`
    for (const name of ['ANALYTICS_CONFIG_URL', 'ANALYTICS_API_KEY', 'ANALYTICS_API_SECRET'])
      expect(problemsOf({ DATA_DIR: folder.path, ...all, [name]: '' })).toEqual([missing(name)])
    expect(
      problemsOf({ DATA_DIR: folder.path, ANALYTICS_COLLECT_URL: all.ANALYTICS_COLLECT_URL }),
    ).toHaveLength(3)
    expect(problemsOf({ ...production, ...all })).toEqual([
      'ANALYTICS_CONFIG_URL: must start with https:// in production',
      'ANALYTICS_COLLECT_URL: must start with https:// in production',
    ])
  })

  // `npx vitest run invalid-settings -u` writes the new sentences, and their review sees the difference.
  test('are refused with the sentences that were decided', async () => {
    const said = WRONG.flatMap(([name, values]) =>
      values.flatMap((value) => problemsOf({ DATA_DIR: folder.path, [name]: value })),
    )
    const lines = new Set(said.filter((sentence) => !/: (Invalid|Too)/.test(sentence)))
    await expect(`${[...lines].sort().join('\n')}\n`).toMatchFileSnapshot('invalid-settings.txt')
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
  })

  test('are reported together', () => {
    const wrong = { PORT: 'x', APP_URL: 'x', SAMPLE_DATA: 'x', AUTH_SECRET: 'x', DATABASE_URL: 'x' }
    const named = problemsOf(wrong).map((problem) => problem.split(':')[0])
    expect(new Set(named)).toEqual(new Set(Object.keys(wrong)))
  })
})

const NEEDS_SERVER =
  'DATABASE_URL: must name a Postgres server in production; the embedded one, which has no backups, is for demos'

describe('in production', () => {
  test('every missing variable is reported at once', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      'PAYSTACK_SECRET_KEY, PAYSTACK_PUBLIC_KEY: missing',
      NEEDS_SERVER,
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
      isStandIn: false,
    })
    expect(problemsOf({ ...production, SANDBOX_URL: 'http://127.0.0.1:3001' })).toEqual([
      'SANDBOX_URL: cannot be set in production',
    ])
    expect(problemsOf({ ...production, PAYSTACK_SECRET_KEY: '' })).toHaveLength(1)
  })

  test('TRUSTED_PROXIES must be set, and 0 is allowed', () => {
    expect(problemsOf({ ...production, TRUSTED_PROXIES: '' })).toEqual([
      'TRUSTED_PROXIES: missing (the number of proxies in front of this server; 0 for none)',
    ])
    expect(readSettings({ ...production, TRUSTED_PROXIES: '0' }).trustedProxies).toBe(0)
  })

  test('test keys need their permission, and plain SMTP says in its address what it encrypts', () => {
    const lax = {
      ...production,
      SMTP_URL: 'smtp://mail.example:25',
      PAYSTACK_SECRET_KEY: 'sk_test_a',
      PAYSTACK_PUBLIC_KEY: 'pk_test_a',
    }
    const names = (more: Record<string, string>) =>
      problemsOf({ ...lax, ...more }).map((problem) => problem.split(':')[0])
    expect(problemsOf(lax)).toEqual([
      'SMTP_URL: must start with smtps://, or end with ?requireTLS=true (STARTTLS) or ?ignoreTLS=true, which sends mail and password unencrypted',
      'PAYSTACK_SECRET_KEY: a test key sells plans without moving money; ALLOW_TEST_KEYS=on allows it',
    ])
    expect(names({ ALLOW_TEST_KEYS: 'on' })).toEqual(['SMTP_URL'])
    for (const option of ['requireTLS', 'ignoreTLS']) {
      const SMTP_URL = `smtp://mail.example:25?${option}=true`
      expect(names({ SMTP_URL })).toEqual(['PAYSTACK_SECRET_KEY'])
      expect(names({ SMTP_URL, ALLOW_TEST_KEYS: 'on' })).toEqual([])
    }
    expect(names({ SMTP_URL: 'smtp://mail.example:25?requireTLS=false' })).toContain('SMTP_URL')
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
      authSecrets: [{ version: null, value: TEST_SECRET }],
      drainDelayMs: 5000,
    })
    expect(readSettings({ ...production, DRAIN_DELAY: '0' }).drainDelayMs).toBe(0)
    expect(problemsOf({ ...production, DATABASE_URL: 'embedded' })).toEqual([NEEDS_SERVER])
  })
})
