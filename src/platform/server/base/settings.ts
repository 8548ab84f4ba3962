import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import { present } from '../../rules/base/lists.ts'
import { PATHS } from '../../rules/site/paths.ts'
import type { AuthSecrets } from './auth-secrets.ts'
import {
  type Environment,
  environmentSchema,
  MEASUREMENT_URL,
  PAYSTACK_URL,
  TELEGRAM_URL,
  findProblems,
  isEmbedded,
  rootsFile,
} from './environment.ts'
import { rootDir } from './root.ts'

/** The configuration, parsed once from the environment at start. */
export interface Settings {
  mode: 'demo' | 'production'
  host: string
  port: number
  /** Public address of the app: the only source of links and of trusted origins. No trailing slash. */
  appUrl: string
  dataDir: string
  /** The name of the record of forecasts, such as `lotto.example/log/1`. */
  recordOrigin: string
  /** The file that receives a copy of each line of the record of forecasts; null without a copy. */
  recordCopy: string | null
  /** The authorities that date the record of forecasts, each with its roots in PEM. `areStandIns`: they prove nothing. */
  timestamps: { authorities: { name: string; url: string; roots: string }[]; areStandIns: boolean }
  /** A Postgres server to connect to, or null for the embedded one in `dataDir`, which production refuses. */
  databaseUrl: string | null
  /** The same database by its owner's role; null when `databaseUrl` names that role. */
  databaseOwnerUrl: string | null
  /** They sign cookies and encrypt keys; the newest first. */
  authSecrets: AuthSecrets
  /** Whether a new database starts with generated draws. */
  sampleData: boolean
  /** Number of proxies in front whose X-Forwarded-For entries are trusted. */
  trustedProxies: number
  /** The two other hosts and the classification page; this app's own screens if unset. */
  resultsAppUrl: string
  basicAppUrl: string
  classificationUrl: string
  /** An external picture host with the specification's upload contract; null for this server. */
  imageHost: { url: string; preset: string } | null
  /** Who runs this installation, for the pages on privacy and terms. */
  operator: { name: string | null; licence: string | null; state: string | null }
  /** The analytics service of players who agreed; null without one. */
  analytics: { configUrl: string; apiKey: string; collectUrl: string; apiSecret: string } | null
  /** Email of support for payments and accounts; null if there is none. */
  supportEmail: string | null
  /** SMTP server with credentials; null in a demo until the stand-ins run. */
  smtpUrl: string | null
  /** Sender of mails: an address, or a name and an address in angle brackets. */
  mailFrom: string
  /** Google sign-in; null where it is off, and in a demo until the stand-ins run. */
  google: { clientId: string; clientSecret: string; discoveryUrl: string } | null
  /** Paystack; null in a demo until the stand-ins run. */
  /** `isStandIn`: the demo's own, which alone has the sample payments. */
  paystack: { secretKey: string; publicKey: string; apiUrl: string; isStandIn: boolean } | null
  /** The key that identifies this server to push services, and its contact; null without notifications. */
  vapid: { privateKey: string; subject: string } | null
  /** Besides the known push services, browsers may have subscriptions whose address begins with this; for tests. */
  pushServiceUrl: string | null
  /** Telegram's Bot API; null in a demo until the stand-ins run. */
  telegramApiUrl: string | null
  /** Port of the demo's stand-ins; 0 for any free port. */
  sandboxPort: number
  /** Parent domain that sibling hosts share with this one, for the sibling cookie; null without siblings. */
  cookieDomain: string | null
  /** Bearer token of `/metrics`; null turns `/metrics` off. */
  metricsToken: string | null
  /** Whether the admin area requires a second factor: in production. */
  adminFactor: boolean
  /** Memory in KiB and passes of argon2id for new password hashes. */
  passwordCost: { memory: number; passes: number }
  /** Whether sign-up and password reset hide which emails have an account. */
  neutralMessages: boolean
  /** Milliseconds between the stop signal and closing the port, so that balancers notice the failing readiness. */
  drainDelayMs: number
  /** Whether the app works without a network. Off, the service worker removes itself and all that it keeps. */
  offlineApp: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** The demo's texts name support, so its screens show an address. The stand-in for mail receives it. */
const DEMO_SUPPORT = 'support@lotto.test'

const GOOGLE_DISCOVERY_URL = 'https://accounts.google.com/.well-known/openid-configuration'

/** In each value of deploy/production.env.example that its owner must replace. */
const PLACEHOLDER = 'replace-me'

/** The settings are invalid. The message lists every problem, for the server's owner. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`The settings are invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

/**
 * Reads the settings from the environment. An empty variable counts as unset.
 * @throws SettingsError listing every invalid variable and, in production, every missing one
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  // A start without it would sign with the secret that its owner has replaced.
  if (variables.AUTH_SECRETS)
    throw new SettingsError(['AUTH_SECRETS: list the secrets in AUTH_SECRET instead'])
  const { env, refused } = parseVariables(variables)
  const mode = env.NODE_ENV === 'production' ? 'production' : 'demo'

  const dataDir = resolve(rootDir(), env.DATA_DIR)
  const recordCopy = env.RECORD_COPY ? resolve(rootDir(), env.RECORD_COPY) : null
  const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`
  const { hostname } = new URL(appUrl)

  // What a refused value would be is unknown, so sentences about it are left out.
  const isAboutRefused = (problem: string) =>
    problem.match(/[A-Z_]{2,}/g)?.some((name) => refused.has(name)) ?? false
  const more = refused.has('NODE_ENV') ? [] : findProblems(env, { mode, hostname, dataDir, recordCopy })
  const problems = [...refused.values(), ...more.filter((problem) => !isAboutRefused(problem))]
  if (problems.length > 0) throw new SettingsError(problems)
  const supportEmail = env.SUPPORT_EMAIL ?? (mode === 'demo' ? DEMO_SUPPORT : null)
  const vapidKey = env.VAPID_PRIVATE_KEY ?? (mode === 'demo' ? localSecret(dataDir, 'vapid-key') : null)

  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
  const { IMAGE_UPLOAD_URL: imageUrl, IMAGE_UPLOAD_PRESET: preset } = env
  const { PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_PUBLIC_KEY: publicKey } = env
  const hosts = env.SANDBOX_URL ? standInsAt(env.SANDBOX_URL) : companies(mode)

  return {
    mode,
    host: env.HOST ?? (mode === 'production' ? '0.0.0.0' : '127.0.0.1'),
    port: env.PORT,
    appUrl,
    dataDir,
    recordCopy,
    recordOrigin: env.LOG_ORIGIN ?? `${hostname}/log/1`,
    timestamps: {
      authorities: (env.TIMESTAMP_URLS ?? []).map((one) => ({
        ...one,
        roots: readFileSync(rootsFile(env.TIMESTAMP_ROOTS!, one.name), 'utf8'),
      })),
      areStandIns: false,
    },
    databaseUrl: isEmbedded(env) ? null : (env.DATABASE_URL ?? null),
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    // Production without AUTH_SECRET was refused above.
    authSecrets: env.AUTH_SECRET ?? [{ version: null, value: localSecret(dataDir, 'auth-secret') }],
    sampleData: mode === 'demo' && env.SAMPLE_DATA === 'on',
    trustedProxies: env.TRUSTED_PROXIES ?? 0,
    resultsAppUrl: env.RESULTS_APP_URL ?? PATHS.pastResults,
    basicAppUrl: env.BASIC_APP_URL ?? PATHS.frequentNumbers,
    classificationUrl: env.CLASSIFICATION_URL ?? PATHS.classification,
    imageHost: imageUrl && preset ? { url: imageUrl, preset } : null,
    supportEmail,
    operator: {
      name: env.OPERATOR_NAME ?? null,
      licence: env.OPERATOR_LICENCE ?? null,
      state: env.OPERATOR_STATE ?? null,
    },
    analytics: analyticsOf(env),
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `Lotto Forecast <no-reply@${hostname}>`,
    google: clientId && clientSecret ? { clientId, clientSecret, discoveryUrl: GOOGLE_DISCOVERY_URL } : null,
    sandboxPort: env.SANDBOX_PORT ?? (env.PORT === 0 || env.PORT === 65_535 ? 0 : env.PORT + 1),
    paystack:
      secretKey && publicKey ? { secretKey, publicKey, apiUrl: hosts.paystack, isStandIn: false } : null,
    // Push services refuse addresses of this computer.
    vapid: vapidKey
      ? { privateKey: vapidKey, subject: supportEmail ? `mailto:${supportEmail}` : appUrl }
      : null,
    pushServiceUrl: hosts.push,
    telegramApiUrl: hosts.telegram,
    cookieDomain: env.COOKIE_DOMAIN ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    adminFactor: mode === 'production',
    // OWASP's first choice.
    passwordCost: { memory: 19_456, passes: 2 },
    neutralMessages: env.NEUTRAL_MESSAGES === 'on',
    drainDelayMs: 1000 * (env.DRAIN_DELAY ?? (mode === 'production' ? SERVER_LIMITS.drainSeconds : 0)),
    offlineApp: env.OFFLINE_APP === 'on',
    logLevel: env.LOG_LEVEL,
  }
}

/** Parses the variables one by one. @returns those without a problem, and a sentence for each other one by its name */
function parseVariables(given: Record<string, string | undefined>) {
  const untouched = Object.keys(given).filter((name) => given[name]?.includes(PLACEHOLDER))
  const refused = new Map(untouched.map((name) => [name, `${name}: still has the value of the example`]))
  const parse = () =>
    environmentSchema.safeParse(
      Object.fromEntries(Object.entries(given).filter(([name]) => !refused.has(name))),
    )
  for (const { path, message } of parse().error?.issues ?? [])
    refused.set(path.join('.'), `${path.join('.')}: ${message}`)
  return { env: present(parse().data), refused }
}

const companies = (mode: Settings['mode']) => ({
  paystack: PAYSTACK_URL,
  telegram: mode === 'production' ? TELEGRAM_URL : null,
  push: null,
})

/** The addresses of the stand-ins that a sandbox has, see `src/stand-ins/start.ts`. */
export const standInsAt = (sandbox: string) => ({
  paystack: sandbox,
  telegram: `${sandbox}/telegram`,
  push: `${sandbox}/push/`,
})

function analyticsOf(env: Environment): Settings['analytics'] {
  const { ANALYTICS_CONFIG_URL: configUrl, ANALYTICS_API_KEY: apiKey, ANALYTICS_API_SECRET: apiSecret } = env
  if (!configUrl || !apiKey || !apiSecret) return null
  return { configUrl, apiKey, apiSecret, collectUrl: env.ANALYTICS_COLLECT_URL ?? MEASUREMENT_URL }
}

/** A secret of the demo, stored in the data directory so that sessions and subscriptions survive a restart. */
function localSecret(dataDir: string, name: 'auth-secret' | 'vapid-key'): string {
  const file = join(dataDir, name)
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}
