import type { Sandbox } from '../../src/stand-ins/start.ts'

export type AnalyticsSettings = Sandbox['analytics']

/** The environment of a server that uses an analytics service. */
export const analyticsEnvironment = ({ configUrl, apiKey, collectUrl, apiSecret }: AnalyticsSettings) => ({
  ANALYTICS_CONFIG_URL: configUrl,
  ANALYTICS_API_KEY: apiKey,
  ANALYTICS_COLLECT_URL: collectUrl,
  ANALYTICS_API_SECRET: apiSecret,
})
