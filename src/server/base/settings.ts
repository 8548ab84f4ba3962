import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { SERVER_LIMITS } from '../../domain/limits.ts'
import { rootDir } from './root.ts'
import { isWeakSecret } from './weak-secret.ts'

/** Everything that can be set from outside, parsed once at start and passed on as a value. */
export interface Settings {
  mode: 'demo' | 'production'
  host: string
  port: number
  /** Where people reach the app; the only source of links and of trusted origins. No slash at the end. */
  appUrl: string
  dataDir: string
  /** A Postgres server to connect to, or null for the embedded one in `dataDir`. */
  databaseUrl: string | null
  /** The same database by the role that owns it; null when `databaseUrl` names that role. */
  databaseOwnerUrl: string | null
  /** Key of the session cookies' signatures. */
  authSecret: string
  /** Whether a new database starts with generated draws. */
  sampleData: boolean
  /** How many proxies are in front, whose word on the client's address is trusted. */
  trustedProxies: number
  /** The two other hosts and the chart page; this app's own screens where unset. */
  resultsAppUrl: string
  basicAppUrl: string
  classificationUrl: string
  /** Another host that takes uploads of pictures by the specification's contract; null for our own. */
  imageHost: { url: string; preset: string } | null
  /** Whom to turn to for help with gambling. */
  helpContact: { name: string; url: string | null }
  /** Where people write who need help with a payment or an account; null where nobody reads mail. */
  supportEmail: string | null
  /** Where mail is handed over, with credentials in it; null in a demo until the stand-ins run. */
  smtpUrl: string | null
  /** Whom mail is from: an address, or a name and an address in angle brackets. */
  mailFrom: string
  /** Sign-in by Google; null where it is not offered, and in a demo until the stand-ins run. */
  google: { clientId: string; clientSecret: string; discoveryUrl: string } | null
  /** Payments; null in a demo until the stand-ins run. */
  paystack: { secretKey: string; publicKey: string; apiUrl: string } | null
  /** Where the demo's stand-ins answer; 0 for any free port. */
  sandboxPort: number
  /** The parent domain that sibling hosts share with this one, for the read-only cookie; null when there are none. */
  cookieDomain: string | null
  /** What opens `/metrics`; null where there is no such page. */
  metricsToken: string | null
  /** Whether the admin area opens only to admins with a second factor. */
  adminFactor: boolean
  /** Whether sign-up and reset hide which addresses have an account. */
  neutralMessages: boolean
  /** Milliseconds between the signal to stop and the end of work, in which balancers notice. */
  drainDelayMs: number
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** The demo's texts name support, so its screens show an address. The stand-in for mail receives it. */
const DEMO_SUPPORT = 'support@lotto.test'

export const PAYSTACK_URL = 'https://api.paystack.co'
const GOOGLE = 'https://accounts.google.com/.well-known/openid-configuration'

/** Two failed checks of a balancer that checks every two seconds, and one second more. */
const PRODUCTION_DRAIN_S = 5

const GUESSABLE = 'can be guessed; set a random one, for example from: openssl rand -base64 32'
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))

const schema = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .optional(),
  HOST: z.string().min(1).optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  APP_URL: url.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(embedded$|postgres(ql)?:\/\/)/, 'must be "embedded" or start with postgres://')
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  AUTH_SECRET: z
    .string()
    .min(32, { error: 'must have at least 32 characters', abort: true })
    .refine((text) => !isWeakSecret(text), GUESSABLE)
    .optional(),
  SAMPLE_DATA: z.enum(['on', 'off']).default('on'),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).optional(),
  RESULTS_APP_URL: url.optional(),
  BASIC_APP_URL: url.optional(),
  CLASSIFICATION_URL: url.optional(),
  IMAGE_UPLOAD_URL: url.optional(),
  IMAGE_UPLOAD_PRESET: z.string().min(1).max(SERVER_LIMITS.uploadPreset).optional(),
  HELP_NAME: z.string().min(1).default('Gamble Alert, Nigeria'),
  HELP_URL: url.optional(),
  SUPPORT_EMAIL: z.email().optional(),
  SMTP_URL: z
    .string()
    .refine(
      (text) => /^smtps?:\/\/[^/?#]/.test(text) && URL.canParse(text),
      'must start with smtp:// or smtps:// and name a host',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u,
      'must be like Name <name@example.com>',
    )
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_/, 'must start with sk_test_ or sk_live_')
    .optional(),
  PAYSTACK_PUBLIC_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must start with pk_test_ or pk_live_')
    .optional(),
  PAYSTACK_API_URL: url.default(PAYSTACK_URL),
  ALLOW_TEST_KEYS: z.enum(['on', 'off']).default('off'),
  ALLOW_PLAIN_SMTP: z.enum(['on', 'off']).default('off'),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  COOKIE_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^\.?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/, 'must be a domain such as example.com')
    .transform((domain) => domain.replace(/^\./, ''))
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, { error: 'must have at least 16 characters, no spaces', abort: true })
    .refine((text) => !isWeakSecret(text), GUESSABLE)
    .optional(),
  ADMIN_SECOND_FACTOR: z.enum(['on', 'off']).optional(),
  NEUTRAL_MESSAGES: z.enum(['on', 'off']).default('off'),
  DRAIN_DELAY: z.coerce.number('must be seconds').min(0).max(300, 'is in seconds, 300 at most').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** Names of the environment variables that are read. */
