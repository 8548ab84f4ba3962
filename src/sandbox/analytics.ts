import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { type Markup, page } from './base/page.ts'
import { createMode } from './base/mode.ts'

/** The settings of an app that uses this service. */
export interface AnalyticsSettings {
  configUrl: string
  apiKey: string
  collectUrl: string
  apiSecret: string
}

const API_KEY = 'sandbox-analytics-key'
const API_SECRET = 'sandbox-measurement-secret'
const MAX_STORED = 500
const MAX_BYTES = 130_000

const MODE = z.strictObject({
  /** The status of answers to fetches of the config, instead of the proper one. */
  status: z.int().min(200).max(599).nullable().default(null),
  headers: z.record(z.string(), z.string()).default({}),
  /** The body of answers with the status 200, instead of the config. */
  body: z.string().nullable().default(null),
  /** `before`: no answer; `within`: the answer begins and never ends. */
  hangs: z.enum(['before', 'within']).nullable().default(null),
  /** The number of answers that all this applies to; null for every one. */
  times: z.int().min(0).nullable().default(null),
  measurementId: z.string().default('G-SANDBOX1'),
  /** The status of answers to events. */
  collectStatus: z.int().min(200).max(599).default(204),
})

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

/** A fetch of the config. */
interface Fetch {
  key: string | null
  ifNoneMatch: string | null
  status: number
}

/** An event as the service stores it. */
interface StoredEvent {
  measurementId: string
  client: string
  name: string
  params: z.infer<typeof EVENT>['params']
}

/**
 * Stands for Firebase's web config and Google's Measurement Protocol: it wants the key in its header, answers an unchanged
 * config with 304, and checks each event. Like the real one, it answers wrong events with 204 too; `/analytics.json` names
 * what was wrong.
 * @param url the address of the stand-ins
 */
export function createAnalytics(url: string): { routes: Hono; settings: AnalyticsSettings } {
  const mode = createMode(MODE, '/analytics/mode')
  let fetches: Fetch[] = []
  let events: StoredEvent[] = []
  let problems: string[] = []
  const routes = new Hono().route('/', mode.routes)

  /** Uses up one of the mode's times. @returns whether the mode applies to this answer */
  function applies(): boolean {
    const { times } = mode.get()
    if (times === null) return true
    if (times === 0) return false
    mode.set({ ...mode.get(), times: times - 1 })
    return true
  }

  routes.get('/analytics/v1alpha/projects/-/apps/:app/webConfig', async (c) => {
    const key = c.req.header('x-goog-api-key') ?? null
    const ifNoneMatch = c.req.header('if-none-match') ?? null
    const { measurementId } = mode.get()
    const config = JSON.stringify({ projectId: 'sandbox', appId: c.req.param('app'), measurementId })
    const etag = `"${createHash('sha256').update(config).digest('hex').slice(0, 16)}"`
    const answer = (given: number, text: string | null, more: Record<string, string> = {}) => {
      fetches = [{ key, ifNoneMatch, status: given }, ...fetches].slice(0, MAX_STORED)
      return new Response(text, { status: given, headers: { 'content-type': 'application/json', ...more } })
    }
    if (key !== API_KEY) return answer(403, '{"error":{"status":"PERMISSION_DENIED"}}')
    const { status, headers, body, hangs } = applies() ? mode.get() : MODE.parse({})
    if (hangs !== null) {
      answer(200, null)
      return hangs === 'before' ? new Promise<Response>(() => undefined) : endless()
    }
    if (status !== null && status !== 200) return answer(status, null, headers)
    if (body !== null) return answer(200, body)
    return ifNoneMatch === etag ? answer(304, null, { etag }) : answer(200, config, { etag })
  })

  routes.post('/analytics/mp/collect', async (c) => {
    const { measurement_id: measurementId = '', api_secret: secret } = c.req.query()
    const text = await c.req.text()
    const parsed = HIT.safeParse(parseJson(text))
    if (secret !== API_SECRET) problems.push('The secret is wrong')
    else if (measurementId !== mode.get().measurementId) problems.push('The measurement id is wrong')
    else if (text.length > MAX_BYTES) problems.push('The body is too long')
    else if (!parsed.success) problems.push(z.prettifyError(parsed.error))
    else if (mode.get().collectStatus < 300)
      for (const { name, params } of parsed.data.events)
        events = [{ measurementId, client: parsed.data.client_id, name, params }, ...events].slice(
          0,
          MAX_STORED,
        )
    problems = problems.slice(-MAX_STORED)
    return new Response(null, { status: mode.get().collectStatus })
  })

  routes.get('/analytics.json', (c) => c.json({ fetches, events, problems }))
  routes.delete('/analytics.json', (c) => {
    fetches = []
    events = []
    problems = []
    return c.body(null, 204)
  })
  routes.get('/analytics', (c) => c.html(eventsPage(fetches, events, problems)))

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

/** An answer that begins and never ends. */
const endless = () =>
  new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"measurementId":')),
    }),
  )

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const list = (lines: readonly string[]): Markup =>
  lines.length > 0
    ? html`<ul>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>`
    : html`<p>None yet.</p>`

const eventsPage = (
  fetches: readonly Fetch[],
  events: readonly StoredEvent[],
  problems: readonly string[],
): Markup =>
  page(
    'Analytics',
    html`<h2>Events</h2>
      ${list(events.map(({ name, params, client }) => `${name} ${params.page_location} (${params.plan}), client ${client}`))}
      <h2>Wrong events</h2>
      ${list(problems)}
      <h2>Fetches of the web config</h2>
      ${list(fetches.map(({ status, key }) => `${status}${key === API_KEY ? '' : ', without the right key'}`))}`,
  )
