import type { SampleTransaction } from '../../money/server/payments/samples.ts'
import { type Settings, SettingsError, standInsAt } from '../../platform/server/base/settings.ts'

/**
 * Starts stand-ins for the companies that the settings of a demo leave out. This file alone loads them; the rest of the
 * server reaches them by address, like the real companies.
 * @param stateDir where the stand-in for Paystack stores its payments; in memory only if unset
 * @returns null in production, and when the settings name every company
 * @throws SettingsError when their port is in use
 */
export async function startStandIns(settings: Settings, stateDir?: string) {
  if (settings.mode === 'production' || (settings.smtpUrl && settings.google && settings.paystack))
    return null
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, startSandbox } = await import('../../stand-ins/start.ts')
  const { sandboxPort: port, appUrl } = settings
  const sandbox = await startSandbox({ port, appUrl, stateDir }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new SettingsError([
      `SANDBOX_PORT: port ${port} is in use; stop the other program, or set another port`,
    ])
  })
  const hosts = standInsAt(sandbox.url)
  return {
    /** The given settings with the addresses of the stand-ins. */
    settings: {
      ...settings,
      paystack: settings.paystack ?? { ...sandbox.paystack, apiUrl: hosts.paystack, isStandIn: true },
      smtpUrl: settings.smtpUrl ?? sandbox.smtpUrl,
      timestamps:
        settings.timestamps.authorities.length > 0
          ? settings.timestamps
          : { authorities: sandbox.authorities, areStandIns: true },
      telegramApiUrl: settings.telegramApiUrl ?? hosts.telegram,
      pushServiceUrl: settings.pushServiceUrl ?? hosts.push,
      google: settings.google ?? {
        clientId: GOOGLE_CLIENT_ID,
        clientSecret: GOOGLE_CLIENT_SECRET,
        discoveryUrl: `${sandbox.url}/google/.well-known/openid-configuration`,
      },
    },
    url: sandbox.url,
    /** Adds sample payments to the stand-in for Paystack, each once. Null if the settings name Paystack. */
    addPayments: settings.paystack
      ? null
      : (payments: readonly SampleTransaction[]) => sandbox.addPayments(payments),
    stop: () => sandbox.stop(),
  }
}
