// A server with the stand-in for Telegram and a clock, and what its channels got.
import { beforeEach, expect } from 'vitest'
import { pushServer, TUESDAY } from './push-server.ts'
import { clearPosts, posts, telegramMode } from './telegram.ts'

/** Starts the server of a test file. Each test begins at 10:00 of a Tuesday on which Gold drew, without channels and posts. */
export function channelServer() {
  const { server, admin, setClock, record } = pushServer()

  beforeEach(async () => {
    await server().rows`delete from channels`
    await telegramMode(server())
    await clearPosts(server())
  })

  const correct = async (id: number, version: number, winning: number[], more: object = {}) => {
    const body = { version, date: TUESDAY, winning, machine: [], reason: 'typing error', ...more }
    expect((await admin().request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
  }
  const rows = () =>
    server().rows`select id::int, kind, state, sent, problem, message_id::int from channel_posts order by id`
  const texts = async () => (await posts(server())).map(({ text }) => text)
  const firstLines = async () => (await texts()).map((text) => text.split('\n')[0])
  const decide = (id: number, decision: string, link = '') =>
    admin().post(`/api/admin/channel-posts/${id}`, { decision, link, reason: 'I looked' })
  const ownerMails = async () =>
    (await server().mailbox('admin@lotto.test'))
      .map(({ text }) => text)
      .filter((text) => text.includes('A program on the server'))

  return { server, admin, setClock, record, correct, rows, texts, firstLines, decide, ownerMails }
}