export const SETTING_NAMES = Object.keys(schema.shape)

/** Why the server does not start: every complaint about the settings at once. */
export class SettingsError extends Error {
  constructor(complaints: readonly string[]) {
    super(`The settings are not right:\n${complaints.map((complaint) => `  - ${complaint}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

/**
 * Reads the settings out of the environment. An empty variable counts as unset.
 * @throws SettingsError listing everything that is wrong or, in production, missing
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const env = parsed.data
  const mode = env.NODE_ENV === 'production' ? 'production' : 'demo'
  if ((env.IMAGE_UPLOAD_URL === undefined) !== (env.IMAGE_UPLOAD_PRESET === undefined))
    throw new SettingsError(['IMAGE_UPLOAD_URL and IMAGE_UPLOAD_PRESET: give both or neither'])
  const dataDir = resolve(rootDir(), env.DATA_DIR)
  const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`
  const { hostname } = new URL(appUrl)

  const complaints: string[] = []
  if (!env.GOOGLE_CLIENT_ID !== !env.GOOGLE_CLIENT_SECRET)
    complaints.push('GOOGLE_CLIENT_ID: must be given together with GOOGLE_CLIENT_SECRET')
  complaints.push(...paystackComplaints(mode, env))
  if (env.COOKIE_DOMAIN && !`.${hostname}`.endsWith(`.${env.COOKIE_DOMAIN}`))
    complaints.push(`COOKIE_DOMAIN: must be a parent of ${hostname}, the host of APP_URL`)
  if (mode === 'production') complaints.push(...productionComplaints(env))
  if (env.DATABASE_OWNER_URL && isEmbedded(env))
    complaints.push('DATABASE_OWNER_URL: must be given together with the DATABASE_URL of a server')
  if (mode === 'demo' || isEmbedded(env)) complaints.push(...folderComplaints(dataDir))
  if (complaints.length > 0) throw new SettingsError(complaints)

  return {
    mode,
    host: env.HOST ?? (mode === 'production' ? '0.0.0.0' : '127.0.0.1'),
    port: env.PORT,
    appUrl,
    dataDir,
    databaseUrl: isEmbedded(env) ? null : env.DATABASE_URL!,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    authSecret: env.AUTH_SECRET ?? localSecret(dataDir),
    sampleData: mode === 'demo' && env.SAMPLE_DATA === 'on',
    trustedProxies: env.TRUSTED_PROXIES ?? 0,
    resultsAppUrl: env.RESULTS_APP_URL ?? '/dashboard/past-results',
    basicAppUrl: env.BASIC_APP_URL ?? '/dashboard/frequent-numbers',
    classificationUrl: env.CLASSIFICATION_URL ?? '/dashboard/classification',
    imageHost: env.IMAGE_UPLOAD_URL ? { url: env.IMAGE_UPLOAD_URL, preset: env.IMAGE_UPLOAD_PRESET! } : null,
    supportEmail: env.SUPPORT_EMAIL ?? (mode === 'demo' ? DEMO_SUPPORT : null),
    helpContact: { name: env.HELP_NAME, url: env.HELP_URL ?? null },
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `Lotto Forecast <no-reply@${hostname}>`,
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET, discoveryUrl: GOOGLE }
        : null,
    sandboxPort: env.SANDBOX_PORT ?? (env.PORT === 0 || env.PORT === 65_535 ? 0 : env.PORT + 1),
    paystack:
      env.PAYSTACK_SECRET_KEY && env.PAYSTACK_PUBLIC_KEY
        ? {
            secretKey: env.PAYSTACK_SECRET_KEY,
            publicKey: env.PAYSTACK_PUBLIC_KEY,
            apiUrl: env.PAYSTACK_API_URL,
          }
        : null,
    cookieDomain: env.COOKIE_DOMAIN ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    adminFactor: mode === 'production' || env.ADMIN_SECOND_FACTOR === 'on',
    neutralMessages: env.NEUTRAL_MESSAGES === 'on',
    drainDelayMs: 1000 * (env.DRAIN_DELAY ?? (mode === 'production' ? PRODUCTION_DRAIN_S : 0)),
    logLevel: env.LOG_LEVEL,
  }
}

type Environment = z.infer<typeof schema>

const isEmbedded = ({ DATABASE_URL: url }: Environment) => !url || url === 'embedded'

/** What production needs and a demo does not, and what it refuses unless a setting of its own allows it. */
function productionComplaints(env: Environment): string[] {
  const complaints: string[] = []
  if (!env.DATABASE_URL) complaints.push('DATABASE_URL: missing (say "embedded" to use the embedded server)')
  if (!env.AUTH_SECRET) complaints.push('AUTH_SECRET: missing')
  if (env.ADMIN_SECOND_FACTOR === 'off')
    complaints.push('ADMIN_SECOND_FACTOR: production requires it of admins')
  if (!env.APP_URL?.startsWith('https://')) complaints.push('APP_URL: must be given and start with https://')
  if (env.TRUSTED_PROXIES === undefined)
    complaints.push('TRUSTED_PROXIES: missing (the number of proxies in front of this server; 0 for none)')
  if (!env.SMTP_URL) complaints.push('SMTP_URL: missing')
  if (env.SMTP_URL?.startsWith('smtp://') && env.ALLOW_PLAIN_SMTP === 'off')
    complaints.push(
      'SMTP_URL: must start with smtps://, because smtp:// may send mail and password unencrypted; ALLOW_PLAIN_SMTP=on allows it',
    )
  if (env.PAYSTACK_SECRET_KEY?.startsWith('sk_test_') && env.ALLOW_TEST_KEYS === 'off')
    complaints.push(
      'PAYSTACK_SECRET_KEY: with a test key plans are sold without money; ALLOW_TEST_KEYS=on allows it',
    )
  return complaints
}

/** Whether files can be made in the folder. Permissions alone do not say so: the file system may be read-only. */
function folderComplaints(dataDir: string): string[] {
  const probe = join(dataDir, `.writable-${process.pid}`)
  try {
    makeFolder(dataDir)
    closeSync(openSync(probe, 'w'))
    rmSync(probe)
    return []
  } catch (error) {
    return [`DATA_DIR: ${dataDir} cannot be written to (${(error as NodeJS.ErrnoException).code})`]
  }
}

/** One level at a time: Node's recursive form never returns where a file system refuses a folder with ENOENT (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** What is wrong with the keys of Paystack: a demo never moves real money, production never pretends to. */
function paystackComplaints(
  mode: Settings['mode'],
  { PAYSTACK_SECRET_KEY: secret, PAYSTACK_PUBLIC_KEY: open, PAYSTACK_API_URL: api }: Environment,
): string[] {
  const complaints: string[] = []
  if (!secret !== !open)
    complaints.push('PAYSTACK_SECRET_KEY: must be given together with PAYSTACK_PUBLIC_KEY')
  if (secret && open && secret.slice(3, 8) !== open.slice(3, 8))
    complaints.push('PAYSTACK_PUBLIC_KEY: must be of the same mode as PAYSTACK_SECRET_KEY')
  if (mode === 'demo' && [secret, open].some((key) => key?.includes('k_live_')))
    complaints.push('PAYSTACK_SECRET_KEY: the demo takes test keys only')
  if (mode === 'production' && !secret && !open)
    complaints.push('PAYSTACK_SECRET_KEY, PAYSTACK_PUBLIC_KEY: missing')
  if (mode === 'production' && api !== PAYSTACK_URL)
    complaints.push(`PAYSTACK_API_URL: production pays at ${PAYSTACK_URL} only`)
  return complaints
}

/** The demo keeps a secret of its own beside its data, so that sessions outlive a restart. */
function localSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret')
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}
