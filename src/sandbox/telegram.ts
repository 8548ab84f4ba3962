import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { type Markup, page } from './base/page.ts'
import { BOT, createBot, type Post, Refused, TELEGRAM_TOKEN } from './telegram-bot.ts'
import { createMode } from './base/mode.ts'

const MODE = z.strictObject({
  /** The status of the next answers instead of the proper one, and its description. */
  status: z.int().min(400).max(599).nullable().default(null),
  description: z.string().default(''),
  /** Seconds, for 429. */
  retryAfter: z.int().min(1).max(3600).default(1),
  /** The connection breaks `before` the request has an effect, or `after` it. */
  drop: z.enum(['before', 'after']).nullable().default(null),
  /** Milliseconds between a request's effect and its answer. */
  slow: z.int().min(0).max(60_000).default(0),
  /** The number of answers that all this applies to; null for every one. */
  times: z.int().min(1).nullable().default(null),
  /** Posts in one chat within a minute. Telegram names 20 for groups. */
  perMinute: z.int().min(1).default(20),
})

/** Stands for Telegram's Bot API: the methods that the app calls, with the limits and the refusals of the real one. */
export function createTelegram(): Hono<{ Bindings: HttpBindings }> {
  const mode = createMode(MODE, '/telegram/mode')
  let answers: string[] = []
  const bot = createBot()
  const routes = new Hono<{ Bindings: HttpBindings }>().route('/', mode.routes)

  routes.post('/telegram/:bot/:method', async (c) => {
    const now = mode.use()
    if (now.drop === 'before') return broken(c.env)
    if (now.status !== null) {
      const why = now.status === 429 ? `Too Many Requests: retry after ${now.retryAfter}` : now.description
      return refusal(new Refused(now.status, why, now.status === 429 ? now.retryAfter : undefined))
    }
    if (c.req.param('bot') !== `bot${TELEGRAM_TOKEN}`) return refusal(new Refused(401, 'Unauthorized'))
    try {
      const result = await bot.run(c.req.param('method'), await readBody(c.req.raw), now.perMinute)
      if (now.slow > 0) await sleep(now.slow, undefined, { ref: false })
      return now.drop === 'after' ? broken(c.env) : c.json({ ok: true, result })
    } catch (error) {
      if (error instanceof Refused) return refusal(error)
      throw error
    }
  })

  /** A person who writes to the bot. `secret` and `path` stand for an attacker. */
  routes.post('/telegram/ask', async (c) => {
    const body = await c.req.parseBody()
    const text = typeof body.text === 'string' ? body.text : ''
    const webhook = bot.webhook()
    if (!webhook) return c.text('The bot has no webhook yet: connect a channel first.', 409)
    const update = {
      update_id: bot.nextId(),
      message: { message_id: bot.nextId(), text, chat: { id: 4_000_004, type: 'private' } },
    }
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': webhook.secret },
      body: JSON.stringify(update),
    })
    const answer = (await response.json().catch(() => ({}))) as { text?: string }
    answers = [`${text} → ${answer.text ?? `(${response.status}, no answer)`}`, ...answers].slice(0, 20)
    return c.req.header('accept')?.includes('html') ? c.redirect('/telegram', 303) : c.json(answer)
  })
  routes.get('/telegram/posts/:id', (c) => {
    const found = bot.posts().find((one) => one.message_id === Number(c.req.param('id')))
    return found?.picture
      ? c.body(new Uint8Array(found.picture), 200, { 'content-type': 'image/png' })
      : c.notFound()
  })
  routes.get('/telegram.json', (c) =>
    c.json({
      webhook: bot.webhook(),
      posts: bot
        .posts()
        .map(({ picture, html: _, at: __, ...one }) => ({ ...one, bytes: picture?.length ?? 0 })),
    }),
  )
  routes.delete('/telegram.json', (c) => {
    bot.clear()
    return c.body(null, 204)
  })
  routes.get('/telegram', (c) => c.html(postsPage(bot.posts(), answers)))
  return routes
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  if (request.headers.get('content-type')?.includes('json'))
    return (await request.json()) as Record<string, unknown>
  // A form sends line breaks as two characters, and Telegram ignores the first.
  const parts = [...(await request.formData())].map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll('\r', '') : value,
  ])
  return Object.fromEntries(parts) as Record<string, unknown>
}

const refusal = ({ status, message: description, retryAfter }: Refused): Response =>
  Response.json(
    {
      ok: false,
      error_code: status,
      description,
      ...(retryAfter !== undefined && { parameters: { retry_after: retryAfter } }),
    },
    { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
  )

/** Ends the connection without an answer. */
function broken({ outgoing }: HttpBindings): Response {
  outgoing.destroy()
  return new Response(null)
}

const postsPage = (posts: readonly Post[], answers: readonly string[]): Markup =>
  page(
    'Telegram',
    html`<p>
        The bot <b>@${BOT.username}</b> may post in <b>@lotto_demo</b> and <b>@lotto_second</b>. Its token:
        <code>${TELEGRAM_TOKEN}</code>
      </p>
      <form method="post" action="/telegram/ask">
        <label>Ask the bot: bingo, 45 diamond, today <input name="text" required maxlength="300" /></label>
        <button>Send</button>
      </form>
      ${answers.map((answer) => html`<pre class="note">${answer}</pre>`)}
      <h2>Posts</h2>
      ${posts.length === 0 ? html`<p>No post yet.</p>` : ''}
      ${posts.toReversed().map(
        ({ chat, message_id: id, text, picture, edits }) =>
          html`<article>
            ${picture ? html`<img src="/telegram/posts/${id}?${edits}" alt="" style="width:100%" />` : ''}
            <pre>${text}</pre>
            <p class="note">@${chat}, post ${id}${edits > 0 ? `, edited ${edits} times` : ''}</p>
          </article>`,
      )}`,
  )
