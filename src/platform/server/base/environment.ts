import { z } from 'zod'
import { UPLOAD_PRESET_LENGTH, SERVER_LIMITS } from '../../rules/base/limits.ts'
import { parseSecrets } from './auth-secrets.ts'
import { X509Certificate } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { rootDir } from './root.ts'
import type { Settings } from './settings.ts'
import { isWeakSecret } from './weak-secret.ts'

export const PAYSTACK_URL = 'https://api.paystack.co'
export const TELEGRAM_URL = 'https://api.telegram.org'
/** Google's Measurement Protocol. */
export const MEASUREMENT_URL = 'https://www.google-analytics.com/mp/collect'

const GUESSABLE = 'is easy to guess; set a random value, for example from: openssl rand -base64 32'
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))

const headerText = z.string().regex(/^[!-~]{1,200}$/, 'has at most 200 characters, no spaces')

export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .optional(),
  HOST: z.string().min(1).optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  APP_URL: url.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  RECORD_COPY: z.string().min(1).optional(),
  LOG_ORIGIN: z
    .string()
    .regex(/^[a-z0-9.:-]{1,80}(\/[a-z0-9_-]{1,20}){1,3}$/, 'must be like lotto.example/log/1')
    .optional(),
  TIMESTAMP_URLS: z
    .string()
    .regex(
      /^[a-z0-9]{1,20}=https?:\/\/[^\s,]+( [a-z0-9]{1,20}=https?:\/\/[^\s,]+)*$/,
      'must be like digicert=http://timestamp.digicert.com freetsa=https://freetsa.org/tsr',
    )
    .transform((text, context) => {
      const pairs = text.split(' ').map((pair) => {
        const [name = ''] = pair.split('=', 1)
        return { name, url: pair.slice(name.length + 1) }
      })
      if (new Set(pairs.map(({ name }) => name)).size < pairs.length)
        context.addIssue({ code: 'custom', message: 'must have each name once' })
      if (!pairs.every((pair) => URL.canParse(pair.url)))
        context.addIssue({ code: 'custom', message: 'must have an address in each pair' })
      return pairs
    })
    .optional(),
  TIMESTAMP_ROOTS: z.string().min(1).optional(),
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
    .transform((text, context) => {
      const secrets = parseSecrets(text)
      const refuse = (message: string) => context.addIssue({ code: 'custom', message })
      if (!secrets) refuse('must be one secret, or like 2:new,1:old, each version once')
      else if (secrets.some(({ value }) => value.length < SERVER_LIMITS.secretCharacters))
        refuse(`each secret must have at least ${SERVER_LIMITS.secretCharacters} characters`)
      else if (secrets.some(({ value }) => isWeakSecret(value))) refuse(GUESSABLE)
      return secrets ?? z.NEVER
    })
    .optional(),
  SAMPLE_DATA: z.enum(['on', 'off']).default('on'),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).optional(),
  RESULTS_APP_URL: url.optional(),
  BASIC_APP_URL: url.optional(),
  CLASSIFICATION_URL: url.optional(),
  IMAGE_UPLOAD_URL: url.optional(),
  IMAGE_UPLOAD_PRESET: z.string().min(1).max(UPLOAD_PRESET_LENGTH).optional(),
  OPERATOR_NAME: z.string().min(1).max(200).optional(),
  OPERATOR_LICENCE: z.string().min(1).max(200).optional(),
  OPERATOR_STATE: z.string().min(1).max(100).optional(),
  SUPPORT_EMAIL: z.email().optional(),
  ANALYTICS_CONFIG_URL: url.optional(),
  ANALYTICS_API_KEY: headerText.optional(),
  ANALYTICS_API_SECRET: headerText.optional(),
  ANALYTICS_COLLECT_URL: url.optional(),
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
  ALLOW_TEST_KEYS: z.enum(['on', 'off']).default('off'),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be the private key of: npx web-push generate-vapid-keys')
    .optional(),
  SANDBOX_URL: url.optional(),
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
  OFFLINE_APP: z.enum(['on', 'off']).default('on'),
  NEUTRAL_MESSAGES: z.enum(['on', 'off']).default('off'),
  DRAIN_DELAY: z.coerce.number('must be seconds').min(0).max(300, 'is in seconds, 300 at most').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** The environment variables after parsing. */
export type Environment = z.infer<typeof environmentSchema>

/** Names of the environment variables that the server reads. */
export const SETTING_NAMES = Object.keys(environmentSchema.shape)

export const isEmbedded = ({ DATABASE_URL: url }: Environment) => !url || url === 'embedded'

/** Checks that no single variable can express. @returns one sentence per problem, starting with the variable */
export function findProblems(
  env: Environment,
  {
    mode,
    hostname,
    dataDir,
    recordCopy,
  }: Pick<Settings, 'mode' | 'dataDir' | 'recordCopy'> & { hostname: string },
): string[] {
  const problems: string[] = []
  if ((env.IMAGE_UPLOAD_URL === undefined) !== (env.IMAGE_UPLOAD_PRESET === undefined))
    problems.push('IMAGE_UPLOAD_URL: must be set together with IMAGE_UPLOAD_PRESET')
  if (!env.GOOGLE_CLIENT_ID !== !env.GOOGLE_CLIENT_SECRET)
    problems.push('GOOGLE_CLIENT_ID: must be set together with GOOGLE_CLIENT_SECRET')
  problems.push(
    ...paystackProblems(mode, env),
    ...analyticsProblems(mode, env),
    ...timestampProblems(mode, env),
  )
  if (env.COOKIE_DOMAIN && !`.${hostname}`.endsWith(`.${env.COOKIE_DOMAIN}`))
    problems.push(`COOKIE_DOMAIN: must be a parent of ${hostname}, the host of APP_URL`)
  if (mode === 'production') problems.push(...productionProblems(env))
  if (env.DATABASE_OWNER_URL && isEmbedded(env))
    problems.push('DATABASE_OWNER_URL: must be set together with the DATABASE_URL of a server')
  if (mode === 'demo') problems.push(...folderProblems('DATA_DIR', dataDir))
  if (recordCopy) problems.push(...folderProblems('RECORD_COPY', dirname(recordCopy)))
  return problems
}

