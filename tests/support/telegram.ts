// The stand-in for Telegram: what it received, and how it answers.
import { TELEGRAM_TOKEN } from '../../src/stand-ins/telegram.ts'
import type { TestServer, Visitor } from './test-server.ts'

export interface TelegramPost {
  chat: string
  message_id: number
  text: string
  /** The address whose preview is below it. */
  preview: string | null
  edits: number
}

type HasSandbox = Pick<TestServer, 'sandboxUrl'>

async function call(server: HasSandbox, method: string, path: string, body?: object) {
  const response = await fetch(`${server.sandboxUrl}/telegram${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? null : response.json()
}

/** The posts of all channels, oldest first. */
export const posts = async (server: HasSandbox): Promise<TelegramPost[]> =>
  ((await call(server, 'GET', '.json')) as { posts: TelegramPost[] }).posts

export const clearPosts = (server: HasSandbox) => call(server, 'DELETE', '.json')

/** Sets how Telegram answers; by default as usual. */
export const telegramMode = (server: HasSandbox, mode: object = {}) => call(server, 'PUT', '/mode', mode)

/** A refusal in the words of the Bot API. @param retryAfter seconds, of 429 */
export function refusal(error_code: number, description: string, retryAfter?: number) {
  const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }
  const body = JSON.stringify({ ok: false, error_code, description, ...parameters })
  return { status: error_code, headers: { 'content-type': 'application/json' }, body }
}

export const CONNECTION = {
  token: TELEGRAM_TOKEN,
  chat: '@lotto_demo',
  games: ['gold', 'metro'],
  schedule: false,
  table: false,
  reason: 'Our channel',
}

/** Connects a channel at the stand-in. @returns its id */
export async function connect(admin: Visitor, more: Partial<typeof CONNECTION> = {}): Promise<number> {
  const { status, body, text } = await admin.post('/api/admin/channels', { ...CONNECTION, ...more })
  if (status !== 201) throw new Error(`not connected: ${text}`)
  return body.id
}
