import type { Hono } from 'hono'
import { ANALYTICS_PATH } from '../../domain/legal/legal.ts'
import { PATHS } from '../../domain/site/paths.ts'
import type { Env } from '../api/env.ts'
import { createFormCall, redirectAfter } from '../api/form-calls.ts'
import type { Services } from '../api/services.ts'
import { readForm } from '../http/body.ts'
import { Refusal } from '../http/refusal.ts'

/** The form of the question about analytics. It works without script, and pages have no script for it. */
export function addAnalyticsForm(app: Hono<Env>, { settings }: Services): void {
  const callApi = createFormCall(app, settings)
  app.post(ANALYTICS_PATH, async (c) => {
    const { choice, back = '' } = await readForm(c.req.raw)
    if (choice !== 'accept' && choice !== 'decline') throw new Refusal('invalid-input')
    const response = await callApi(c, '/api/profile/analytics', { given: choice === 'accept' })
    if (response.ok) return redirectAfter(response, ownAddress(back, settings.appUrl))
    return response.status === 401 ? redirectAfter(response, PATHS.login) : response
  })
}

/** The path and query of one of our own addresses; for every other address, those of the page with the choice. */
function ownAddress(address: string, appUrl: string): string {
  const url = URL.canParse(address, appUrl) ? new URL(address, appUrl) : null
  // A path with two slashes would be the address of another host.
  const isOwn = address !== '' && url?.origin === appUrl && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search : ANALYTICS_PATH
}
