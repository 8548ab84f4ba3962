import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Environment } from './environment.ts'
import type { Settings } from './settings.ts'

export const isEmbedded = ({ DATABASE_URL: url }: Environment) => !url || url === 'embedded'

/** Checks that no single variable can express. @returns one sentence per problem, starting with the variable */
export function findProblems(
  env: Environment,
  {
    mode,
    hostname,
    dataDir,
    ledgerCopyDir,
  }: Pick<Settings, 'mode' | 'dataDir' | 'ledgerCopyDir'> & { hostname: string },
): string[] {
  const problems: string[] = []
  if ((env.IMAGE_UPLOAD_URL === undefined) !== (env.IMAGE_UPLOAD_PRESET === undefined))
    problems.push('IMAGE_UPLOAD_URL: must be set together with IMAGE_UPLOAD_PRESET')
  if (!env.GOOGLE_CLIENT_ID !== !env.GOOGLE_CLIENT_SECRET)
    problems.push('GOOGLE_CLIENT_ID: must be set together with GOOGLE_CLIENT_SECRET')
  problems.push(...paystackProblems(mode, env), ...analyticsProblems(mode, env))
  if (env.COOKIE_DOMAIN && !`.${hostname}`.endsWith(`.${env.COOKIE_DOMAIN}`))
    problems.push(`COOKIE_DOMAIN: must be a parent of ${hostname}, the host of APP_URL`)
  if (mode === 'production') problems.push(...productionProblems(env))
  if (env.DATABASE_OWNER_URL && isEmbedded(env))
    problems.push('DATABASE_OWNER_URL: must be set together with the DATABASE_URL of a server')
  if (mode === 'demo') problems.push(...folderProblems('DATA_DIR', dataDir))
  if (ledgerCopyDir) problems.push(...folderProblems('LEDGER_COPY_DIR', ledgerCopyDir))
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

/** RateLimit to write a file: permissions alone do not show that the file system is read-only. */
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
