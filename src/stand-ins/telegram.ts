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
  /** The address whose preview is below it; null without one. */
  preview: string | null
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

/** The bot with its channels: the methods that the app calls. */
function createBot() {
  let posts: Post[] = []
  let next = 1

  function post(chatId: string, markup: string, preview: string | null): object {
    const chat = writable(chatId)
    const { text } = checkedText(markup)
    const made = { chat: chat.username, message_id: next++, text, html: markup, preview, edits: 0 }
    posts.push(made)
    return message(made)
  }

  function edit(chatId: string, id: number, markup: string, preview: string | null): object {
    const chat = writable(chatId)
    const found = posts.find((one) => one.chat === chat.username && one.message_id === id)
    if (!found) throw bad('message to edit not found')
    const { text } = checkedText(markup)
    if (found.html === markup && found.preview === preview) throw bad(NOT_MODIFIED)
    Object.assign(found, { text, html: markup, preview, edits: found.edits + 1 })
    return message(found)
  }

  function run(method: string, given: Record<string, unknown>): unknown {
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
      case 'sendMessage':
        return post(text('chat_id'), text('text'), previewOf(given))
      case 'editMessageText':
        return edit(text('chat_id'), id, text('text'), previewOf(given))
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
  }
}

const message = ({ chat, message_id, text }: Post) => ({ message_id, chat: { username: chat }, text })

/** The address that is previewed: the one of the options, or the first of the text. */
function previewOf({ text, link_preview_options: options }: Record<string, unknown>): string | null {
  const { url, is_disabled: isDisabled } = (options ?? {}) as { url?: string; is_disabled?: boolean }
  return isDisabled ? null : (url ?? /https?:\/\/\S+/.exec(String(text))?.[0] ?? null)
}

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
function checkedText(markup: string): { text: string } {
  const wrong = /<(?!\/?(b|i|u|s|a|code|pre|blockquote)\b)|&(?!(lt|gt|amp|quot);)/.exec(markup)
  if (wrong) throw bad(`can't parse entities: Unsupported start tag at byte offset ${wrong.index}`)
  const text = markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  if (text.trim() === '') throw bad('message text is empty')
  if (text.length > TEXT) throw bad('message is too long')
  return { text }
}

/** Stands for Telegram's Bot API: the methods that the app calls, with the limits and the refusals of the real one. */
export function createTelegram(): Hono<Env> {
  const mode = createMode(FAULTS, '/telegram/mode')
  const bot = createBot()
  const routes = new Hono<Env>().route('/', mode.routes)

  routes.post('/telegram/:bot/:method', withFaults(mode), async (c) => {
    try {
      if (c.req.param('bot') !== `bot${TELEGRAM_TOKEN}`) throw new Refused(401, 'Unauthorized')
      return c.json({ ok: true, result: bot.run(c.req.param('method'), await c.req.json()) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, message: description } = error
      return Response.json({ ok: false, error_code: status, description }, { status })
    }
  })

  routes.get('/telegram.json', (c) =>
    c.json({
      posts: bot.posts().map(({ html: _, ...one }) => one),
    }),
  )
  routes.delete('/telegram.json', (c) => {
    bot.clear()
    return c.body(null, 204)
  })
  routes.get('/telegram', (c) => c.html(postsPage(bot.posts())))
  return routes
}

const postsPage = (posts: readonly Post[]): Markup =>
  page(
    'Telegram',
    html`<p>
        The bot <b>@${BOT.username}</b> may post in <b>@lotto_demo</b> and <b>@lotto_second</b>. Its token:
        <code>${TELEGRAM_TOKEN}</code>
      </p>
      <h2>Posts</h2>
      ${posts.length === 0 ? html`<p>No post yet.</p>` : ''}
      ${posts.toReversed().map(
        ({ chat, message_id: id, text, preview, edits }) =>
          html`<article>
            <pre>${text}</pre>
            ${preview ? html`<p class="note">Preview of <a href="${preview}">${preview}</a></p>` : ''}
            <p class="note">@${chat}, post ${id}${edits > 0 ? `, edited ${edits} times` : ''}</p>
          </article>`,
      )}`,
  )
