import { type Settings, SettingsError } from './base/settings.ts'

/** Settings with the stand-ins' addresses in them, and the stand-ins themselves. */
export interface WithStandIns {
  settings: Settings
  /** Where the stand-ins answer. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts stand-ins for the companies that the settings of a demo leave out; null when there is nothing to stand in for,
 * which is always so in production. Nothing else loads them, and the rest of the server cannot tell them from the real ones.
 * @param stateDir where what was paid outlives this process; nowhere when left out
 * @throws SettingsError when their port is taken
 */
export async function startStandIns(settings: Settings, stateDir?: string): Promise<WithStandIns | null> {
  if (settings.mode === 'production' || (settings.smtpUrl && settings.google && settings.paystack))
    return null
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, startSandbox } = await import('../sandbox/start.ts')
  const { sandboxPort: port, appUrl } = settings
  const sandbox = await startSandbox({ port, appUrl, stateDir }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new SettingsError([`SANDBOX_PORT: port ${port} is taken; stop what uses it, or set another`])
  })
  return {
    settings: {
      ...settings,
      paystack: settings.paystack ?? { ...sandbox.paystack, apiUrl: sandbox.url },
      smtpUrl: settings.smtpUrl ?? sandbox.smtpUrl,
      google: settings.google ?? {
        clientId: GOOGLE_CLIENT_ID,
        clientSecret: GOOGLE_CLIENT_SECRET,
        discoveryUrl: `${sandbox.url}/google/.well-known/openid-configuration`,
      },
    },
    url: sandbox.url,
    stop: () => sandbox.stop(),
  }
}
