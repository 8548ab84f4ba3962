import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts/demo-accounts.ts'
import { messageOrStack } from './operator-message.ts'
import type { Running } from './server.ts'

/** The demo's greeting: its addresses and its accounts. */
export function greeting({ url, sandboxUrl, services: { settings } }: Running): string {
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length))
  const accounts = DEMO_ACCOUNTS.map(
    ({ email, role, plan }) =>
      `  ${email.padEnd(width)}  ${plan?.plan ?? (role === 'admin' ? 'admin' : 'free')}`,
  )
  return [
    '',
    `Lotto Forecast  ${url}`,
    ...(sandboxUrl ? [`Stand-ins       ${sandboxUrl}`, `All mail        ${sandboxUrl}/mailbox`] : []),
    '',
    'Demo accounts, password ' + DEMO_PASSWORD,
    ...accounts,
    '',
    `Data in ${settings.dataDir}`,
    '',
    '',
  ].join('\n')
}

/** Explains why the server did not start. Errors that the operator cannot repair include their stack. */
export const startFailure = (error: unknown): string => `\n${messageOrStack(error)}\n\n`
