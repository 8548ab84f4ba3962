import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { createMode, FAULTS, type Markup, page, withFaults, type Env } from './base/base.ts'

const API_KEY = 'sandbox-analytics-key'
const API_SECRET = 'sandbox-measurement-secret'
const MEASUREMENT_ID = 'G-SANDBOX1'
const MAX_STORED = 500
const MAX_BYTES = 130_000

/** Names that the Measurement Protocol reserves or limits, and the values that Google counts a session by. */
const EVENT = z.strictObject({
  name: z.string().regex(/^(?!_|firebase_|ga_|google_|session_start$|first_visit$)[A-Za-z]\w{0,39}$/),
  params: z.strictObject({
    page_location: z.url().max(1000),
    plan: z.string().max(100),
    session_id: z.string().regex(/^\d+$/),
    engagement_time_msec: z.int().min(1),
  }),
})
const HIT = z.strictObject({
  client_id: z.string().regex(/^\d+\.\d+$/),
  consent: z.strictObject({ ad_user_data: z.literal('DENIED'), ad_personalization: z.literal('DENIED') }),
  events: z.array(EVENT).min(1).max(25),
})

/**
 * Stands for Firebase's web config and Google's Measurement Protocol: it wants the key in its header, answers an unchanged
 * config with 304, and checks each event. Like the real one, it answers wrong events with 204 too; `/analytics.json` names
 * what was wrong.
 * @param url the address of the stand-ins
 */
export function createAnalytics(url: string) {
  const mode = createMode(FAULTS, '/analytics/mode')
  let fetches: { key: string | undefined; ifNoneMatch: string | null; status: number }[] = []
  let events: (z.infer<typeof EVENT> & { measurementId: string; client: string })[] = []
  let problems: string[] = []
  const routes = new Hono<Env>().route('/', mode.routes)

  routes.use('/analytics/v1alpha/*', async (c, next) => {
    await next()
    const ifNoneMatch = c.req.header('if-none-match') ?? null
    const fetched = { key: c.req.header('x-goog-api-key'), ifNoneMatch, status: c.res.status }
    fetches = [fetched, ...fetches].slice(0, MAX_STORED)
  })
  routes.get('/analytics/v1alpha/projects/-/apps/:app/webConfig', withFaults(mode), (c) => {
    if (c.req.header('x-goog-api-key') !== API_KEY)
      return c.json({ error: { status: 'PERMISSION_DENIED' } }, 403)
    const config = { projectId: 'sandbox', appId: c.req.param('app'), measurementId: MEASUREMENT_ID }
    const etag = `"${createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 16)}"`
    c.header('etag', etag)
    return c.req.header('if-none-match') === etag ? c.body(null, 304) : c.json(config)
  })

  routes.post('/analytics/mp/collect', withFaults(mode), async (c) => {
    const { measurement_id: measurementId = '', api_secret: secret } = c.req.query()
    const text = await c.req.text()
    const hit = HIT.safeParse(await c.req.json().catch(() => null))
    if (secret !== API_SECRET) problems.push('The secret is wrong')
    else if (measurementId !== MEASUREMENT_ID) problems.push('The measurement id is wrong')
    else if (text.length > MAX_BYTES) problems.push('The body is too long')
    else if (!hit.success) problems.push(z.prettifyError(hit.error))
    else {
      const { client_id: client, events: sent } = hit.data
      events = [...sent.map((one) => ({ measurementId, client, ...one })).reverse(), ...events]
    }
    problems = problems.slice(-MAX_STORED)
    events = events.slice(0, MAX_STORED)
    return c.body(null, 204)
  })

  routes.get('/analytics.json', (c) => c.json({ fetches, events, problems }))
  routes.delete('/analytics.json', (c) => {
    fetches = []
    events = []
    problems = []
    return c.body(null, 204)
  })
  routes.get('/analytics', (c) =>
    c.html(
      page(
        'Analytics',
        html`<h2>Events</h2>
          ${list(events.map(({ name, params, client }) => `${name} ${params.page_location} (${params.plan}), client ${client}`))}
          <h2>Wrong events</h2>
          ${list(problems)}
          <h2>Fetches of the web config</h2>
          ${list(fetches.map(({ status }) => String(status)))}`,
      ),
    ),
  )

  return {
    routes,
    settings: {
      configUrl: `${url}/analytics/v1alpha/projects/-/apps/sandbox/webConfig`,
      apiKey: API_KEY,
      collectUrl: `${url}/analytics/mp/collect`,
      apiSecret: API_SECRET,
    },
  }
}

const list = (lines: readonly string[]): Markup =>
  lines.length > 0
    ? html`<ul>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>`
    : html`<p>None yet.</p>`