/** Variables that production requires, and values that it refuses unless another variable allows them. */
function productionProblems(env: Environment): string[] {
  const problems: string[] = []
  if (isEmbedded(env))
    problems.push(
      'DATABASE_URL: must name a Postgres server in production; the embedded one, which has no backups, is for demos',
    )
  if (!env.AUTH_SECRET) problems.push('AUTH_SECRET: missing')
  if (!env.APP_URL?.startsWith('https://')) problems.push('APP_URL: must be set and start with https://')
  if (env.TRUSTED_PROXIES === undefined)
    problems.push('TRUSTED_PROXIES: missing (the number of proxies in front of this server; 0 for none)')
  if (!env.SMTP_URL) problems.push('SMTP_URL: missing')
  if (env.SMTP_URL?.startsWith('smtp://') && !/[?&](requireTLS|ignoreTLS)=true\b/.test(env.SMTP_URL))
    problems.push(
      'SMTP_URL: must start with smtps://, or end with ?requireTLS=true (STARTTLS) or ?ignoreTLS=true, which sends mail and password unencrypted',
    )
  if (env.SANDBOX_URL) problems.push('SANDBOX_URL: cannot be set in production')
  if (env.PAYSTACK_SECRET_KEY?.startsWith('sk_test_') && env.ALLOW_TEST_KEYS === 'off')
    problems.push(
      'PAYSTACK_SECRET_KEY: a test key sells plans without moving money; ALLOW_TEST_KEYS=on allows it',
    )
  return problems
}

/** Tries to write a file: permissions alone do not show that the file system is read-only. */
function folderProblems(name: string, folder: string): string[] {
  const probe = join(folder, `.writable-${process.pid}`)
  try {
    makeFolder(folder)
    closeSync(openSync(probe, 'w'))
    rmSync(probe)
    return []
  } catch (error) {
    return [`${name}: ${folder} is not writable (${(error as NodeJS.ErrnoException).code})`]
  }
}

/** Creates one level at a time: Node's recursive form never returns where the file system answers ENOENT (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

const ANALYTICS = ['ANALYTICS_CONFIG_URL', 'ANALYTICS_API_KEY', 'ANALYTICS_API_SECRET'] as const

function analyticsProblems(mode: Settings['mode'], env: Environment): string[] {
  const isUsed = [...ANALYTICS, 'ANALYTICS_COLLECT_URL' as const].some((name) => env[name])
  const problems = ANALYTICS.filter((name) => isUsed && !env[name]).map(
    (name) => `${name}: must be set together with the other ANALYTICS settings`,
  )
  if (mode === 'production')
    for (const name of ['ANALYTICS_CONFIG_URL', 'ANALYTICS_COLLECT_URL'] as const)
      if (env[name]?.startsWith('http:')) problems.push(`${name}: must start with https:// in production`)
  return problems
}

/** The file with the certificates that an authority's stamps lead to. */
export const rootsFile = (folder: string, name: string) => join(resolve(rootDir(), folder), `${name}.pem`)

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/

function timestampProblems(
  mode: Settings['mode'],
  { TIMESTAMP_URLS: authorities, TIMESTAMP_ROOTS: folder }: Environment,
): string[] {
  if (!authorities !== !folder) return ['TIMESTAMP_ROOTS: must be set together with TIMESTAMP_URLS']
  if (!authorities || !folder) return []
  const problems = authorities
    .filter(({ name }) => !hasCertificate(rootsFile(folder, name)))
    .map(({ name }) => `TIMESTAMP_ROOTS: ${rootsFile(folder, name)} must hold a certificate in PEM`)
  if (
    mode === 'production' &&
    authorities.some(({ url: address }) => LOOPBACK.test(new URL(address).hostname))
  )
    problems.push('TIMESTAMP_URLS: cannot name this computer in production; a stand-in proves nothing')
  return problems
}

function hasCertificate(file: string): boolean {
  try {
    return new X509Certificate(readFileSync(file)).subject !== ''
  } catch {
    return false
  }
}

/** Problems of the Paystack keys: a demo never moves real money, and production pays at Paystack only. */
function paystackProblems(
  mode: Settings['mode'],
  { PAYSTACK_SECRET_KEY: secret, PAYSTACK_PUBLIC_KEY: open }: Environment,
): string[] {
  const problems: string[] = []
  if (!secret !== !open) problems.push('PAYSTACK_SECRET_KEY: must be set together with PAYSTACK_PUBLIC_KEY')
  if (secret && open && secret.slice(3, 8) !== open.slice(3, 8))
    problems.push('PAYSTACK_PUBLIC_KEY: must be of the same mode as PAYSTACK_SECRET_KEY')
  if (mode === 'demo' && [secret, open].some((key) => key?.includes('k_live_')))
    problems.push('PAYSTACK_SECRET_KEY: the demo accepts test keys only')
  if (mode === 'production' && !secret && !open)
    problems.push('PAYSTACK_SECRET_KEY, PAYSTACK_PUBLIC_KEY: missing')
  return problems
}
