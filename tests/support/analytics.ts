// The stand-in for the analytics service, and servers that use it.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/stand-ins/start.ts'
import { analyticsEnvironment, type AnalyticsSettings } from './analytics-environment.ts'

/** What the service received since the test began; the newest first. */
export interface Received {
  fetches: { key: string | null; ifNoneMatch: string | null; status: number }[]
  events: {
    measurementId: string
    client: string
    name: string
    params: { page_location: string; plan: string; session_id: string }
  }[]
  problems: string[]
}

/** Starts the stand-in for a test file. Before each test it works normally and has received nothing. */
export function analyticsService() {
  let sandbox: Sandbox
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response
  }
  const mode = (wanted: object) => ask('PUT', '/analytics/mode', wanted)
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, appUrl: 'http://localhost:1' })
  })
  beforeEach(async () => {
    await mode({})
    await ask('DELETE', '/analytics.json')
  })
  afterAll(() => sandbox.stop())
  return {
    environment: (change: Partial<AnalyticsSettings> = {}) =>
      analyticsEnvironment({ ...sandbox.analytics, ...change }),
    /** Changes how it answers, see src/stand-ins/README.md. */
    mode,
    received: async () => (await (await ask('GET', '/analytics.json')).json()) as Received,
  }
}
