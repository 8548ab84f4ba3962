import { Hono } from 'hono'
import { html } from 'hono/html'
import { createMode, FAULTS, type Markup, page, withFaults, type Env } from './base/base.ts'

/** The one bot, which may post in `@lotto_demo` and not in `@no_rights`. */
export const TELEGRAM_TOKEN = '7000000001:AAsandbox-token-of-the-demo-bot-0001'
const BOT = { id: 7_000_000_001, is_bot: true, first_name: 'Lotto demo', username: 'lotto_demo_bot' }
const CHATS = [
  { id: -1_001_000_000_001, username: 'lotto_demo', title: 'Lotto demo', type: 'channel', mayPost: true },
  { id: -1_001_000_000_002, username: 'no_rights', title: 'Without rights', type: 'channel', mayPost: false },
  { id: -1_001_000_000_003, username: 'lotto_second', title: 'Second', type: 'channel', mayPost: true },
  { id: 4_000_004, username: 'a_person', title: 'A person', type: 'private', mayPost: true },
] as const

/** A post of a channel. */
interface Post {
  chat: string
  message_id: number
  /** As it is shown, without markup. */
  text: string
  html: string
  picture: Uint8Array | null
  /** How often it was edited. */
  edits: number
}

/** A refusal, in the words of the real Bot API. */
class Refused extends Error {
  readonly status: number

  constructor(status: number, description: string) {
    super(description)
    this.status = status
  }
}

const bad = (description: string) => new Refused(400, `Bad Request: ${description}`)

const NOT_MODIFIED =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message'
const TEXT = 4096
const CAPTION = 1024
const PICTURE_BYTES = 10_000_000
const PNG = [0x89, 0x50, 0x4e, 0x47]

/** The bot with its channels: the methods that the app calls. */
function createBot() {
  let posts: Post[] = []
  let next = 1
  let webhook: { url: string; secret: string } | null = null

  function post(chatId: string, markup: string, picture: Uint8Array | null): object {
    const chat = writable(chatId)
    const { text } = checkedText(markup, picture ? CAPTION : TEXT)
    const made = { chat: chat.username, message_id: next++, text, html: markup, picture, edits: 0 }
    posts.push(made)
    return message(made)
  }

  function edit(chatId: string, id: number, markup: string, picture: Uint8Array | null): object {
    const chat = writable(chatId)
    const found = posts.find((one) => one.chat === chat.username && one.message_id === id)
    if (!found) throw bad('message to edit not found')
    if ((found.picture === null) !== (picture === null)) throw bad('there is no text in the message to edit')
    const { text } = checkedText(markup, picture ? CAPTION : TEXT)
    const isSame =
      found.html === markup && Buffer.from(found.picture ?? []).equals(picture ?? new Uint8Array())
    if (isSame) throw bad(NOT_MODIFIED)
    Object.assign(found, { text, html: markup, picture, edits: found.edits + 1 })
    return message(found)
  }

  async function run(method: string, given: Record<string, unknown>): Promise<unknown> {
    const text = (name: string) => {
      const value = given[name]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    }
    const id = Number(given.message_id)
    switch (method) {
      case 'getMe':
        return BOT
      case 'getChat': {
        const { mayPost: _, ...chat } = chatOf(text('chat_id'))
        return chat
      }
      case 'getChatMember':
        return chatOf(text('chat_id')).mayPost
          ? { status: 'administrator', can_post_messages: true, user: BOT }
          : { status: 'member', user: BOT }
      case 'setWebhook': {
        const url = text('url')
        const isLocal = /^http:\/\/(localhost|127\.0\.0\.1)(:|\/)/.test(url)
        if (!url.startsWith('https://') && !isLocal)
          throw bad('bad webhook: An HTTPS URL must be provided for webhook')
        if (!/^[\w-]{1,256}$/.test(text('secret_token')))
          throw bad('secret token contains unallowed characters')
        webhook = { url, secret: text('secret_token') }
        return true
      }
      case 'deleteWebhook':
        webhook = null
        return true
      case 'setMyCommands':
        return true
      case 'sendMessage':
        return post(text('chat_id'), text('text'), null)
      case 'sendPhoto':
        return post(text('chat_id'), text('caption'), await pictureIn(given, text('photo')))
      case 'editMessageText':
        return edit(text('chat_id'), id, text('text'), null)
      case 'editMessageMedia': {
        const media = JSON.parse(text('media')) as { media: string; caption: string }
        return edit(text('chat_id'), id, media.caption, await pictureIn(given, media.media))
      }
      default:
        throw new Refused(404, 'Not Found')
    }
  }

  return {
    run,
    posts: () => posts,
    clear: () => {
      posts = []
    },
    webhook: () => webhook,
    nextId: () => next++,
  }
}

const message = ({ chat, message_id, text, picture }: Post) => ({
  message_id,
  chat: { username: chat },
  ...(picture ? { caption: text } : { text }),
})

function chatOf(id: string): (typeof CHATS)[number] {
  const found = CHATS.find((chat) => id === `@${chat.username}` || id === String(chat.id))
  if (!found) throw bad('chat not found')
  return found
}

function writable(id: string): (typeof CHATS)[number] {
  const chat = chatOf(id)
  if (!chat.mayPost) throw new Refused(403, 'Forbidden: bot is not a member of the channel chat')
  return chat
}

/** Telegram counts a text after its markup is read. */
function checkedText(markup: string, most: number): { text: string } {
  const wrong = /<(?!\/?(b|i|u|s|a|code|pre|blockquote)\b)|&(?!(lt|gt|amp|quot);)/.exec(markup)
  if (wrong) throw bad(`can't parse entities: Unsupported start tag at byte offset ${wrong.index}`)
  const text = markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  if (text.trim() === '') throw bad('message text is empty')
  if (text.length > most) throw bad(most === CAPTION ? 'message caption is too long' : 'message is too long')
  return { text }
}

async function pictureIn(given: Record<string, unknown>, source: string): Promise<Uint8Array> {
  const file = given[source.replace('attach://', '')]
  if (!(file instanceof File)) throw bad('wrong remote file identifier specified')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length > PICTURE_BYTES) throw new Refused(413, 'Request Entity Too Large')
  if (PNG.some((byte, i) => bytes[i] !== byte)) throw bad('IMAGE_PROCESS_FAILED')
  return bytes
}

/** Stands for Telegram's Bot API: the methods that the app calls, with the limits and the refusals of the real one. */
export function createTelegram(): Hono<Env> {
  const mode = createMode(FAULTS, '/telegram/mode')
  let answers: string[] = []
  const bot = createBot()
  const routes = new Hono<Env>().route('/', mode.routes)

  routes.post('/telegram/:bot/:method', withFaults(mode), async (c) => {
    try {
      if (c.req.param('bot') !== `bot${TELEGRAM_TOKEN}`) throw new Refused(401, 'Unauthorized')
      return c.json({ ok: true, result: await bot.run(c.req.param('method'), await readBody(c.req.raw)) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, message: description } = error
      return Response.json({ ok: false, error_code: status, description }, { status })
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
      posts: bot.posts().map(({ picture, html: _, ...one }) => ({ ...one, bytes: picture?.length ?? 0 })),
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
